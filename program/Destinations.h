//===- program/Destinations.h - Where each result is written ----*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_DESTINATIONS_H
#define MLIRGYM_PROGRAM_DESTINATIONS_H

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace mlirgym {

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
#endif // MLIRGYM_PROGRAM_DESTINATIONS_H
