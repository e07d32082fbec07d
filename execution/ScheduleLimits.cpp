#include "execution/ScheduleLimits.h"
#include "actions/ScheduleLimits.h"
#include "execution/lowering/Target.h"
#include "llvm/TargetParser/Triple.h"
#include <algorithm>
#include <cstdint>

namespace mlirgym {

ScheduleLimits scheduleLimitsOf(const Target &target) {
  ScheduleLimits limits;
  if (llvm::Triple(target.triple).isX86())
    return limits;
  limits.hasBlocks = llvm::Triple(target.triple).isNVPTX();
  const int64_t widthBytes = target.vectorBits / 8;
  limits.vectorBytes = std::min(widthBytes, limits.vectorBytes);
  // The rest is for factors: four of 32 registers, two of 8 groups of four.
  const int64_t registers = target.vectorRegisters;
  const int64_t forResults = registers - std::min<int64_t>(registers / 4, 4);
  // A wider register holds several vectors.
  limits.accumulators = std::min(forResults * (widthBytes / limits.vectorBytes),
                                 limits.accumulators);
  return limits;
}

} // namespace mlirgym
