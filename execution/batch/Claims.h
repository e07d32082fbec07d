//===- execution/batch/Claims.h - Keys in flight ----------------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_BATCH_CLAIMS_H
#define MLIRGYM_EXECUTION_BATCH_CLAIMS_H

#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <cstdint>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace mlirgym {

/// The result for one key, for all callers that wait for it. Errors are stored
/// as text, since an llvm::Error can be passed to one caller only.
struct Answer {
  Measurement measurement;
  std::string error;        ///< message of an ExecutionError, or ""
  bool interrupted = false; ///< if true, the error is an InterruptedError

  static Answer failure(llvm::Error error);
  static Answer interruption();

  bool failed() const { return !error.empty(); }
  llvm::Expected<Measurement> take() const;
};

/// A caller's claim on a key in flight. The owner is the caller that claimed it
/// first and must publish() an answer; the others wait for it.
class Claim {
public:
  bool isOwner() const { return promise != nullptr; }
  /// Blocks. nullopt if a stop was requested first.
  std::optional<Answer> wait(StopCheck &stop) const;
  /// The answer that the owner has published.
  Answer published() const { return answer.get(); }

private:
  friend class Claims;
  std::string key;
  std::shared_future<Answer> answer;
  std::shared_ptr<std::promise<Answer>> promise; ///< the owner's
};

/// Keys in flight: one caller computes each, and other callers wait for its
/// answer. Thread safe.
class Claims {
public:
  Claim claim(const std::string &key);
  /// Answers all waiting callers. The key can then be claimed again; its answer
  /// is in the exec data. Requires: claim.isOwner().
  void publish(const Claim &claim, Answer answer);
  /// The number of answers so far: while it does not change, no caller has
  /// added a new result to the exec data.
  uint64_t published() const { return answers; }

private:
  std::mutex mutex;
  std::atomic<uint64_t> answers = 0;
  std::map<std::string, std::shared_future<Answer>> flights;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_BATCH_CLAIMS_H
