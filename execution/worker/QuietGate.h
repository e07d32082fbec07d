//===- execution/worker/QuietGate.h - Measure while nothing compiles ------===//
#ifndef MLIRGYM_EXECUTION_WORKER_QUIETGATE_H
#define MLIRGYM_EXECUTION_WORKER_QUIETGATE_H

#include "outcome/StopCheck.h"
#include <condition_variable>
#include <mutex>

namespace mlirgym::worker {

/// Any number of threads may compile, or one thread may measure. Threads that
/// wait to measure have priority over those that wait to compile: a kernel that
/// is ready is measured as soon as the running compilations end
/// (std::shared_mutex does not guarantee this order).
class QuietGate {
public:
  /// False if a stop was requested first; then leaveCompiling() must not be
  /// called.
  bool enterCompiling(StopCheck &stop) {
    std::unique_lock lock(mutex);
    if (!waitUnlessStopped(changed, lock, stop,
                           [&] { return !measuring && waitingToMeasure == 0; }))
      return false;
    ++compiling;
    return true;
  }
  void leaveCompiling() {
    std::lock_guard lock(mutex);
    --compiling;
    changed.notify_all();
  }
  /// As enterCompiling().
  bool enterMeasuring(StopCheck &stop) {
    std::unique_lock lock(mutex);
    ++waitingToMeasure;
    const bool entered = waitUnlessStopped(
        changed, lock, stop, [&] { return !measuring && compiling == 0; });
    --waitingToMeasure;
    measuring |= entered;
    if (!entered)
      changed.notify_all(); // wakes compiling threads that wait for this one
    return entered;
  }
  void leaveMeasuring() {
    std::lock_guard lock(mutex);
    measuring = false;
    changed.notify_all();
  }

private:
  std::mutex mutex;
  std::condition_variable changed;
  unsigned compiling = 0, waitingToMeasure = 0;
  bool measuring = false;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WORKER_QUIETGATE_H
