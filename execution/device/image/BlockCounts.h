//===- execution/device/image/BlockCounts.h - How often blocks ran --------===//
#ifndef MLIRGYM_EXECUTION_DEVICE_IMAGE_BLOCKCOUNTS_H
#define MLIRGYM_EXECUTION_DEVICE_IMAGE_BLOCKCOUNTS_H

#include <cstdint>
#include <cstdio>
#include <list>
#include <string>
#include <vector>

struct qemu_plugin_tb;

namespace mlirgym {

/// In our plugin of qemu-user: how often each block of the program was
/// executed, for device/ExecutedBlocks.h. One thread.
class BlockCounts {
public:
  /// `isRiscv`: blocks are counted apart for each type of vectors.
  explicit BlockCounts(bool isRiscv) : isRiscv(isRiscv) {}

  /// Counts a block that has been translated.
  void add(qemu_plugin_tb *block);
  /// Writes "blocks N", and per line the address, the vector state
  /// (CodeBlock.h), how often it was executed, how often directly after the
  /// block before it in memory, and the encodings; then "end". Numbers of
  /// executions are decimal, the others hexadecimal.
  void write(std::FILE *file) const;

private:
  /// Executions in one vector state.
  struct Count {
    uint32_t vectorState = 0;
    uint64_t executions = 0, following = 0;
  };
  struct Block {
    BlockCounts *all = nullptr;
    uint64_t address = 0, end = 0;
    std::string bytes;
    /// What it leaves to the blocks that follow; 0: what it found.
    uint32_t newState = 0;
    std::vector<Count> counts;
  };
  static void onExecution(unsigned processor, void *block);

  bool isRiscv;
  uint32_t vectorState = 0;
  uint64_t lastEnd = 0;    ///< of the block that was executed last
  std::list<Block> blocks; ///< QEMU has their addresses
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_IMAGE_BLOCKCOUNTS_H
