//===- execution/ScheduleLimits.h - What a target's vectors allow ---------===//
#ifndef MLIRGYM_EXECUTION_SCHEDULELIMITS_H
#define MLIRGYM_EXECUTION_SCHEDULELIMITS_H

#include "actions/VectorLimits.h"

namespace mlirgym {
struct Target; // execution/lowering/Target.h

/// What vectorising may assume of a target's registers: their width, and all of
/// them but four as accumulators. Those of x86 are always the same, so that
/// stored schedules are legal on every such machine (ADR 26).
VectorLimits vectorLimitsOf(const Target &target);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_SCHEDULELIMITS_H
