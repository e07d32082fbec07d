#include "lowering/LoweringPipeline.h"
#include "lowering/buffer/Passes.h"
#include "lowering/gpu/Passes.h"
#include "lowering/math/Passes.h"
#include "lowering/module/Passes.h"
#include "lowering/target/GpuProcessor.h"
#include "lowering/target/Passes.h"
#include "lowering/target/Target.h"
#include "lowering/target/VectorUnit.h"
#include "lowering/tensor/Passes.h"
#include "lowering/vector/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include <string>
#include <vector>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_REGISTRATION
#include "lowering/module/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "lowering/tensor/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "lowering/buffer/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "lowering/vector/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "lowering/math/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "lowering/gpu/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "lowering/target/Passes.h.inc"

namespace {

std::string vectorBits(const VectorUnit &unit) {
  return "vector-bits=" + std::to_string(unit.bits);
}

std::string bitsAndRegisters(const VectorUnit &unit) {
  return vectorBits(unit) +
         " vector-registers=" + std::to_string(unit.registers);
}

std::string bitsRegistersAndDots(const VectorUnit &unit) {
  const std::string dots = unit.dots.names();
  return bitsAndRegisters(unit) + (dots.empty() ? "" : " dots=" + dots);
}

std::string promotedText(const VectorUnit &unit) {
  const std::string names = unit.dots.names();
  const std::string dots = names.empty() ? "," : "{dots=" + names + "},";
  return "mlirgym-group-promoted" + dots + "mlirgym-lay-out-promoted" + dots;
}

/// Marked operations become vectors; with `options` of the first pass, "{...}".
std::string markedText(const VectorUnit &unit, StringRef options = "") {
  return "mlirgym-simplify-marked" + options.str() +
         ",mlirgym-cleanup,"
         "mlirgym-strided-operands,"
         "mlirgym-merge-slices,"
         "mlirgym-cleanup,"
         "mlirgym-if-contains{ops=tensor.dim pipeline=func.func("
         "mlirgym-keep-carried-sizes,mlirgym-cleanup)},"
         "mlirgym-vectorize-marked{" +
         vectorBits(unit) +
         "},"
         "lower-vector-mask,"
         "mlirgym-cleanup,"
         "mlirgym-hoist-subsets,"
         // A value that one loop inserts and the next extracts remains a
         // vector.
         "mlirgym-cleanup,"
         "mlirgym-fold-subsets,"
         "mlirgym-cleanup";
}

std::string vectorizeText(const VectorUnit &unit) {
  return "func.func("
         "mlirgym-mark-streams,"
         "mlirgym-split-sincos,"
         "mlirgym-copies-as-reshapes,"
         "mlirgym-fills-in-tiles,"
         "mlirgym-simplify-tiling,"
         "mlirgym-winograd{" +
         bitsAndRegisters(unit) +
         "},"
         "mlirgym-fresh-destinations," +
         promotedText(unit) +
         "mlirgym-copy-windows,"
         "mlirgym-peel-remainders,"
         "mlirgym-cleanup,"
         "mlirgym-tile-rows{" +
         vectorBits(unit) +
         "},"
         "mlirgym-cleanup," +
         markedText(unit) + ")";
}

/// Bufferization without the passes that free buffers.
std::string intoBuffersText() {
  return "func.func(mlirgym-show-partial-writes),"
         // This analyses the whole module, as bufferization itself does.
         "mlirgym-if-contains{ops=tensor.empty "
         "pipeline=builtin.module(eliminate-empty-tensors)},"
         "one-shot-bufferize{"
         "bufferize-function-boundaries=true "
         "allow-return-allocs-from-loops=true "
         "function-boundary-type-conversion=identity-layout-map "
         "buffer-alignment=64},"
         "mlirgym-cleanup,";
}

std::string bufferizeText() {
  return "func.func(mlirgym-separate-copies)," + intoBuffersText() +
         "mlirgym-if-contains{ops=memref.alloc pipeline=builtin.module("
         "mlirgym-if-contains{ops=memref.get_global "
         "pipeline=builtin.module(mlirgym-prepare-constants)},"
         "func.func(buffer-loop-hoisting),"
         "mlirgym-free-buffers,"
         "mlirgym-call-once,"
         "mlirgym-cleanup)}";
}

/// Expands mathematical functions that have no instruction.
std::string mathText() {
  return "mlirgym-widen-math,"
         "mlirgym-expand-trigonometry,"
         "mlirgym-expand-cube-roots,"
         "mlirgym-scale-logarithms,"
         "mlirgym-expand-polynomials,"
         "mlirgym-expand-exponentials,";
}

std::string toLlvmText(const VectorUnit &unit) {
  return "func.func(mlirgym-expand-strided-copies{" + vectorBits(unit) +
         "}),"
         "convert-bufferization-to-memref,"
         "convert-linalg-to-loops,"
         "func.func("
         "mlirgym-combine-lines,"
         "mlirgym-prefetch-rows,"
         "mlirgym-window-columns{" +
         bitsAndRegisters(unit) + "}," +
         (unit.dots.tiles ? "mlirgym-matrix-tiles," : "") +
         "mlirgym-split-vectors{" + bitsRegistersAndDots(unit) +
         "},"
         "mlirgym-unmark-streams,"
         "mlirgym-lower-vectors,"
         "mlirgym-fast-math,"
         // After mlirgym-fast-math: with reassociation, (x + 1) - 1 in log1p
         // would be x.
         "mlirgym-if-contains{ops=math,arith.maxnumf,arith.minnumf "
         "pipeline=func.func(" +
         StringRef(mathText()).drop_back().str() +
         ")},"
         "mlirgym-cleanup,"
         "mlirgym-lower-vector-shapes,"
         "mlirgym-place-buffers,"
         "mlirgym-hint-loops),"
         "mlirgym-if-contains{ops=scf.forall,scf.parallel "
         "pipeline=builtin.module("
         "scf-forall-to-parallel,"
         "convert-scf-to-openmp)},"
         // For functions of the math dialect without an LLVM intrinsic. The
         // approximation of log(1 + x) would be 0 for a small x.
         "mlirgym-if-contains{ops=math "
         "pipeline=builtin.module("
         "convert-math-to-llvm{approximate-log1p=false},"
         "convert-math-to-libm)},"
         "expand-strided-metadata,"
         "mlirgym-convert-to-llvm,"
         // The address of each access is computed separately: a third of all
         // ops.
         "cse," +
         (unit.dots.tiles ? "mlirgym-permit-tiles," : "") +
         "mlirgym-hide-entry";
}

/// The registers of a GPU thread: the width of one load or store.
constexpr VectorUnit threadUnit = {.bits = 128, .registers = 32};

std::string gpuTensorText() {
  return "func.func("
         "mlirgym-split-sincos,"
         "mlirgym-simplify-tiling,"
         "mlirgym-fresh-destinations,"
         "mlirgym-unmark-blocks,"
         "mlirgym-cleanup," +
         markedText(threadUnit, "{in-threads=true}") + ")";
}

std::string gpuKernelText(const GpuProcessor &processor) {
  return "convert-bufferization-to-memref,"
         "func.func(mlirgym-map-to-gpu{shared-bytes=" +
         std::to_string(processor.sharedBytesOfBlock) +
         (processor.hasAsyncCopies ? "" : " async-copies=false") +
         (processor.hasWarpgroups ? " warpgroups=true" : "") +
         "},"
         "mlirgym-split-vectors{" +
         bitsRegistersAndDots(threadUnit) +
         "},"
         "mlirgym-lower-vectors,"
         "mlirgym-align-accesses,"
         "mlirgym-fast-math,"
         "mlirgym-expand-functions," +
         mathText() +
         "mlirgym-cleanup,"
         "mlirgym-lower-vector-shapes,"
         "mlirgym-hint-loops),"
         "gpu-launch-sink-index-computations,"
         "gpu-kernel-outlining,"
         "gpu.module("
         "lower-affine,"
         "convert-scf-to-cf,"
         "expand-strided-metadata,"
         "lower-affine,"
         // Before convert-gpu-to-nvvm, which would call functions of a toolkit.
         "math-expand-ops{ops=rsqrt},"
         "mlirgym-math-intrinsics,"
         "convert-math-to-llvm{approximate-log1p=false},"
         "convert-nvgpu-to-nvvm,"
         "convert-vector-to-llvm,"
         "convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=true},"
         "canonicalize,cse,"
         "convert-nvvm-to-llvm,"
         "reconcile-unrealized-casts)";
}

struct UnitOptions : PassPipelineOptions<UnitOptions> {
  Option<unsigned> bits{*this, "vector-bits",
                        llvm::cl::desc("Width of a vector register in bits"),
                        llvm::cl::init(VectorUnit().bits)};
  Option<unsigned> registers{*this, "vector-registers",
                             llvm::cl::desc("Number of vector registers"),
                             llvm::cl::init(VectorUnit().registers)};

