//===- lowering/target/TargetFeatures.h -----------------------------------===//
#ifndef MLIRGYM_LOWERING_TARGET_TARGETFEATURES_H
#define MLIRGYM_LOWERING_TARGET_TARGETFEATURES_H

#include "program/MachineFeatures.h"

namespace mlirgym {
struct Target;

/// The features of a target that an agent observes, for kernels with `threads`
/// threads.
MachineFeatures featuresOf(const Target &target, unsigned threads);
} // namespace mlirgym
#endif // MLIRGYM_LOWERING_TARGET_TARGETFEATURES_H
