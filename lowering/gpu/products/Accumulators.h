//===- lowering/gpu/products/Accumulators.h - Sums in registers -*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_GPU_PRODUCTS_ACCUMULATORS_H
#define MLIRGYM_LOWERING_GPU_PRODUCTS_ACCUMULATORS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Value.h"

namespace mlirgym::lowering {

/// The fill of the tile before the loop, if before or beside the loop nothing
/// else reads or writes it; else null.
mlir::linalg::FillOp fillOf(mlir::scf::ForOp loop, mlir::Value tile);

/// True if only `readers` use the memory of `tile` inside the loop.
bool isUsedOnlyBy(mlir::scf::ForOp loop, mlir::Value tile,
                  mlir::ArrayRef<mlir::Operation *> readers);

/// A thread that reads its tile of a result at the beginning of each iteration
/// of a loop, and writes it at the end, keeps it in registers instead: it reads
/// before the loop and writes after it. A tile that was filled is not read.
/// Returns the loop, which may be a new one.
mlir::scf::ForOp hoistAccumulators(mlir::RewriterBase &rewriter,
                                   mlir::scf::ForOp loop);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_GPU_PRODUCTS_ACCUMULATORS_H
