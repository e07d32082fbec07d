//===- agents/model/CycleEstimate.h - Time estimated from loops -*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_MODEL_CYCLEESTIMATE_H
#define MLIRGYM_AGENTS_MODEL_CYCLEESTIMATE_H

#include "actions/ScheduleState.h"
#include "lowering/target/Target.h"

namespace mlirgym {

/// Processor cycles per call of a scheduled program, estimated from the loop
/// nests and the target alone: the instructions of the
/// innermost tiles, and the bytes that the tiles around them move between the
/// caches, as in the roofline and the cache-tiling models (Williams et al.,
/// CACM 2009; Low et al., ACM TOMS 2016). It ranks schedules of one program
/// before any measurement; as a prediction of time it may be wrong by a factor
/// of several. `threads`: number of threads of the kernels. `vectorsPerCycle`:
/// vectors of multiply-adds that a core starts per cycle, as MachineProfile's;
/// loads and stores of vectors are in proportion. Its constants were fitted on
/// a core that starts one.
double estimatedCycles(const ScheduleState &end, const Target &target,
                       unsigned threads, double vectorsPerCycle = 1);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_MODEL_CYCLEESTIMATE_H
