//===- outcome/StopCheck.h - Interruption of calls --------------*- C++ -*-===//
#ifndef MLIRGYM_OUTCOME_STOPCHECK_H
#define MLIRGYM_OUTCOME_STOPCHECK_H

#include <atomic>
#include <chrono>
#include <functional>
#include <stop_token>
#include <thread>

namespace mlirgym {

/// Polled several times per second by all waiting functions of one call of an
/// Execution; ends the call when it returns true. This handles Ctrl-C without
/// installing signal handlers. Usable from any thread.
class StopCheck {
public:
  /// The longest wait without polling: short enough for users, and long enough
  /// not to disturb a kernel that is being timed.
  static constexpr std::chrono::milliseconds pause{200};

  /// Never stops.
  StopCheck() = default;
  /// True once `asked` returns true or the token is triggered. `asked` is
  /// called only on the thread that creates this object (Python handles signals
  /// on its main thread); it must outlive the object and may be empty.
  StopCheck(const std::function<bool()> &asked, std::stop_token from)
      : callback(&asked), token(std::move(from)) {}
  StopCheck(const StopCheck &) = delete;
  StopCheck &operator=(const StopCheck &) = delete;

  /// Remains true once it was true. Can be called often: the callback is called
  /// at most ten times per second.
  bool requested() {
    if (stopped)
      return true;
    if (token.stop_requested() || answer())
      stopped = true;
    return stopped;
  }

private:
  bool answer() {
    if (!callback || !*callback || std::this_thread::get_id() != owner)
      return false;
    const auto now = std::chrono::steady_clock::now();
    if (now - lastAsked < pause / 2)
      return false;
    lastAsked = now;
    return (*callback)();
  }

  const std::function<bool()> *callback = nullptr;
  std::stop_token token;
  const std::thread::id owner = std::this_thread::get_id();
  std::chrono::steady_clock::time_point
      lastAsked; // used by the creating thread only
  std::atomic<bool> stopped = false;
};

/// Locks `lock` (of a timed mutex). False if a stop was requested first.
template <typename Lock> bool lockUnlessStopped(Lock &lock, StopCheck &stop) {
  while (!stop.requested())
    if (lock.try_lock_for(StopCheck::pause))
      return true;
  return false;
}

/// Waits for `ready` under `lock`. False if a stop was requested first.
template <typename Condition, typename Lock, typename Ready>
bool waitUnlessStopped(Condition &condition, Lock &lock, StopCheck &stop,
                       Ready ready) {
  while (!condition.wait_for(lock, StopCheck::pause, ready))
    if (stop.requested())
      return false;
  return true;
}
} // namespace mlirgym
#endif // MLIRGYM_OUTCOME_STOPCHECK_H
