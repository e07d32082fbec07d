//===- actions/OperandSlice.h - The part of an operand a tile reads -*- C++
//-*-===//
#ifndef MLIRGYM_ACTIONS_OPERANDSLICE_H
#define MLIRGYM_ACTIONS_OPERANDSLICE_H

#include "actions/LoopNest.h"
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
/// it: sum |c_l| (n_l - 1) + 1 along each dimension. Requires: each
/// dimension is a linear function of the loops.
llvm::SmallVector<SliceDim, 4> sliceOf(const Operand &operand,
                                       const LoopNest &nest);
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_OPERANDSLICE_H
