//===- env/StepThread.h - One step on a separate thread ---------*- C++ -*-===//
#ifndef MLIRGYM_ENV_STEPTHREAD_H
#define MLIRGYM_ENV_STEPTHREAD_H

#include "env/VectorEnv.h"
#include "llvm/Support/Error.h"
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace mlirgym {

/// Runs at most one step at a time. The thread starts with the first step and
/// then remains. It has one caller, which also handles Ctrl-C: while the caller
/// waits, `interrupted` is polled, and true requests the end of the step.
class StepThread {
public:
  /// Ends soon, with an error, after a stop request.
  using Step = std::function<llvm::Expected<VectorStep>(std::stop_token)>;
  using Interrupted = std::function<bool()>; ///< may be empty

  StepThread() = default;
  /// Requests the end of the current step, and drops its outcome.
  ~StepThread();

  /// True from start() to wait() or drop().
  bool busy() const { return isBusy; }
  /// Requires: !busy().
  void start(Step step);
  /// The outcome. Requires: busy().
  llvm::Expected<VectorStep> wait(const Interrupted &interrupted);
  /// Waits for the current step, if any, and discards its outcome.
  void drop(const Interrupted &interrupted);

private:
  void run(const std::stop_token &stop);

  bool isBusy = false; // used by the caller only
  std::mutex mutex;
  std::condition_variable_any changed;
  Step todo;                                         // guarded by mutex
  std::stop_source ending;                           // of the current step
  std::optional<llvm::Expected<VectorStep>> outcome; // guarded by mutex
  std::jthread worker; // last: destroyed before the members it uses
};
} // namespace mlirgym
#endif // MLIRGYM_ENV_STEPTHREAD_H
