//===- execution/QuietGate.h - Measure while nothing compiles ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_QUIETGATE_H
#define MLIRGYM_EXECUTION_QUIETGATE_H

#include <condition_variable>
#include <mutex>

namespace mlirgym {

/// Any number may compile, or one may measure. Who waits to measure goes before
/// who waits to compile: a kernel that is ready is measured at once, and no
/// stream of compilations holds it up (std::shared_mutex promises neither).
class QuietGate {
public:
  void enterCompiling() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return !measuring && waitingToMeasure == 0; });
    ++compiling;
  }
  void leaveCompiling() {
    std::lock_guard lock(mutex);
    --compiling;
    changed.notify_all();
  }
  void enterMeasuring() {
    std::unique_lock lock(mutex);
    ++waitingToMeasure;
    changed.wait(lock, [&] { return !measuring && compiling == 0; });
    --waitingToMeasure;
    measuring = true;
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
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_QUIETGATE_H
