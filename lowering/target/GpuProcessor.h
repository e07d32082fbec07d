//===- lowering/target/GpuProcessor.h - Limits and speeds of GPUs ---------===//
#ifndef MLIRGYM_LOWERING_TARGET_GPUPROCESSOR_H
#define MLIRGYM_LOWERING_TARGET_GPUPROCESSOR_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace mlirgym {
struct Target; // Target.h

/// What a GPU has for its blocks, and its peak speeds. Another GPU of the same
/// name may be slower: the speeds are those of its fastest card.
struct GpuProcessor {
  /// Name of the processor in LLVM ("sm_90"), and of the card whose speeds
  /// follow.
  llvm::StringRef cpu, card;
  /// Shared memory of one block, which a launch may ask for, and of all blocks
  /// on a multiprocessor, together with the first cache.
  int64_t sharedBytesOfBlock, sharedBytes;
  int64_t multiprocessors;
  /// Of a multiprocessor at the same time.
  int64_t threads, blocks, registers;
  /// Highest clock rate in GHz: cycles per nanosecond.
  double gigahertz;
  /// Multiply-adds of f32 per cycle of a multiprocessor; and of f16 and bf16 by
  /// its tensor cores, with sums in f32.
  double multiplyAdds, tensorMultiplyAdds;
  /// Bytes per nanosecond from memory, and from the second cache; bytes of that
  /// cache.
  double memoryBandwidth, cacheBandwidth;
  int64_t cacheBytes;
  /// Copies into shared memory run beside other instructions (PTX cp.async),
  /// and tensor cores multiply f16 and bf16: sm_80 and later.
  bool hasAsyncCopies = true;
  /// Four warps together compute products (PTX wgmma).
  bool hasWarpgroups = false;

  /// That of the target. If its processor is not in the table: one with the
  /// limits of every GPU, the instructions of its generation and the speeds of
  /// sm_80.
  static const GpuProcessor &of(const Target &target);

  /// Floating-point operations per nanosecond, at most.
  double peakFlops() const {
    return 2 * multiplyAdds * double(multiprocessors) * gigahertz;
  }
  double peakTensorFlops() const {
    return 2 * tensorMultiplyAdds * double(multiprocessors) * gigahertz;
  }
};
} // namespace mlirgym
#endif // MLIRGYM_LOWERING_TARGET_GPUPROCESSOR_H
