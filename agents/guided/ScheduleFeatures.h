//===- agents/guided/ScheduleFeatures.h - How alike schedules are -*- C++
//-*-===//
#ifndef MLIRGYM_AGENTS_GUIDED_SCHEDULEFEATURES_H
#define MLIRGYM_AGENTS_GUIDED_SCHEDULEFEATURES_H

#include "actions/ScheduleState.h"
#include <vector>

namespace mlirgym {

/// Numbers that differ little where the code of two schedules of one program
/// does: per operation the extents of each loop in its innermost tile and in
/// the tiles around it (logarithms), the order of the loops, and what was done
/// besides tiling. As many for each schedule of the program. Requires: `end` is
/// finished.
std::vector<float> scheduleFeatures(const ScheduleState &end);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_GUIDED_SCHEDULEFEATURES_H
