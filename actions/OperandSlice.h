//===- actions/OperandSlice.h - The part of an operand a tile reads -*- C++
//-*-===//
#ifndef MLIRGYM_ACTIONS_OPERANDSLICE_H
#define MLIRGYM_ACTIONS_OPERANDSLICE_H

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

/// The slice of `operand` that the loops of `nest` touch, as MLIR's tiling cuts
/// it: sum |c_l| (n_l - 1) + constant + 1 along each dimension, for a constant
/// of 0 or more (MLIR's slice begins where the constant is 0). Requires: each
/// dimension is a linear function of the loops.
llvm::SmallVector<SliceDim, 4> sliceOf(const Operand &operand,
                                       const LoopNest &nest);

/// True if MLIR can cut the operation into tiles. It takes the last iteration
/// of a tile for the one that reads the last element of a slice, and an index
/// of the tile for that of the whole less where the tile begins: not so where
/// an index falls while a loop rises (-i + 30), or is no sum of loops (i mod
/// 4). Whichever loops are cut, each operand becomes a slice along all
/// dimensions.
bool canBeTiled(const Operation &op);
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_OPERANDSLICE_H
