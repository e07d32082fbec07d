//===- execution/device/image/BlockCounts.h - Execution counts of blocks --===//
#ifndef MLIRGYM_EXECUTION_DEVICE_IMAGE_BLOCKCOUNTS_H
#define MLIRGYM_EXECUTION_DEVICE_IMAGE_BLOCKCOUNTS_H

#include <cstdint>
#include <cstdio>
#include <list>
#include <string>
#include <vector>

struct qemu_plugin_tb;

namespace mlirgym {

/// Counts the executions of each block of the program, in our plugin of
/// qemu-user, for device/ExecutedBlocks.h. Not thread safe.
class BlockCounts {
public:
  /// `isRiscv`: blocks are counted separately for each vector type.
  explicit BlockCounts(bool isRiscv) : isRiscv(isRiscv) {}

  /// Counts a block that has been translated.
  void add(qemu_plugin_tb *block);
  /// Writes "blocks N", and per line the address, the vector state
  /// (CodeBlock.h), the number of executions, the number of executions directly
  /// after the preceding block in memory, and the encodings; then "end".
  /// Numbers of executions are decimal, the others hexadecimal.
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
    /// Vector state after the block; 0: unchanged.
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
