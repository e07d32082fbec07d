//===- execution/device/image/ExecutedBlocks.h - Executed blocks ----------===//
#ifndef MLIRGYM_EXECUTION_DEVICE_IMAGE_EXECUTEDBLOCKS_H
#define MLIRGYM_EXECUTION_DEVICE_IMAGE_EXECUTEDBLOCKS_H

#include "execution/estimate/CodeBlock.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace mlirgym {

/// A block of an image in one vector state.
struct ExecutedBlock {
  uint64_t address = 0;
  CodeBlock code;
  /// Number of executions, and the number of those directly after a block that
  /// ends at its address. May be negative in a difference.
  int64_t executions = 0, following = 0;
};

/// Parses the output of our plugin (BlockCounts.h). Errors: text, if it is
/// incomplete.
llvm::Expected<std::vector<ExecutedBlock>> parseBlocks(llvm::StringRef text);

/// The difference between the executions of two runs of the same image, in the
/// order of addresses. A block that always runs before the next block in memory
/// is merged with it: the emulator also ends blocks at page boundaries and
/// after 512 instructions.
std::vector<ExecutedBlock> furtherBlocks(llvm::ArrayRef<ExecutedBlock> run,
                                         llvm::ArrayRef<ExecutedBlock> other);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_IMAGE_EXECUTEDBLOCKS_H
