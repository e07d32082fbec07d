#include "outcome/Measurement.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <optional>

namespace mlirgym {

static constexpr std::array<llvm::StringLiteral, 10> statusNames = {
    "ok",           "transform_failed", "lowering_failed", "compile_failed",
    "wrong_result", "crashed",          "timed_out",       "out_of_memory",
    "too_slow",     "not_cached"};

llvm::StringRef nameOf(Status status) {
  return statusNames[static_cast<size_t>(status)];
}

std::optional<Status> parseStatus(llvm::StringRef name) {
  for (size_t i = 0; i < statusNames.size(); ++i)
    if (statusNames[i] == name)
      return static_cast<Status>(i);
  return std::nullopt;
}

} // namespace mlirgym
