//===- lowering/gpu/GpuKernels.h - Kernels and their host -----------------===//
#ifndef MLIRGYM_LOWERING_GPU_GPUKERNELS_H
#define MLIRGYM_LOWERING_GPU_GPUKERNELS_H

#include "lowering/gpu/LaunchPlan.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace mlirgym::lowering {

/// The result of LoweringPipeline::forGpu() for a program: kernels in the LLVM
/// dialect, and the calls of the host.
struct GpuKernels {
  mlir::gpu::GPUModuleOp module;
  LaunchPlan plan;

  /// Errors: text, if there is no kernel, or a launch depends on values that
  /// only the host computes.
  static llvm::Expected<GpuKernels> of(mlir::ModuleOp program);
};

/// Kernels whose shared memory exceeds the 48 KiB that PTX can declare get it
/// as dynamic shared memory at their launch.
void useDynamicSharedMemory(llvm::Module &kernels, LaunchPlan &plan);

/// Errors: text, if the kernels call a mathematical library: GPUs have one only
/// in their vendor's toolkit.
llvm::Error requireNoLibrary(const llvm::Module &kernels);

} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_GPU_GPUKERNELS_H
