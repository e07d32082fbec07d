//===- lowering/gpu/Passes.td - Passes for GPUs ------------*- TableGen -*-===//
//
// One record per pass, in the order in which the pipeline runs them
// (LoweringPipeline.cpp). scripts/lowering_docs.py makes the tables of docs/lowering.md
// from the summaries and descriptions.
//
// A pass does not fail on an operation that it cannot handle, but leaves it
// unchanged. Operations that no pass turns into vectors become loops.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_LOWERING_GPU_PASSES
#define MLIRGYM_LOWERING_GPU_PASSES

include "mlir/Pass/PassBase.td"

def UnmarkBlocks : Pass<"mlirgym-unmark-blocks", "::mlir::func::FuncOp"> {
  let summary = "Take the marks of vectorize off operations that no single thread computes";
  let description = [{
    The threads of a block share the loops of an operation, which must therefore remain loops.
    Inside a `scf.forall` for threads an operation of constant shape becomes vectors, which are
    the registers of its thread.
  }];
}

def MathIntrinsics : Pass<"mlirgym-math-intrinsics"> {
  let summary = "Turn functions that a GPU has instructions for into calls of LLVM's intrinsics";
  let description = [{
    Square roots, absolute values, copies of signs, and rounding. `convert-gpu-to-nvvm` accepts
    neither them nor LLVM's operations for them, and calls a library in their place. A function
    that is in such a library alone is an error.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def MapToGpu : Pass<"mlirgym-map-to-gpu", "::mlir::func::FuncOp"> {
  let summary = "Turn parallel loops into grids of blocks, and the operations in them into threads";
  let description = [{
    Each `scf.forall` becomes a `gpu.launch` with a block per iteration. Outside of them each
    structured operation becomes a launch whose blocks share its iterations, and loops become a
    launch of one block. In a block the threads share the iterations of the parallel loops of
    each structured operation, neighbours along the last of them, and wait for each other after
    it. A thread accesses up to 16 bytes at once. If there are fewer sums than threads, and their
    terms are neighbours in memory, a group of threads computes each, and combines its parts by
    shuffles. In the same way threads share the iterations of a `scf.forall` that is mapped to
    threads; one thread runs each iteration alone. Buffers that are allocated in a block, such as
    promoted operands, are in its shared memory, and those of a single thread in its local memory.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::nvgpu::NVGPUDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
  let options = [
    Option<"sharedBytes", "shared-bytes", "int64_t", "49152",
           "Shared memory of a block, in bytes">,
    Option<"asyncCopies", "async-copies", "bool", "true",
           "The processor has cp.async, and tensor cores for f16 and bf16">,
    Option<"warpgroups", "warpgroups", "bool", "false",
           "The processor has wgmma: four warps together compute a product">
  ];
}

def AlignAccesses : Pass<"mlirgym-align-accesses", "::mlir::func::FuncOp"> {
  let summary = "State the alignment of vectors in memory, which loads of several elements need";
  let description = [{
    Buffers begin at a multiple of 16 bytes. What follows from that for a part of a buffer is
    derived from strides, tile sizes and steps of loops. LLVM sees only the products of
    addresses, and would load each element alone.
  }];
}

#endif // MLIRGYM_LOWERING_GPU_PASSES
