//===- actions/rules/OperandSlice.h - The part of an operand a tile reads -===//
#ifndef MLIRGYM_ACTIONS_RULES_OPERANDSLICE_H
#define MLIRGYM_ACTIONS_RULES_OPERANDSLICE_H

#include "actions/LoopNest.h"
#include "program/Program.h"
#include "llvm/ADT/SmallVector.h"

namespace mlirgym {

/// Extent of one dimension of a slice.
struct SliceDim {
  int64_t extent = 1;
  /// Bit s: loop s of Operation::tripCounts moves the slice along this
  /// dimension.
  uint64_t loops = 0;
};

/// The slice of `operand` that the loops of `nest` access, as computed by
/// MLIR's tiling: sum |c_l| (n_l - 1) + constant + 1 along each dimension, for
/// a constant of 0 or more (MLIR's slice begins where the constant is 0).
/// Requires: each dimension is a linear function of the loops.
llvm::SmallVector<SliceDim, 4> sliceOf(const Operand &operand,
                                       const LoopNest &nest);

/// True if MLIR can tile the operation. Its tiling assumes that the last
/// iteration of a tile reads the last element of a slice, and that an index
/// inside the tile is the original index minus the tile's offset. This is wrong
/// for an index that decreases while a loop advances (-i + 30), or that is not
/// a sum of loops (i mod 4). Each operand becomes a slice along all of its
/// dimensions, whichever loops are tiled.
bool canBeTiled(const Operation &op);
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_RULES_OPERANDSLICE_H
