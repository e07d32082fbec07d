#include "env/StepThread.h"
#include <cassert>

namespace mlirgym {

StepThread::~StepThread() { drop(); }

void StepThread::start(Step step) {
  assert(!isBusy && "one step at a time");
  isBusy = true;
  {
    std::scoped_lock lock(mutex);
    todo = std::move(step);
  }
  if (worker.joinable())
    changed.notify_all();
  else
    worker = std::jthread([this](const std::stop_token &stop) { run(stop); });
}

llvm::Expected<VectorStep> StepThread::wait() {
  assert(isBusy && "nothing to wait for");
  std::unique_lock lock(mutex);
  changed.wait(lock, [this] { return outcome.has_value(); });
  isBusy = false;
  llvm::Expected<VectorStep> taken = std::move(*outcome);
  outcome.reset();
  return taken;
}

void StepThread::drop() {
  if (!isBusy)
    return;
  if (llvm::Expected<VectorStep> outcomeOfNobody = wait(); !outcomeOfNobody)
    llvm::consumeError(outcomeOfNobody.takeError());
}

void StepThread::run(const std::stop_token &stop) {
  std::unique_lock lock(mutex);
  while (changed.wait(lock, stop, [this] { return todo != nullptr; })) {
    Step step = std::move(todo);
    todo = nullptr;
    lock.unlock();
    llvm::Expected<VectorStep> result = step();
    lock.lock();
    outcome.emplace(std::move(result));
    changed.notify_all();
  }
}

} // namespace mlirgym
