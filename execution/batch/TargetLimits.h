//===- execution/batch/TargetLimits.h - What a target allows ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_BATCH_TARGETLIMITS_H
#define MLIRGYM_EXECUTION_BATCH_TARGETLIMITS_H

#include "actions/ScheduleLimits.h"

namespace mlirgym {
struct Target; // execution/lowering/target/Target.h

/// What vectorising may assume of a target's registers: their width, all of
/// them but four as accumulators, and vector operations for four steps of a
/// reduction into that many, and for their remainder. Width and accumulators of
/// x86 are always the same, so that stored schedules are legal on every such
/// machine (ADR 26). Whether it has blocks.
ScheduleLimits scheduleLimitsOf(const Target &target);

/// The same with ScheduleLimits().operations on every target: what masks allow
/// (ADR 34).
ScheduleLimits maskLimitsOf(const Target &target);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_BATCH_TARGETLIMITS_H
