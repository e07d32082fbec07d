//===- lowering/FreeBuffers.h - Frees buffers -------------------*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_FREEBUFFERS_H
#define MLIRGYM_LOWERING_FREEBUFFERS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlirgym::lowering {

/// Frees each `memref.alloc` of a module with branches (`cf`), since MLIR's
/// buffer deallocation rejects loops made of branches. A buffer that is
/// allocated once per call is freed where the function returns, any other at
/// the end of its block. Returns false, without a change, if there are no
/// branches, or if a buffer is passed to a block, returned, or used after the
/// end of its block.
bool freeBuffersAmongBranches(mlir::ModuleOp module);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_FREEBUFFERS_H