  ListOption<std::string> dots{
      *this, "dots",
      llvm::cl::desc("Elements of which the processor adds several products to "
                     "a lane: i8, i16, bf16, alike, arm, tiles")};

  LoweringPipeline pipeline() const {
    return LoweringPipeline::of({.bits = bits,
                                 .registers = registers,
                                 .dots = DotInstructions::named(
                                     std::vector(dots.begin(), dots.end()))});
  }
};

/// The texts are constants: a parse error is a bug.
void append(OpPassManager &passes, StringRef text) {
  if (failed(parsePassPipeline(text, passes)))
    llvm::report_fatal_error("the lowering names a pass that is not "
                             "registered");
}
} // namespace

LoweringPipeline LoweringPipeline::of(const VectorUnit &unit) {
  return {.vectorize = vectorizeText(unit),
          .bufferize = bufferizeText(),
          .fromBuffers = "lower-affine,func.func(lower-vector-mask),"
                         "mlirgym-free-buffers",
          .toLlvm = toLlvmText(unit)};
}

LoweringPipeline LoweringPipeline::forGpu(const GpuProcessor &processor) {
  return {.vectorize = gpuTensorText(),
          .bufferize = intoBuffersText() + "func.func(buffer-loop-hoisting)",
          // Buffers of a block belong to it, and buffers between kernels live
          // as long as the program.
          .fromBuffers = "lower-affine",
          .toLlvm = gpuKernelText(processor)};
}

