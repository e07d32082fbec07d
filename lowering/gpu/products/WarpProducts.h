//===- lowering/gpu/products/WarpProducts.h - By tensor cores ---*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_GPU_PRODUCTS_WARPPRODUCTS_H
#define MLIRGYM_LOWERING_GPU_PRODUCTS_WARPPRODUCTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Support/LLVM.h"

namespace mlirgym::lowering {

/// Computes a matrix product of one warp by its tensor cores: PTX
/// `mma.sync.m16n8k16` on fragments that `ldmatrix` reads from shared memory,
/// with sums of f32. Fragments of the result stay in registers during the
/// innermost loop around the product, if the tile is the same in each
/// iteration. Factors are f16 or bf16, in either order of their dimensions; the
/// result is f32, f16 or bf16. Reports an error on other operations, if a
/// factor is not in shared memory, or if a size is not a multiple of 16.
///
/// Source: PTX ISA 8.7, "Matrix Fragments for mma.m16n8k16 with floating point
/// type" and "ldmatrix".
mlir::LogicalResult multiplyInWarp(mlir::RewriterBase &rewriter,
                                   mlir::linalg::LinalgOp op);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_GPU_PRODUCTS_WARPPRODUCTS_H
