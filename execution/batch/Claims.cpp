#include "execution/batch/Claims.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "llvm/Support/Error.h"
#include <future>
#include <memory>
#include <mutex>
#include <optional>

namespace mlirgym {

Answer Answer::failure(llvm::Error error) {
  const bool interrupted = error.isA<InterruptedError>();
  return {{}, llvm::toString(std::move(error)), interrupted};
}

Answer Answer::interruption() {
  return failure(llvm::make_error<InterruptedError>());
}

llvm::Expected<Measurement> Answer::take() const {
  if (interrupted)
    return llvm::make_error<InterruptedError>(error);
  if (error.empty())
    return measurement;
  return llvm::make_error<ExecutionError>(error);
}

std::optional<Answer> Claim::wait(StopCheck &stop) const {
  while (answer.wait_for(StopCheck::pause) != std::future_status::ready)
    if (stop.requested())
      return std::nullopt;
  return answer.get();
}

Claim Claims::claim(const std::string &key) {
  Claim claim;
  claim.key = key;
  std::lock_guard lock(mutex);
  auto [found, isNew] = flights.try_emplace(key);
  if (isNew) {
    claim.promise = std::make_shared<std::promise<Answer>>();
    found->second = claim.promise->get_future().share();
  }
  claim.answer = found->second;
  return claim;
}

void Claims::publish(const Claim &claim, Answer answer) {
  // Removed first: from now on callers find the result in the exec data.
  {
    std::lock_guard lock(mutex);
    ++answers;
    flights.erase(claim.key);
  }
  claim.promise->set_value(std::move(answer));
}

} // namespace mlirgym
