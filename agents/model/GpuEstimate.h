//===- agents/model/GpuEstimate.h - Time of blocks of a GPU -----*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_MODEL_GPUESTIMATE_H
#define MLIRGYM_AGENTS_MODEL_GPUESTIMATE_H

#include "actions/ScheduleState.h"
#include "lowering/target/GpuProcessor.h"

namespace mlirgym {

/// Nanoseconds per call of a scheduled program on a GPU, estimated from the
/// loop nests and the processor alone. Per kernel it is the longest of the
/// times that multiprocessors compute and access shared memory, that the second
/// cache and the memory move what the blocks read (blocks that run at the same
/// time share it), and that blocks need one after another because of latency,
/// for as many blocks at once as threads, registers and shared memory allow.
/// Launches are added. As estimatedCycles() it ranks the schedules of one
/// program; as a prediction it may be wrong by a factor of several.
double estimatedGpuNs(const ScheduleState &end, const GpuProcessor &gpu);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_MODEL_GPUESTIMATE_H
