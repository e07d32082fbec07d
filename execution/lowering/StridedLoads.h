//===- execution/lowering/StridedLoads.h - every second element -*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_LOWERING_STRIDEDLOADS_H
#define MLIRGYM_EXECUTION_LOWERING_STRIDEDLOADS_H

namespace llvm {
class Function;
} // namespace llvm

namespace mlirgym::lowering {

/// Every second element of a row is a shuffle of two loads, the second of which
/// ends where the row may end (StridedTransfers.cpp). Where the elements
/// between them are read too, as a window that moves by two does, both come
/// from the same two loads in place of four.
void shareStridedLoads(llvm::Function &function);

} // namespace mlirgym::lowering
#endif // MLIRGYM_EXECUTION_LOWERING_STRIDEDLOADS_H
