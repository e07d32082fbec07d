#include "outcome/Measurement.h"
#include "program/EnumNames.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlirgym {

static constexpr EnumNames<Status::Suspicious> statusNames = {
    {"ok", "transform_failed", "lowering_failed", "compile_failed",
     "wrong_result", "crashed", "timed_out", "out_of_memory", "too_slow",
     "not_cached", "suspicious"}};

llvm::StringRef nameOf(Status status) { return statusNames.of(status); }

std::optional<Status> parseStatus(llvm::StringRef name) {
  return statusNames.parse(name);
}

} // namespace mlirgym
