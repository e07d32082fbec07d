//===- tests/package/consumer/Consumer.cpp - A user's first program -------===//
#include "agents/search/Searchers.h"
#include "env/Env.h"
#include "program/ProgramLoader.h"
#include "program/Suite.h"
#include "llvm/Support/raw_ostream.h"

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
  llvm::outs() << env.render() << "\n"
               << orExit(makeSearcher("random"))->name() << "\n";
  return 0;
}