void registerLoweringPasses() {
  registerModulePasses();
  registerTensorPasses();
  registerBufferPasses();
  registerVectorPasses();
  registerMathPasses();
  registerGpuPasses();
  registerTargetPasses();
  PassPipelineRegistration<UnitOptions>(
      "mlirgym-vectorize",
      "Stage 1 of the lowering: marked operations on tensors become vectors",
      [](OpPassManager &passes, const UnitOptions &options) {
        append(passes, options.pipeline().vectorize);
      });
  PassPipelineRegistration<UnitOptions>(
      "mlirgym-bufferize", "Stage 2 of the lowering: tensors become buffers",
      [](OpPassManager &passes, const UnitOptions &options) {
        append(passes, options.pipeline().bufferize);
      });
  PassPipelineRegistration<UnitOptions>(
      "mlirgym-to-llvm",
      "Stage 3 of the lowering: loops and buffers become the LLVM dialect",
      [](OpPassManager &passes, const UnitOptions &options) {
        append(passes, options.pipeline().toLlvm);
      });
  PassPipelineRegistration<>(
      "mlirgym-vectorize-threads",
      "Stage 1 of the lowering for GPUs: marked operations of threads become "
      "vectors",
      [](OpPassManager &passes) {
        append(passes,
               LoweringPipeline::forGpu(GpuProcessor::of(Target{})).vectorize);
      });
  PassPipelineRegistration<>(
      "mlirgym-to-gpu",
      "Stage 3 of the lowering for GPUs: loops become kernels in a gpu.module",
      [](OpPassManager &passes) {
        append(passes,
               LoweringPipeline::forGpu(GpuProcessor::of(Target{})).toLlvm);
      });
  PassPipelineRegistration<UnitOptions>(
      "mlirgym-lower",
      "The lowering: mlirgym-vectorize, mlirgym-bufferize, mlirgym-to-llvm",
      [](OpPassManager &passes, const UnitOptions &options) {
        const LoweringPipeline pipeline = options.pipeline();
        append(passes, pipeline.vectorize);
        append(passes, pipeline.bufferize);
        append(passes, pipeline.toLlvm);
      });
}
} // namespace mlirgym::lowering
