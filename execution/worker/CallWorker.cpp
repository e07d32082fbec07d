#include "execution/worker/CallWorker.h"
#include "execution/process/RestartingWorker.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/MessageArchive.h"
#include "execution/wire/Messages.h"
#include "execution/wire/SharedMemory.h"
#include "execution/wire/Wire.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Limits.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>
#include <optional>
#include <unistd.h>

namespace mlirgym::worker {

CallWorker::CallWorker(WorkerOptions options)
    : worker(WorkerRole::Call, std::move(options)) {}

llvm::Expected<bool> CallWorker::hold(const Callee &kernel) {
  if (memory.valid() && held == kernel.key)
    return false;
  if (kernel.arguments.size() > maxArguments)
    return executionError("a program of {0} arguments; at most {1} can be run",
                          kernel.arguments.size(), maxArguments);
  const auto page = static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  constexpr uint64_t alignment = 64;
  LoadKernelMessage next;
  next.entry = ("_mlir_ciface_" + kernel.entry).str();
  uint64_t end = 0;
  for (const Argument &argument : kernel.arguments) {
    ArgumentRecord &entry = next.arguments.emplace_back();
    entry.shape.assign(argument.shape.begin(), argument.shape.end());
    entry.elementType = static_cast<uint8_t>(argument.elementType);
    entry.isInput = argument.isInput;
    entry.isOutput = argument.isOutput;
    const auto bytes = static_cast<uint64_t>(argument.sizeBytes());
    end += llvm::alignTo(std::max<uint64_t>(bytes, 1), page);
    entry.inputOffset = end - llvm::alignTo(bytes, alignment);
  }
  MLIRGYM_TRY(memory,
              SharedMemory::create("mlirgym-arguments", std::max(end, page)));
  record = std::move(next);
  held = kernel.key;
  loaded.clear();
  places.clear();
  for (auto [entry, argument] :
       llvm::zip_equal(record.arguments, kernel.arguments))
    places.push_back(
        memory.bytes().slice(entry.inputOffset, size_t(argument.sizeBytes())));
  return true;
}

llvm::Expected<Measurement>
CallWorker::call(const Callee &kernel, llvm::function_ref<void(Arguments)> fill,
                 StopCheck *stop) {
  SecondChance secondChance;
  while (true) {
    const bool othersRan = isUsed && worker.isRunning() && loaded != kernel.key;
    std::optional<WorkerDeath> death;
    fill(places);
    auto outcome = callOnce(kernel, death, stop);
    if (!outcome || !death)
      return outcome;
    MLIRGYM_TRY_TO(death->callersError());
    const bool again = secondChance.isGiven(*death);
    if (again || (othersRan && death->mayBeDamage()))
      continue;
    Measurement failure;
    failure.status = death->status;
    failure.message = std::move(death->message);
    return failure;
  }
}

bool CallWorker::load(const Callee &kernel) {
  auto object = MemoryFile::create("mlirgym-object", kernel.object);
  if (!object) {
    llvm::consumeError(object.takeError());
    return false;
  }
  return worker.send(MessageType::LoadKernel, encode(record),
                     {memory.fd(), object->fd()});
}

llvm::Expected<Measurement>
CallWorker::callOnce(const Callee &kernel, std::optional<WorkerDeath> &death,
                     StopCheck *stop) {
  const bool isForOther =
      !foreignInside.empty() && foreignInside != kernel.foreign;
  if (worker.isRunning() && (isForOther || !worker.hasTimeForARequest()))
    worker.retire();
  MLIRGYM_TRY(auto isNew, worker.start(stop));
  if (isNew) {
    loaded.clear();
    isUsed = false;
    foreignInside.clear();
  }
  if (!kernel.foreign.empty())
    foreignInside = kernel.foreign;
  isUsed = true;

  Measurement measurement;
  Frame frame;
  KernelCalledMessage reply;
  if (loaded != kernel.key) {
    if (!load(kernel)) {
      death = worker.bury();
      return measurement;
    }
    loaded = kernel.key;
  }
  if (!worker.send(MessageType::CallKernel, "") ||
      !worker.receive(MessageType::KernelCalled, frame, stop)) {
    death = worker.bury();
    return measurement;
  }
  if (!decode(frame.payload, reply) || !isStatusOfCode(reply.status)) {
    death = worker.buryDistrusted();
    return measurement;
  }
  measurement.status = static_cast<Status>(reply.status);
  measurement.message = std::move(reply.message);
  // Such a kernel may also have written to other memory.
  if (measurement.status == Status::WrongResult)
    worker.retire();
  return measurement;
}

} // namespace mlirgym::worker
