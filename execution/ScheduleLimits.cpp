#include "execution/ScheduleLimits.h"
#include "actions/VectorLimits.h"
#include "execution/lowering/Target.h"
#include "llvm/TargetParser/Triple.h"
#include <algorithm>
#include <cstdint>

namespace mlirgym {

VectorLimits vectorLimitsOf(const Target &target) {
  VectorLimits limits;
  if (llvm::Triple(target.triple).isX86())
    return limits;
  const int64_t widthBytes = target.vectorBits / 8;
  limits.bytes = std::min(widthBytes, limits.bytes);
  // The rest is for factors: four of 32 registers, two of 8 groups of four.
  const int64_t registers = target.vectorRegisters;
  const int64_t forResults = registers - std::min<int64_t>(registers / 4, 4);
  // A wider register holds several vectors.
  limits.accumulators =
      std::min(forResults * (widthBytes / limits.bytes), limits.accumulators);
  return limits;
}

} // namespace mlirgym
