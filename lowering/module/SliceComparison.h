//===- lowering/module/SliceComparison.h - Equal slices -------------------===//
//
// Bufferization queries for pairs of slices of a tensor whether they are equal,
// subset hoisting whether they are disjoint. MLIR answers by a proof over the
// bounds of all surrounding loops, which takes seconds for a deep chain. For
// the IR after a schedule, comparing operands suffices: equal slices have equal
// operands once common subexpressions are merged.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_LOWERING_MODULE_SLICECOMPARISON_H
#define MLIRGYM_LOWERING_MODULE_SLICECOMPARISON_H

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

#endif // MLIRGYM_LOWERING_MODULE_SLICECOMPARISON_H
