#include "env/StepThread.h"
#include "env/VectorEnv.h"
#include "outcome/StopCheck.h"
#include "llvm/Support/Error.h"
#include <cassert>
#include <mutex>
#include <stop_token>

namespace mlirgym {

StepThread::~StepThread() {
  ending.request_stop(); // the outcome is no longer needed
  drop({});
}

void StepThread::start(Step step) {
  assert(!isBusy && "one step at a time");
  isBusy = true;
  ending = std::stop_source();
  {
    std::scoped_lock lock(mutex);
    todo = std::move(step);
  }
  if (worker.joinable())
    changed.notify_all();
  else
    worker = std::jthread([this](const std::stop_token &stop) { run(stop); });
}

llvm::Expected<VectorStep> StepThread::wait(const Interrupted &interrupted) {
  assert(isBusy && "nothing to wait for");
  StopCheck stop(interrupted, ending.get_token());
  std::unique_lock lock(mutex);
  auto done = [this] { return outcome.has_value(); };
  // The lock is released while polling, since the step needs it to report its
  // end.
  while (!changed.wait_for(lock, StopCheck::pause, done)) {
    lock.unlock();
    if (stop.requested())
      ending.request_stop();
    lock.lock();
  }
  isBusy = false;
  llvm::Expected<VectorStep> taken = std::move(*outcome);
  outcome.reset();
  return taken;
}

void StepThread::drop(const Interrupted &interrupted) {
  if (!isBusy)
    return;
  if (llvm::Expected<VectorStep> outcomeOfNobody = wait(interrupted);
      !outcomeOfNobody)
    llvm::consumeError(outcomeOfNobody.takeError());
}

void StepThread::run(const std::stop_token &stop) {
  std::unique_lock lock(mutex);
  while (changed.wait(lock, stop, [this] { return todo != nullptr; })) {
    Step step = std::move(todo);
    todo = nullptr;
    std::stop_token token = ending.get_token();
    lock.unlock();
    llvm::Expected<VectorStep> result = step(std::move(token));
    lock.lock();
    outcome.emplace(std::move(result));
    changed.notify_all();
  }
}

} // namespace mlirgym
