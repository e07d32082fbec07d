//===- execution/timing/MemoryProbe.h - Probes the memory -------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_TIMING_MEMORYPROBE_H
#define MLIRGYM_EXECUTION_TIMING_MEMORYPROBE_H

#include "execution/timing/UsualTime.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace mlirgym {

/// Times reading a buffer of twice the size of the L2 cache; the kernel has
/// evicted the buffer from that cache. The time grows when other processes use
/// the last-level cache or the memory bandwidth, which DriftProbe does not
/// notice. It is meant for kernels whose arguments do not fit into the L2
/// cache, and would disturb others. Reads one buffer on one core.
class MemoryProbe {
public:
  /// Bytes of the memory that it reads.
  static uint64_t memoryBytes();
  /// Writes to `memory`, which must have memoryBytes() and outlive this. It is
  /// on huge pages if the system provides them, so that the time depends less
  /// on physical addresses.
  explicit MemoryProbe(llvm::MutableArrayRef<char> memory);

  /// Prepares for kernels on these arguments. The number of bytes that a kernel
  /// accesses determines which cache still holds the buffer, so there is one
  /// usual time per power of two of bytes. A new one is determined in about 5
  /// ms by reading the arguments in place of the kernel.
  void load(llvm::ArrayRef<llvm::ArrayRef<char>> arguments);

  /// False if the arguments fit into the L2 cache.
  bool isUsed() const { return current != nullptr; }
  /// Current time to read the buffer / its usual time, at least 1; 1 without
  /// reading if the arguments fit into the L2 cache. Takes 10 us to 100 us.
  double slowness();

private:
  double timeReadNs();

  uint64_t l2Bytes;
  llvm::ArrayRef<char> buffer;
  std::vector<UsualTime> usual; ///< index [log2 of the bytes of all arguments]
  UsualTime *current = nullptr; ///< null: the arguments fit into the L2 cache
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_MEMORYPROBE_H
