//===- actions/SharedMemory.h - Memory of a block of a GPU ------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_SHAREDMEMORY_H
#define MLIRGYM_ACTIONS_SHAREDMEMORY_H

#include "actions/LoopNest.h"
#include "actions/ScheduleState.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace mlirgym {

/// Bytes of the shared memory of the block that computes `op`: the copies that
/// `promote` made, the results of operations that are fused into the block, and
/// partial results. 0 if `op` is in no block. An upper bound: the lowering may
/// share a buffer.
int64_t sharedBytesOfBlock(const ScheduleState &state, unsigned op);

/// Bytes of the copy that `promote` makes of an input inside these loops. A
/// copy in a loop that runs in order has two buffers: the next part is fetched
/// while the block computes with the present one. Requires: the indices of the
/// input are sums of loops.
int64_t bytesOfCopy(const Operand &input, const LoopNest &nest);

/// Bytes of the results of an operation, for one extent per loop.
int64_t bytesOfResults(const Operation &op, llvm::ArrayRef<int64_t> extents);

/// Bytes of the buffer for the results of an operation in the block into which
/// it is fused; 0 if it is in no block of another operation, or a thread keeps
/// them.
int64_t bytesOfFusedResults(const ScheduleState &state, unsigned op);
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_SHAREDMEMORY_H
