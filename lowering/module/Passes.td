//===- lowering/module/Passes.td - Passes on whole modules -*- TableGen -*-===//
//
// One record per pass, in the order in which the pipeline runs them
// (LoweringPipeline.cpp). scripts/lowering_docs.py makes the tables of docs/lowering.md
// from the summaries and descriptions.
//
// A pass does not fail on an operation that it cannot handle, but leaves it
// unchanged. Operations that no pass turns into vectors become loops.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_LOWERING_MODULE_PASSES
#define MLIRGYM_LOWERING_MODULE_PASSES

include "mlir/Pass/PassBase.td"

def IfContains : Pass<"mlirgym-if-contains"> {
  let summary = "Run a pipeline only on IR that contains certain operations";
  let description = [{
    `mlirgym-if-contains{ops=memref.alloc pipeline=builtin.module(p1,p2)}` runs `p1,p2` on a
    module that has a `memref.alloc`, and does nothing on other modules. A name without a dot
    stands for all operations of that dialect. Most programs need few of the passes, and an
    analysis takes as long when it finds nothing.
  }];
  let options = [
    ListOption<"ops", "ops", "std::string",
               "Operations (dialect.op) or dialects, one of which the IR must contain">,
    Option<"pipeline", "pipeline", "std::string", "",
           "The pipeline with its anchor, such as builtin.module(cse)">
  ];
}

def Cleanup : Pass<"mlirgym-cleanup"> {
  let summary = "Resolve the sizes of results, canonicalize and merge common subexpressions";
  let description = [{
    The patterns of `resolve-ranked-shaped-type-result-dims` and `canonicalize` in one run, and
    then `cse`; nothing if the IR is what it was after the last cleanup. Of ten cleanups of a
    kernel, six have nothing to do.
  }];
}

def FuseElementwise : Pass<"mlirgym-fuse-elementwise", "::mlir::ModuleOp"> {
  let summary = "Fuse elementwise operations into the operation that reads their results";
  let description = [{
    Front ends write an operation for each step of a layer: a batch normalisation and an
    activation are five passes over a tensor. The pass fuses an elementwise operation into the
    only operation that reads its result, if that one is elementwise, too, or a reduction that
    reads each element once, and has the same number of iterations; so nothing is computed
    twice. Named elementwise operations become `linalg.generic`. The result is in normal form:
    the remaining operations are numbered anew (`mlirgym.op`). This pass is not a part of the lowering: it prepares a network
    for a search by task.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numFused", "num-fused", "Number of operations fused into another one">
  ];
}

def OutlineKernels : Pass<"mlirgym-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Divide a program in normal form into a function per kernel and a host function";
  let description = [{
    Each operation, with the operations that `groups` fuses into it, becomes a function
    `@<name>_op<N>` on memrefs, and `@<name>_host` calls them in order. Kernels are called with
    bare pointers (`llvm.bareptr`). The host function allocates the memory of tensors that go
    from one kernel to the next; a tensor that the program computes in the memory of an argument
    stays there. This pass is not a part of the lowering: it takes kernels out of a program.
  }];
  let options = [
    Option<"name", "name", "std::string", "\"program\"", "Prefix of the names of the functions">,
    ListOption<"groups", "groups", "std::string",
               "Operations of one kernel, the last one gives the name: op0+op2">,
    ListOption<"equal", "equal", "std::string",
               "Kernels for which the host function calls an equal one: op3=op1">,
    Option<"only", "only", "std::string", "\"\"",
           "Keep this kernel (op2), or host with declarations of the kernels">,
    Option<"weights", "weights", "bool", "false",
           "Pass constants of more than 16 elements that differ as arguments, so that kernels "
           "that differ only in them are equal; the host function is then incomplete">,
    Option<"inlined", "inlined", "bool", "false",
           "Kernels are private functions without bare pointers that the entry function calls, "
           "which keeps its name: for transformations that must not go from one kernel to "
           "another, after which the kernels are inlined">
  ];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect", "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // MLIRGYM_LOWERING_MODULE_PASSES
