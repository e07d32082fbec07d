//===- execution/estimate/CodeBlock.h - Machine code without jumps --------===//
#ifndef MLIRGYM_EXECUTION_ESTIMATE_CODEBLOCK_H
#define MLIRGYM_EXECUTION_ESTIMATE_CODEBLOCK_H

#include <cstdint>
#include <string>

namespace mlirgym {

/// Instructions that are executed one after the other.
struct CodeBlock {
  /// Their encodings, in the order of memory.
  std::string bytes;
  /// RISC-V: the encoding of the instruction that last set the type of vectors
  /// (vsetvli, vsetivli) before this block; 0: none.
  uint32_t vectorState = 0;
};

/// The cost of one execution of a block.
struct BlockEstimate {
  double cycles = 0;
  uint32_t instructions = 0;
  /// The instructions among them that the model of the processor does not know;
  /// each counts as one cycle.
  uint32_t unmodelled = 0;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_ESTIMATE_CODEBLOCK_H
