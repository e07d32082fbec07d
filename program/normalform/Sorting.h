//===- program/normalform/Sorting.h - Sorts, scans and scatters -*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_NORMALFORM_SORTING_H
#define MLIRGYM_PROGRAM_NORMALFORM_SORTING_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Support/LLVM.h"

namespace mlirgym {

/// True for the operations of torch-mlir's dialect tm_tensor.
bool isOfTmTensor(mlir::Operation *op);

/// Replaces one of them by operations on tensors. A sort becomes structured
/// operations: each element counts those before it, which is its place; that
/// takes time of the square of a row's length. A scan is a loop over slices,
/// and a scatter a loop over updates, which may have the same place. Fails,
/// without a change, at one that is malformed, or scatters slices.
mlir::LogicalResult decomposeTmTensor(mlir::Operation *op,
                                      mlir::IRRewriter &rewriter);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_NORMALFORM_SORTING_H
