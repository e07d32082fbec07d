//===- lowering/tensor/LoopTiles.h - Tiles that loops insert --------------===//
#ifndef MLIRGYM_LOWERING_TENSOR_LOOPTILES_H
#define MLIRGYM_LOWERING_TENSOR_LOOPTILES_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Value.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Support/LLVM.h"
#include <optional>

namespace mlirgym::lowering {

/// The update of a loop-carried tensor by each iteration of a loop nest.
struct LoopTile {
  /// The tensor inside of the innermost loop.
  mlir::BlockArgument carried;
  /// The use of `carried` as the destination of a tensor.insert_slice or
  /// tensor.parallel_insert_slice, whose result the iteration yields.
  mlir::OpOperand *destination;

  mlir::OffsetSizeAndStrideOpInterface insert() const {
    return mlir::cast<mlir::OffsetSizeAndStrideOpInterface>(
        destination->getOwner());
  }
};

/// The tiles that loops insert into the tensor `init`, if `init` is carried by
/// a nest of `scf.for`, or by a `scf.forall`, whose iterations divide the
/// elements among them: each element is overwritten by exactly one iteration.
/// nullopt if this cannot be shown.
std::optional<LoopTile> tileBelow(mlir::OpOperand &init);

/// The only use of `tensor`, not counting queries of its size; null if there
/// are several.
mlir::OpOperand *onlyUse(mlir::Value tensor);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_TENSOR_LOOPTILES_H
