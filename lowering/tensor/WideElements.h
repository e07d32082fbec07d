//===- lowering/tensor/WideElements.h - Elements that are converted once --===//
#ifndef MLIRGYM_LOWERING_TENSOR_WIDEELEMENTS_H
#define MLIRGYM_LOWERING_TENSOR_WIDEELEMENTS_H

#include "lowering/target/VectorUnit.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Types.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace mlirgym::lowering {

/// Short elements of a promoted copy that are converted once, when the copy is
/// made, and not by each of its readers.
class WideElements {
public:
  /// Nothing if the readers do not all convert the elements in the same way, or
  /// if an instruction of `dots` multiplies them as they are. Requires: each
  /// reader is an input of a `linalg` operation.
  static std::optional<WideElements>
  of(llvm::ArrayRef<mlir::OpOperand *> readers, const DotInstructions &dots);

  /// Of the elements of the copy.
  mlir::Type type() const { return wide; }
  /// Converts an element or a vector of them.
  mlir::Value convert(mlir::OpBuilder &at, mlir::Value narrow) const;
  /// Makes the body of a reader take converted elements. Requires: it is a
  /// `linalg.generic`.
  void readBy(mlir::RewriterBase &rewriter, mlir::OpOperand &reader) const;

private:
  WideElements(mlir::OperationName conversion, mlir::Type wide)
      : conversion(conversion), wide(wide) {}

  mlir::OperationName conversion;
  mlir::Type wide;
};

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_TENSOR_WIDEELEMENTS_H
