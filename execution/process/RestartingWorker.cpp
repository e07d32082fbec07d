#include "execution/process/RestartingWorker.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/Messages.h"
#include "execution/wire/Wire.h"
#include "outcome/StopCheck.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace mlirgym::worker {

RestartingWorker::RestartingWorker(WorkerRole role, WorkerOptions workerOptions)
    : options(std::move(workerOptions)) {
  options.role = role;
}

bool RestartingWorker::isRunning() const {
  return process && process->isOurs() && process->isAlive();
}

llvm::Expected<bool> RestartingWorker::start(StopCheck *stop) {
  if (isRunning())
    return false;
  MLIRGYM_TRY(process, WorkerProcess::start(options, stop));
  runningPid = process->pid();
  ++starts;
  return true;
}

bool RestartingWorker::hasTimeForARequest() const {
  return isRunning() && process->hasTimeForARequest();
}

llvm::Expected<std::optional<WorkerDeath>>
RestartingWorker::ask(MessageType request, llvm::StringRef payload,
                      llvm::ArrayRef<int> files, MessageType answer,
                      Frame &frame, StopCheck *stop) {
  SecondChance secondChance;
  while (true) {
    if (auto started = start(stop); !started)
      return started.takeError();
    if (send(request, payload, files) && receive(answer, frame, stop))
      return std::nullopt;
    WorkerDeath death = bury();
    MLIRGYM_TRY_TO(death.callersError());
    if (!secondChance.isGiven(death))
      return death;
  }
}

bool RestartingWorker::send(MessageType type, llvm::StringRef payload,
                            llvm::ArrayRef<int> files) {
  return process->send(type, payload, files);
}

bool RestartingWorker::receive(MessageType type, Frame &frame,
                               StopCheck *stop) {
  return process->receive(type, frame, stop);
}

WorkerDeath RestartingWorker::bury() {
  WorkerDeath death = process->bury();
  retire();
  return death;
}

WorkerDeath RestartingWorker::buryDistrusted() {
  process->distrust();
  return bury();
}

void RestartingWorker::retire() {
  runningPid = 0;
  process.reset();
}

llvm::StringRef RestartingWorker::sandbox() const {
  return process ? process->sandbox() : llvm::StringRef();
}

} // namespace mlirgym::worker
