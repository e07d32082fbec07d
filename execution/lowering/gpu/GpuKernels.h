//===- execution/lowering/gpu/GpuKernels.h - Kernels and their host -------===//
#ifndef MLIRGYM_EXECUTION_LOWERING_GPU_GPUKERNELS_H
#define MLIRGYM_EXECUTION_LOWERING_GPU_GPUKERNELS_H

#include "execution/lowering/gpu/LaunchPlan.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace mlirgym::lowering {

/// What LoweringPipeline::forGpu() makes of a program: kernels in the LLVM
/// dialect, and the calls of the host.
struct GpuKernels {
  mlir::gpu::GPUModuleOp module;
  LaunchPlan plan;

  /// Errors: text, if there is no kernel, or a launch depends on what only the
  /// host knows.
  static llvm::Expected<GpuKernels> of(mlir::ModuleOp program);
};

/// Errors: text, for functions of a mathematical library, which a GPU has only
/// with a toolkit of its maker.
llvm::Error requireNoLibrary(const llvm::Module &kernels);

} // namespace mlirgym::lowering
#endif // MLIRGYM_EXECUTION_LOWERING_GPU_GPUKERNELS_H
