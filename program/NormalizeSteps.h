//===- program/NormalizeSteps.h - The steps of normalisation ------*- C++
//-*-===//
#ifndef MLIRGYM_PROGRAM_NORMALIZESTEPS_H
#define MLIRGYM_PROGRAM_NORMALIZESTEPS_H

#include "llvm/ADT/BitVector.h"
#include "llvm/Support/Error.h"

namespace mlir {
class ModuleOp;
namespace func {
class FuncOp;
} // namespace func
} // namespace mlir

namespace mlirgym {

// The steps that bring a payload into its normal form (Normalize.h), in order.

/// MLIR-RL's data set times the payload inside the payload: a private
/// `@nanoTime() -> i64` is called before and after the operations, and the
/// difference is the last result. Removes the calls, what is computed from them
/// alone, and those results; a module without `@nanoTime` is left as it is.
/// Errors: ProgramError if the time is used for anything else.
llvm::Error stripTiming(mlir::ModuleOp module);

/// Replaces each `dense_resource` by a `dense` constant of the same elements.
/// Resources go by names, which MLIR changes when it meets one again ("w_1"):
/// the same program would have another key the second time. Errors:
/// ProgramError at a resource without data, or of a size that is not its
/// type's.
llvm::Error inlineResources(mlir::func::FuncOp entry);

/// Turns every argument of `entry` into a memref that is read once, by a
/// `to_tensor restrict` at the start, and every result into a further argument,
/// written by a `materialize_in_destination` at the end; what happens between
/// them is on tensors alone. Memref arguments that operations of `entry` write
/// become outputs too. Arguments are taken not to overlap. Requires:
/// checkPayload(entry) succeeds. Returns, an argument a bit, which were tensors
/// or stand for a result: only the others are the caller's own signature.
llvm::BitVector makeBoundary(mlir::func::FuncOp entry);

/// Gives every structured operation an init of its own: a tensor.empty where
/// its body does not read the init, else its own linalg.fill of a tensor.empty
/// where the init is a fill or a splat constant. So what an operation is
/// initialised with can be tiled and fused with it alone.
void separateInits(mlir::func::FuncOp entry);

/// Lets each output of `entry` be computed in the argument it ends in, so that
/// bufferisation needs neither a buffer nor a copy for it. An init that is read
/// and is another tensor is copied to the output first. A pointwise operation
/// that is read last by the pointwise operation which writes the output shares
/// it (softmax's exp and division).
/// Requires: makeBoundary() and separateInits().
void assignDestinations(mlir::func::FuncOp entry);
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_NORMALIZESTEPS_H
