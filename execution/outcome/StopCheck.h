//===- execution/outcome/StopCheck.h - Whether to wait on -------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_OUTCOME_STOPCHECK_H
#define MLIRGYM_EXECUTION_OUTCOME_STOPCHECK_H

#include <atomic>
#include <chrono>
#include <functional>
#include <stop_token>
#include <thread>

namespace mlirgym {

/// Asked by all that waits within one call of an Execution, several times per
/// second: true ends the call. Ctrl-C reaches it so without signal handlers of
/// ours. From any thread.
class StopCheck {
public:
  /// How long anything may wait without asking: far below what a person takes
  /// for no answer, far above what would disturb a kernel that is timed.
  static constexpr std::chrono::milliseconds pause{200};

  /// Never stops.
  StopCheck() = default;
  /// True once `asked` says so, or the token. `asked` is called on the thread
  /// that makes this only (Python's signals are heard on its main thread), and
  /// outlives it; may be empty.
  StopCheck(const std::function<bool()> &asked, std::stop_token from)
      : callback(&asked), token(std::move(from)) {}
  StopCheck(const StopCheck &) = delete;
  StopCheck &operator=(const StopCheck &) = delete;

  /// Stays true. Cheap enough to be called between any two pieces of work: the
  /// callback is asked ten times per second at most.
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
  std::chrono::steady_clock::time_point lastAsked; // the owner's
  std::atomic<bool> stopped = false;
};

/// Locks `lock` (of a timed mutex). False if it was stopped first.
template <typename Lock> bool lockUnlessStopped(Lock &lock, StopCheck &stop) {
  while (!stop.requested())
    if (lock.try_lock_for(StopCheck::pause))
      return true;
  return false;
}

/// Waits for `ready` under `lock`. False if it was stopped first.
template <typename Condition, typename Lock, typename Ready>
bool waitUnlessStopped(Condition &condition, Lock &lock, StopCheck &stop,
                       Ready ready) {
  while (!condition.wait_for(lock, StopCheck::pause, ready))
    if (stop.requested())
      return false;
  return true;
}
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_OUTCOME_STOPCHECK_H
