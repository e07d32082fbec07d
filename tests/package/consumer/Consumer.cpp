//===- tests/package/consumer/Consumer.cpp - A user's first program -------===//
#include "agents/search/Searchers.h"
#include "env/Env.h"
#include "execution/device/AcceleratorDevice.h"
#include "program/ProgramLoader.h"
#include "program/Suite.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

using namespace mlirgym;

int main() {
  llvm::ExitOnError orExit("consumer: ");
  ProgramLoader loader;
  std::string text = orExit(generateProgram("matmul_64_10_48"));
  auto program = std::make_shared<const Program>(
      orExit(loader.loadText(text, "matmul_64_10_48")));
  Schedule schedule = orExit(Schedule::parse("op0: tile(8,16,0) vectorize"));
  llvm::outs() << orExit(toTransformScript(*program, schedule));

  // A replay without timings: everything is linked, nothing is measured.
  ExecutionOptions options;
  options.replay = true;
  std::shared_ptr<Execution> execution = orExit(Execution::create(options));
  auto pool = std::make_shared<ProgramPool>();
  pool->programs = {program};
  Env env = orExit(Env::create(pool, execution));
  env.reset(/*seed=*/0);
  // A device with memory of its own: a copy there, and back.
  auto device = orExit(AcceleratorDevice::open("emulated:0"));
  DeviceBuffer buffer = orExit(device->allocate(text.size()));
  orExit(device->copyTo(buffer, 0, llvm::ArrayRef(text.data(), text.size())));
  std::string back(text.size(), '\0');
  orExit(device->copyFrom(buffer, 0, {back.data(), back.size()}));
  orExit(device->free(buffer));
  llvm::outs() << device->id()
               << (back == text ? " holds copies\n" : " changes copies\n");

  llvm::outs() << env.render() << "\n"
               << orExit(makeSearcher("random"))->name() << "\n";
  return 0;
}
