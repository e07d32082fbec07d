//===- execution/lowering/LoweringPipeline.h - The pipeline of passes -----===//
#ifndef MLIRGYM_EXECUTION_LOWERING_LOWERINGPIPELINE_H
#define MLIRGYM_EXECUTION_LOWERING_LOWERINGPIPELINE_H

#include "execution/lowering/target/VectorUnit.h"
#include <string>

namespace mlirgym::lowering {

/// From a scheduled program on tensors to the LLVM dialect; other IR is lowered
/// from where it stands. All programs and schedules, including the
/// untransformed baseline, use the same pipeline; schedules differ only in
/// their loops and marks. Each member is the text of module passes, in the
/// syntax of `mlirgym-opt --pass-pipeline` inside `builtin.module()`.
struct LoweringPipeline {
  /// On tensors: marked ops become vectors held in registers.
  std::string vectorize;
  /// Tensors become buffers, in place wherever the analysis allows.
  std::string bufferize;
  /// In place of the first two, for IR without tensors: the operations for
  /// which the third has no lowering, and which no schedule creates.
  std::string fromBuffers;
  /// Before the third, for IR without tensors that frees no buffer.
  std::string deallocate;
  /// Loops, register-sized vectors, OpenMP, the LLVM dialect.
  std::string toLlvm;

  static LoweringPipeline of(const VectorUnit &unit);
  /// For a GPU: nothing becomes vectors, and the last stage makes kernels in a
  /// `gpu.module` and launches of them.
  static LoweringPipeline forGpu();
};

/// Registers the passes of all stages, and the pipelines above as
/// `mlirgym-vectorize`, `mlirgym-bufferize`, `mlirgym-to-llvm` and, in this
/// order, `mlirgym-lower`; that of GPUs in place of the third as
/// `mlirgym-to-gpu`. They contain MLIR's own passes: the caller must call
/// registerAllPasses().
void registerLoweringPasses();

} // namespace mlirgym::lowering
#endif // MLIRGYM_EXECUTION_LOWERING_LOWERINGPIPELINE_H
