//===- execution/timing/MemoryProbe.h - How fast is the memory now --------===//
#ifndef MLIRGYM_EXECUTION_TIMING_MEMORYPROBE_H
#define MLIRGYM_EXECUTION_TIMING_MEMORYPROBE_H

#include "execution/timing/UsualTime.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace mlirgym {

/// Times reading a buffer of twice the second cache, which the kernel before
/// pushed out of it: it slows down when others fill the last cache, or use the
/// way to memory, of which the core itself does not tell. Made for kernels
/// whose arguments do not fit into the second cache; to others it would be a
/// disturbance. Reads one buffer on one core.
class MemoryProbe {
public:
  /// Bytes of the memory that it reads.
  static uint64_t memoryBytes();
  /// Writes to `memory`, which must outlive this and be as large; on huge pages
  /// if the system gives them, so that chance decides less.
  explicit MemoryProbe(llvm::MutableArrayRef<char> memory);

  /// Prepares for kernels on these arguments. Where a kernel leaves the buffer
  /// depends on how much it moves: what is usual is known for each power of two
  /// of bytes, at first by reading the arguments in place of the kernel for
  /// some 5 ms.
  void load(llvm::ArrayRef<llvm::ArrayRef<char>> arguments);

  /// Time to read the buffer now over what is usual: 1 or more; 1 at once if
  /// the arguments fit into the second cache. 10 us to 100 us.
  double slowness();

private:
  double timeReadNs();

  uint64_t l2Bytes;
  llvm::ArrayRef<char> buffer;
  std::vector<UsualTime> usual; ///< index [log2 of the bytes of all arguments]
  UsualTime *current = nullptr; ///< null: fits into the second cache
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_MEMORYPROBE_H
