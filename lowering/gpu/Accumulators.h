//===- lowering/gpu/Accumulators.h - Sums in registers ----------*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_GPU_ACCUMULATORS_H
#define MLIRGYM_LOWERING_GPU_ACCUMULATORS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Value.h"
#include <optional>

namespace mlirgym::lowering {

/// The value that an operation before the loop fills the tile with, if nothing
/// else reads or writes it but operations of the loop.
std::optional<mlir::Value> filledWith(mlir::scf::ForOp loop, mlir::Value tile);
/// Erases that fill. Precondition: filledWith().
void eraseFill(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
               mlir::Value tile);

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
#endif // MLIRGYM_LOWERING_GPU_ACCUMULATORS_H
