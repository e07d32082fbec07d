#include "execution/batch/TargetLimits.h"
#include "actions/ScheduleLimits.h"
#include "lowering/target/GpuProcessor.h"
#include "lowering/target/Target.h"
#include "llvm/TargetParser/Triple.h"
#include <algorithm>
#include <cstdint>

namespace mlirgym {

/// All registers except those for factors: four of 32, two of 8 groups of four.
static int64_t registersForResults(const Target &target) {
  const int64_t registers = target.vectorRegisters;
  return registers - std::min<int64_t>(registers / 4, 4);
}

static int64_t operationsOn(const Target &target) {
  constexpr int64_t reductionSteps = 4, copies = 2; // the remainder is one
  return std::clamp(registersForResults(target) * reductionSteps * copies,
                    ScheduleLimits().operations,
                    ScheduleLimits::mostOperations);
}

/// A thread reads 128 bits at once.
static ScheduleLimits limitsOfGpu(const Target &target) {
  return {.vectorBytes = target.vectorBits / 8,
          .accumulators = ScheduleLimits::mostAccumulators,
          .hasBlocks = true,
          .sharedBytes = GpuProcessor::of(target).sharedBytesOfBlock};
}

ScheduleLimits scheduleLimitsOf(const Target &target) {
  ScheduleLimits limits;
  if (llvm::Triple(target.triple).isNVPTX())
    return limitsOfGpu(target);
  limits.operations = operationsOn(target);
  limits.matrixTiles = target.dots.tiles;
  if (llvm::Triple(target.triple).isX86())
    return limits;
  const int64_t widthBytes = target.vectorBits / 8;
  limits.vectorBytes = std::min(widthBytes, limits.vectorBytes);
  // A wider register holds several vectors.
  limits.accumulators =
      std::min(registersForResults(target) * (widthBytes / limits.vectorBytes),
               limits.accumulators);
  return limits;
}

ScheduleLimits maskLimitsOf(const Target &target) {
  ScheduleLimits limits = scheduleLimitsOf(target);
  limits.operations = ScheduleLimits().operations;
  return limits;
}

} // namespace mlirgym
