//===- execution/lowering/target/TargetFeatures.h -------------------------===//
#ifndef MLIRGYM_EXECUTION_LOWERING_TARGET_TARGETFEATURES_H
#define MLIRGYM_EXECUTION_LOWERING_TARGET_TARGETFEATURES_H

#include "program/MachineFeatures.h"

namespace mlirgym {
struct Target;

/// What an agent observes of a target, for kernels with so many threads.
MachineFeatures featuresOf(const Target &target, unsigned threads);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_LOWERING_TARGET_TARGETFEATURES_H
