//===- lowering/buffer/Buffers.h - Buffers of kernels ---------------------===//
#ifndef MLIRGYM_LOWERING_BUFFER_BUFFERS_H
#define MLIRGYM_LOWERING_BUFFER_BUFFERS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace mlirgym::lowering {

/// The value as an argument of a function that is called from outside its
/// module; null for any other value. Such arguments do not overlap (the
/// contract of Program and of given modules); those of a private function may.
mlir::BlockArgument argumentOfKernel(mlir::Value value);

/// The buffer underlying a view.
mlir::Value originOf(mlir::Value buffer);

/// False if two buffers have no memory in common.
bool mayOverlap(mlir::Value a, mlir::Value b);

/// Appends the operations that use a buffer or a view of it. False if it is
/// passed on: to another block, to the caller, or into memory.
bool collectUsers(mlir::Value buffer,
                  llvm::SmallVectorImpl<mlir::Operation *> &users);

/// True for an array of static size whose elements, of 8, 16, 32 or 64 bits,
/// are contiguous in the memory of the host.
bool isPlainArray(mlir::MemRefType type);

/// True for an argument that mlirgym-mark-streams has marked.
bool isStreamed(mlir::Value buffer);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_BUFFER_BUFFERS_H
