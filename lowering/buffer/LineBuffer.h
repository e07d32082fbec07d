//===- lowering/buffer/LineBuffer.h - Whole cache lines -------------------===//
#ifndef MLIRGYM_LOWERING_BUFFER_LINEBUFFER_H
#define MLIRGYM_LOWERING_BUFFER_LINEBUFFER_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>

namespace mlirgym::lowering {

inline constexpr int64_t cacheLineBytes = 64;

/// Elements that are written next to each other.
struct Run {
  mlir::vector::TransferWriteOp write;
  mlir::Value length; ///< null if it is constant
  /// Elements per dimension of the vector; further elements are masked off.
  /// With a `length`, one row of at most that many elements.
  llvm::SmallVector<int64_t> shape;

  int64_t mostElements() const;
  /// Elements from the first one to the end of the vector, including masked
  /// ones.
  int64_t extent() const;
  /// Elements from one index of a dimension of the vector to the next.
  int64_t strideOf(unsigned dim) const;
};

/// Emits IR that collects writes to a buffer in a small buffer on the stack,
/// and stores them past the caches as soon as they fill some whole cache lines.
/// The partial lines at both ends of a contiguous range are ordinary stores.
/// The buffer begins at a multiple of 64 bytes (GuardedBuffer.h).
///
/// The small buffer holds the elements of `target` from `origin` on, a multiple
/// of a line; the elements from `begin` to `next` are not yet in `target`.
class LineBuffer {
public:
  /// Allocates and clears the small buffer at `at`. `roomFor`: the largest
  /// extent of a run.
  LineBuffer(mlir::OpBuilder &at, mlir::Value target, int64_t roomFor);

  /// Prepares a write to position `first` of the target: stores the remaining
  /// elements if the previous write did not end there. Returns the
  /// corresponding position in the small buffer.
  mlir::Value moveTo(mlir::OpBuilder &at, mlir::Value first);
  /// Replaces the write that moveTo() prepared.
  void replace(const Run &run, mlir::Value first, mlir::Value place);
  /// Stores all remaining elements.
  void flush(mlir::OpBuilder &at);

  static bool supports(mlir::MemRefType type);
  /// Elements that fill a cache line.
  static int64_t lineOf(mlir::MemRefType type);

private:
  /// Stores the pending elements from `from` to `to` by vectors of `lanes`.
  void copy(mlir::OpBuilder &at, mlir::Value from, mlir::Value to,
            int64_t lanes);
  void drain(mlir::OpBuilder &at);
  mlir::Value roundDown(mlir::OpBuilder &at, mlir::Value position);
  mlir::Value roundUp(mlir::OpBuilder &at, mlir::Value position);
  mlir::Value index(mlir::OpBuilder &at, int64_t number);
  mlir::Value load(mlir::OpBuilder &at, mlir::Value cell);
  void store(mlir::OpBuilder &at, mlir::Value value, mlir::Value cell);
  void ifTrue(mlir::OpBuilder &at, mlir::Value condition,
              llvm::function_ref<void(mlir::OpBuilder &)> body);

  mlir::Location loc;
  int64_t line; ///< elements
  int64_t linesAtOnce = 1;
  mlir::Value target, buffer, origin, begin, next;
};

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_BUFFER_LINEBUFFER_H
