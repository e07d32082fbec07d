//===- program/Boundary.h - Memrefs outside, tensors inside -----*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_BOUNDARY_H
#define MLIRGYM_PROGRAM_BOUNDARY_H

#include "llvm/ADT/BitVector.h"

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace mlirgym {

/// Turns every argument of `entry` into a memref that is read once, by a
/// `to_tensor restrict` at the start, and every result into a further argument,
/// written by a `materialize_in_destination` at the end; what happens between
/// them is on tensors alone. Memref arguments that operations of `entry` write
/// become outputs too. Arguments are taken not to overlap. Requires:
/// checkPayload(entry) succeeds. Returns, an argument a bit, which were tensors
/// or stand for a result: only the others are the caller's own signature.
llvm::BitVector makeBoundary(mlir::func::FuncOp entry);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_BOUNDARY_H
