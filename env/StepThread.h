//===- env/StepThread.h - One step on a thread of its own -------*- C++ -*-===//
#ifndef MLIRGYM_ENV_STEPTHREAD_H
#define MLIRGYM_ENV_STEPTHREAD_H

#include "env/VectorEnv.h"
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace mlirgym {

/// Runs at most one step at a time. The thread starts with the first step and
/// stays. One caller.
class StepThread {
public:
  using Step = std::function<llvm::Expected<VectorStep>()>;

  StepThread() = default;
  /// Waits for the step under way and drops its outcome.
  ~StepThread();

  /// True from start() to wait() or drop().
  bool busy() const { return isBusy; }
  /// Requires: !busy().
  void start(Step step);
  /// The outcome. Requires: busy().
  llvm::Expected<VectorStep> wait();
  /// Waits, if busy, and forgets the outcome.
  void drop();

private:
  void run(const std::stop_token &stop);

  bool isBusy = false; // the caller's own
  std::mutex mutex;
  std::condition_variable_any changed;
  Step todo;                                         // guarded by mutex
  std::optional<llvm::Expected<VectorStep>> outcome; // guarded by mutex
  std::jthread worker; // last: it ends before what it uses
};
} // namespace mlirgym
#endif // MLIRGYM_ENV_STEPTHREAD_H
