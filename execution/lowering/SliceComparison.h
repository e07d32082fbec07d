//===- execution/lowering/SliceComparison.h - Equal slices ------*- C++ -*-===//
//
// Bufferization asks of any two slices of a tensor whether they are one,
// hoisting of subsets whether they share nothing. MLIR answers by proving it
// over the bounds of all loops around, seconds for a deep chain. What schedules
// leave behind says it plainly: equal slices have equal operands once common
// subexpressions are merged.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_EXECUTION_LOWERING_SLICECOMPARISON_H
#define MLIRGYM_EXECUTION_LOWERING_SLICECOMPARISON_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlirgym::lowering {

/// In contexts made from this registry, slices of tensors are compared operand
/// by operand: they are equal if all offsets, sizes and strides are the same
/// values, and disjoint if constants prove it. Otherwise they count as neither,
/// which may cost a copy but is always correct. Requires: registered before
/// MLIR's own models of the same interface (the first one stays).
void registerSliceComparison(mlir::DialectRegistry &registry);

} // namespace mlirgym::lowering

#endif // MLIRGYM_EXECUTION_LOWERING_SLICECOMPARISON_H
