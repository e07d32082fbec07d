//===- lowering/module/GpuMapping.h ---------------------------------------===//
#ifndef MLIRGYM_LOWERING_MODULE_GPUMAPPING_H
#define MLIRGYM_LOWERING_MODULE_GPUMAPPING_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlirgym::lowering {

/// True if each iteration is run by one thread of a block: some loop has a
/// mapping `#gpu.thread<...>`.
bool isForThreads(mlir::scf::ForallOp loops);
/// True if each iteration is run by the 32 threads of a warp: `#gpu.warp<...>`.
bool isForWarps(mlir::scf::ForallOp loops);
/// True inside loops for single threads.
bool isInThread(mlir::Operation *op);
/// True if the loops are mapped to threads, to warps or to blocks,
/// `#gpu.block<...>`.
bool isForGpu(mlir::scf::ForallOp loops);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_MODULE_GPUMAPPING_H
