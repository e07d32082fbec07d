#include "lowering/target/TargetFeatures.h"
#include "lowering/target/Target.h"
#include "program/MachineFeatures.h"

namespace mlirgym {

MachineFeatures featuresOf(const Target &target, unsigned threads) {
  return {.threads = threads,
          .vectorBits = target.vectorBits,
          .l1Bytes = target.l1Bytes,
          .l2Bytes = target.l2Bytes,
          .l3Bytes = target.l3Bytes};
}

} // namespace mlirgym
