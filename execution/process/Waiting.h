//===- execution/process/Waiting.h - Reports waiting calls ------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_PROCESS_WAITING_H
#define MLIRGYM_EXECUTION_PROCESS_WAITING_H

#include "llvm/Support/FormatVariadic.h"
#include <functional>
#include <mutex>
#include <string>

namespace mlirgym::worker {

/// Reports from time to time that calls wait for a quiet machine, so that a run
/// does not look hung: after a total of five seconds of waiting, even if each
/// wait is short, and then after every further half minute. Thread safe.
class Waiting {
public:
  /// `callback` is ExecutionOptions::waiting; it may be empty.
  explicit Waiting(std::function<void(const std::string &)> callback)
      : tell(std::move(callback)) {}

  /// Adds the seconds that a call has waited. `why` returns the reason as text.
  template <typename Why> void waited(double seconds, Why why) {
    if (!tell)
      return;
    std::lock_guard lock(mutex);
    totalSeconds += seconds;
    if (totalSeconds < nextSeconds)
      return;
    constexpr double pauseSeconds = 30;
    nextSeconds = totalSeconds + pauseSeconds;
    tell(llvm::formatv("waiting for a quiet machine: {0} ({1:f0} s so far)",
                       why(), totalSeconds)
             .str());
  }

private:
  const std::function<void(const std::string &)> tell;
  std::mutex mutex; ///< guards the rest
  double totalSeconds = 0, nextSeconds = 5;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_PROCESS_WAITING_H
