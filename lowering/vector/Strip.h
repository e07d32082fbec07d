//===- lowering/vector/Strip.h - A part of a vector -------------*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_VECTOR_STRIP_H
#define MLIRGYM_LOWERING_VECTOR_STRIP_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallVector.h"

namespace mlirgym::lowering {

/// `count` adjacent elements of a vector of any rank along dimension `dim`,
/// starting at `position`. With `dim` -1: the single element at `position`, a
/// scalar. The empty strip denotes a whole scalar or 0-D vector.
struct Strip {
  /// One index per dimension.
  llvm::SmallVector<int64_t, 4> position;
  int dim = -1;
  int64_t count = 1;

  static Strip elementAt(llvm::ArrayRef<int64_t> position);

  bool isElement() const { return dim < 0; }
  /// The element type, or a 1-D vector type of `count` elements.
  mlir::Type typeIn(mlir::Type vectorOrScalar) const;
  /// Element `lane` of the strip.
  Strip lane(int64_t lane) const;
  /// True if the two have an element in common.
  bool overlaps(const Strip &other) const;

  friend bool operator==(const Strip &, const Strip &) = default;
};

inline int lastDim(mlir::VectorType type) {
  return static_cast<int>(type.getRank()) - 1;
}

/// Index of `position` in row-major order.
int64_t linearIndex(llvm::ArrayRef<int64_t> shape,
                    llvm::ArrayRef<int64_t> position);
/// The inverse of linearIndex().
llvm::SmallVector<int64_t> positionOf(llvm::ArrayRef<int64_t> shape,
                                      int64_t linear);

/// The whole vector as strips of at most `lanes` elements along `dim`, in
/// row-major order. A tail is split into powers of two.
llvm::SmallVector<Strip> stripsAlong(mlir::VectorType type, int dim,
                                     int64_t lanes);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_VECTOR_STRIP_H
