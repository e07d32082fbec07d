//===- lowering/gpu/products/WarpSums.h - Results ---------------*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_GPU_PRODUCTS_WARPSUMS_H
#define MLIRGYM_LOWERING_GPU_PRODUCTS_WARPSUMS_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Value.h"
#include "mlir/Support/LLVM.h"
#include <cstdint>

namespace mlirgym::lowering {

/// The sums of f32 that the lanes of a warp hold of a tile of a result, shape
/// [rows, columns]: of each 8 x 8 elements, lane l has row l / 4 and columns
/// 2 (l % 4) and the next. Sums are ordered by 16 rows, 8 columns, 8 rows, and
/// column.
///
/// Source: PTX ISA 8.7, "Matrix Fragments for mma.m16n8k16" and "Register
/// Fragments and Shared Memory Matrix Layouts" of wgmma, which are the same.
class WarpSums {
public:
  WarpSums(mlir::RewriterBase &irRewriter, mlir::Location location)
      : rewriter(irRewriter), loc(location) {}

  /// Computes the place of a lane; the other members need it. All members
  /// insert at the rewriter's place.
  void findLane();
  /// `tile` has static shape; its elements are f32, f16 or bf16.
  mlir::SmallVector<mlir::Value> read(mlir::Value tile);
  void write(mlir::ValueRange sums, mlir::Value tile);
  /// The sums of a tile whose elements are all `value`.
  mlir::SmallVector<mlir::Value> fill(mlir::Value value, mlir::Value tile);

private:
  void forEachPair(
      mlir::Value tile,
      mlir::function_ref<void(mlir::Value row, mlir::Value column)> body);

  mlir::RewriterBase &rewriter;
  mlir::Location loc;
  mlir::Value pairRow, pairColumn;
};

/// base + offset
mlir::Value plus(mlir::RewriterBase &rewriter, mlir::Location loc,
                 mlir::Value base, int64_t offset);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_GPU_PRODUCTS_WARPSUMS_H
