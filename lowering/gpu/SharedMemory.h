//===- lowering/gpu/SharedMemory.h - Buffers of a block ---------*- C++ -*-===//
#ifndef MLIRGYM_LOWERING_GPU_SHAREDMEMORY_H
#define MLIRGYM_LOWERING_GPU_SHAREDMEMORY_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/PatternMatch.h"
#include <cstdint>

namespace mlirgym::lowering {

/// Widest access of a thread, in bytes; also the widest asynchronous copy.
inline constexpr int64_t accessBytes = 16;
/// Alignment of each buffer: that of the swizzled rows that wgmma reads.
inline constexpr int64_t sharedAlignment = 1024;
/// The address space of shared memory in NVVM.
inline constexpr unsigned sharedSpace = 3;

/// The buffer underlying a view.
mlir::Value rootOf(mlir::Value view);
int64_t bytesOf(mlir::MemRefType type);
/// True for buffers in shared memory.
bool isShared(mlir::Value buffer);

/// A buffer in the shared memory of the blocks of `launch`.
mlir::Value addSharedBuffer(mlir::gpu::LaunchOp launch,
                            mlir::ArrayRef<int64_t> shape, mlir::Type element,
                            mlir::Location loc);
/// Bytes that a buffer takes in shared memory.
int64_t sharedBytes(mlir::MemRefType type);
/// Bytes of all shared buffers of a block.
int64_t sharedBytes(mlir::gpu::LaunchOp launch);

/// Replaces a buffer by one of the same shape whose layout and address space
/// may differ, in the views of it, too.
void replaceBuffer(mlir::RewriterBase &rewriter, mlir::Value from,
                   mlir::Value to);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_GPU_SHAREDMEMORY_H
