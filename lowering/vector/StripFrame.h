//===- lowering/vector/StripFrame.h - Places of new operations ------------===//
#ifndef MLIRGYM_LOWERING_VECTOR_STRIPFRAME_H
#define MLIRGYM_LOWERING_VECTOR_STRIPFRAME_H

#include "lowering/vector/Strip.h"
#include "lowering/vector/StripBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <functional>

namespace mlirgym::lowering {

/// Values of one block that are recomputed in another place: in the body of a
/// copy of a loop, or at the root of a Sink.
struct StripBuilder::Frame {
  explicit Frame(mlir::OpBuilder at) : at(at) {}

  mlir::Block *original = nullptr;
  mlir::OpBuilder at;
  llvm::DenseMap<StripKey, mlir::Value> strips;

  // For a copy of a loop: the values it carries, in the order of its arguments,
  // and the requested group of strips by type.
  mlir::scf::ForOp loop;
  mlir::Block *body = nullptr;
  llvm::SmallVector<Carried> carried;
  llvm::DenseMap<mlir::Type, llvm::SmallVector<Strip>> wanted;

  // For a Sink.
  std::function<bool(mlir::Operation *)> mayMove;
  std::function<void(mlir::Operation *, const Strip &)> onRead;

  bool isLoop() const { return body != nullptr; }
};
} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_VECTOR_STRIPFRAME_H
