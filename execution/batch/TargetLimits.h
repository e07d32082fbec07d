//===- execution/batch/TargetLimits.h - Limits of a target ------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_BATCH_TARGETLIMITS_H
#define MLIRGYM_EXECUTION_BATCH_TARGETLIMITS_H

#include "actions/ScheduleLimits.h"

namespace mlirgym {
struct Target; // lowering/target/Target.h

/// Limits that follow from a target's registers: their width, all but at most
/// four of them as accumulators, and as many vector operations as four steps of
/// a reduction into those accumulators, and its remainder, need. Width and
/// accumulators are the same for every x86 processor, so that stored schedules
/// are legal on all of them (ADR 26). For a GPU, `hasBlocks` is set, and the
/// shared memory of a block is that of the processor (GpuProcessor.h).
ScheduleLimits scheduleLimitsOf(const Target &target);

/// The limits of masks: the same, but with ScheduleLimits().operations on every
/// target (ADR 34).
ScheduleLimits maskLimitsOf(const Target &target);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_BATCH_TARGETLIMITS_H
