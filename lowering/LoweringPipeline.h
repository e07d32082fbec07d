//===- lowering/LoweringPipeline.h - The pipeline of passes ---------------===//
#ifndef MLIRGYM_LOWERING_LOWERINGPIPELINE_H
#define MLIRGYM_LOWERING_LOWERINGPIPELINE_H

#include "lowering/target/GpuProcessor.h"
#include "lowering/target/VectorUnit.h"
#include <string>

namespace mlirgym::lowering {

/// The passes from a scheduled program on tensors to the LLVM dialect; other IR
/// enters at its level of abstraction. All programs and schedules, including
/// the untransformed baseline, use the same pipeline; schedules differ only in
/// their loops and marks. Each member is the text of module passes, in the
/// syntax of `mlirgym-opt --pass-pipeline` inside `builtin.module()`.
struct LoweringPipeline {
  /// On tensors: marked ops become vectors held in registers.
  std::string vectorize;
  /// Tensors become buffers, in place wherever the analysis allows.
  std::string bufferize;
  /// Replaces the first two for IR without tensors: lowers the operations that
  /// the third does not handle and that no schedule creates.
  std::string fromBuffers;
  /// Loops, register-sized vectors, OpenMP, the LLVM dialect.
  std::string toLlvm;

  static LoweringPipeline of(const VectorUnit &unit);
  /// The pipeline for a GPU: operations of single threads become vectors, and
  /// the last stage makes kernels in a `gpu.module` and their launches.
  static LoweringPipeline forGpu(const GpuProcessor &processor);
};

/// Registers the passes of all stages, and the pipelines above as
/// `mlirgym-vectorize`, `mlirgym-bufferize`, `mlirgym-to-llvm` and, all in this
/// order, `mlirgym-lower`; the last stage for GPUs as `mlirgym-to-gpu`. They
/// contain MLIR's own passes: the caller must call registerAllPasses().
void registerLoweringPasses();

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_LOWERINGPIPELINE_H
