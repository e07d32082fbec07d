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
  limits.bytes = std::min<int64_t>(target.vectorBits / 8, limits.bytes);
  // The rest is for factors: four of 32 registers, two of 8 groups of four.
  const int64_t registers = target.vectorRegisters;
  limits.accumulators = std::min<int64_t>(
      registers - std::min<int64_t>(registers / 4, 4), limits.accumulators);
  return limits;
}

} // namespace mlirgym
