//===- lowering/tensor/GroupedCopy.h - Copies in groups ---------*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_TENSOR_GROUPEDCOPY_H
#define MLIRGYM_LOWERING_TENSOR_GROUPEDCOPY_H

#include "lowering/tensor/WideElements.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Value.h"
#include <cstdint>
#include <optional>

namespace mlirgym::lowering {

/// A copy in which groups of places along one dimension are side by side, as
/// the instructions that multiply short elements take them.
struct GroupedCopy {
  /// The copy, whose dimensions are those of `source` without `along` and
  /// `lanes`, then the groups, the columns and the places of a group. Requires:
  /// all sizes but that along `lanes` are static.
  mlir::Value make(mlir::RewriterBase &rewriter) const;

  mlir::Value source;
  /// The dimensions of `source` along which groups are, and which lanes index,
  /// one of which is the last one.
  int64_t along, lanes;
  /// Number of elements in a group. It divides the size along `along`.
  int64_t length;
  /// Size along `lanes`, which is a multiple of 4.
  mlir::OpFoldResult columns;
  /// The top bits are inverted.
  bool isShifted;
  /// For registers of AArch64.
  bool arm;
  /// The elements are converted.
  std::optional<WideElements> wide;
};
} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_TENSOR_GROUPEDCOPY_H
