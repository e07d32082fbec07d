//===- lowering/gpu/products/WarpgroupProducts.h - On Hopper ----*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_GPU_PRODUCTS_WARPGROUPPRODUCTS_H
#define MLIRGYM_LOWERING_GPU_PRODUCTS_WARPGROUPPRODUCTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Support/LLVM.h"
#include <cstdint>
#include <optional>

namespace mlirgym::lowering {

/// A factor in shared memory as wgmma reads it: rows of 64 elements of 16 bits,
/// 128 bytes, whose eight pieces of 16 bytes are permuted so that eight rows
/// are in different banks ("128-byte swizzle"). A matrix with more columns is
/// several such panels, shape [columns / 64, rows, 64].
struct SwizzledPanels {
  static constexpr int64_t columns = 64, pieces = 8, bytes = 128;

  /// The shape of the panels of a matrix.
  static mlir::SmallVector<int64_t> shapeOf(mlir::ArrayRef<int64_t> matrix);
  /// The index of a piece in the panels. `column` is that of its first element.
  static mlir::SmallVector<mlir::Value> indexOf(mlir::RewriterBase &rewriter,
                                                mlir::Location loc,
                                                mlir::Value row,
                                                mlir::Value column);
};

/// A product of tiles that are mapped to warps, 16 rows each, which four warps
/// together compute by PTX `wgmma.mma_async` (sm_90a) from shared memory: the
/// left factor is [rows, 64], the right one [64, columns] or [columns, 64] with
/// at most 256 columns.
///
/// Source: PTX ISA 8.7, "Asynchronous Warpgroup Level Matrix Instructions";
/// descriptors as in CUTLASS's mma_sm90_desc.hpp.
class WarpgroupProduct {
public:
  static std::optional<WarpgroupProduct> match(mlir::scf::ForallOp tiles);

  mlir::memref::AllocOp leftBuffer() const { return left; }
  mlir::memref::AllocOp rightBuffer() const { return right; }
  /// The tile of the block's result, [rows, columns].
  mlir::Value resultTile() const { return result; }

  /// The sums of a thread before the first product, as a value that a loop
  /// carries: the result, or, in place of `fill`, what it was filled with.
  mlir::Value begin(mlir::RewriterBase &rewriter, mlir::Value thread,
                    mlir::linalg::FillOp fill);
  /// Starts the products of a stage: the sums after them.
  mlir::Value multiply(mlir::RewriterBase &rewriter, mlir::Value thread,
                       mlir::Value sums, mlir::Value leftPanels,
                       mlir::Value rightPanels, mlir::Value stage);
  /// Waits for all products, and writes the result.
  void end(mlir::RewriterBase &rewriter, mlir::Value thread, mlir::Value sums);
  /// Error if a thread of a block of so many has fewer registers than it needs.
  mlir::LogicalResult verify(int64_t numThreads) const;
  /// Erases the product that was matched.
  void erase(mlir::RewriterBase &rewriter) { rewriter.eraseOp(forall); }

private:
  mlir::Value tileOfWarp(mlir::RewriterBase &rewriter, mlir::Value thread);

  mlir::scf::ForallOp forall;
  mlir::memref::AllocOp left, right;
  bool rightHasColumnsFirst = false; ///< [columns, 64]
  mlir::Value result;
  int64_t columns = 0;
  mlir::Type element;
};
} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_GPU_PRODUCTS_WARPGROUPPRODUCTS_H
