//===- agents/model/ScheduleFeatures.h - Similarity of schedules ----------===//
#ifndef MLIRGYM_AGENTS_MODEL_SCHEDULEFEATURES_H
#define MLIRGYM_AGENTS_MODEL_SCHEDULEFEATURES_H

#include "actions/ScheduleState.h"
#include <vector>

namespace mlirgym {

/// Numbers that are close for two schedules of one program with similar code:
/// per operation the extents of each loop in its innermost tile and in the
/// tiles around it (logarithms), the order of the loops, and the actions
/// besides tiling. Their number is the same for all schedules of the program.
/// Requires: `end` is finished.
std::vector<float> scheduleFeatures(const ScheduleState &end);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_MODEL_SCHEDULEFEATURES_H
