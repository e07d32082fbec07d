//===- execution/device/image/ExecutedBlocks.h - What an image executed ---===//
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
  /// How often it was executed, and how often of these directly after a block
  /// that ends at its address. Negative in a difference.
  int64_t executions = 0, following = 0;
};

/// Reads what our plugin writes (BlockCounts.h). Errors: text: it is not whole.
llvm::Expected<std::vector<ExecutedBlock>> parseBlocks(llvm::StringRef text);

/// What a run executed more than another one of the same image, and less, in
/// the order of addresses. A block that always precedes the one after it in
/// memory is one with it: the emulator ends blocks at the ends of pages and
/// after 512 instructions, too.
std::vector<ExecutedBlock> furtherBlocks(llvm::ArrayRef<ExecutedBlock> run,
                                         llvm::ArrayRef<ExecutedBlock> other);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_IMAGE_EXECUTEDBLOCKS_H
