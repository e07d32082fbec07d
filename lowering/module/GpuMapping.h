//===- lowering/module/GpuMapping.h ---------------------------------------===//
#ifndef MLIRGYM_LOWERING_MODULE_GPUMAPPING_H
#define MLIRGYM_LOWERING_MODULE_GPUMAPPING_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlirgym::lowering {

/// True if each iteration is run by one thread of a block: some loop has a
/// mapping `#gpu.thread<...>`.
bool isForThreads(mlir::scf::ForallOp loops);
/// True inside such loops.
bool isInThread(mlir::Operation *op);
/// True if the loops are mapped to threads or to blocks, `#gpu.block<...>`.
bool isForGpu(mlir::scf::ForallOp loops);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_MODULE_GPUMAPPING_H
