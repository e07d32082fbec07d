//===- lowering/target/Passes.td - To the LLVM dialect -----*- TableGen -*-===//
//
// One record per pass, in the order in which the pipeline runs them
// (LoweringPipeline.cpp). scripts/lowering_docs.py makes the tables of docs/lowering.md
// from the summaries and descriptions.
//
// A pass does not fail on an operation that it cannot handle, but leaves it
// unchanged. Operations that no pass turns into vectors become loops.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_LOWERING_TARGET_PASSES
#define MLIRGYM_LOWERING_TARGET_PASSES

include "mlir/Pass/PassBase.td"

def ConvertToLlvm : Pass<"mlirgym-convert-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Convert loops, buffers, vectors and arithmetic into the LLVM dialect";
  let description = [{
    One pass runs the conversions of all dialects, after structured control flow has become
    branches; separate passes took ten times as long.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::vector::VectorDialect"
  ];
}

def PermitTiles : Pass<"mlirgym-permit-tiles", "::mlir::ModuleOp"> {
  let summary = "Ask the system for the state of a matrix unit before it is used";
  let description = [{
    Linux saves the tiles of AMX only for processes that have asked for it; in others, their
    first use is a fault. Functions with a C interface in a module that uses tiles ask once, by
    `arch_prctl`, so that the object code needs no help of the program that loads it.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def HideEntry : Pass<"mlirgym-hide-entry", "::mlir::ModuleOp"> {
  let summary = "Make functions with a C interface local to the object";
  let description = [{
    Of a function `f` and its interface function `_mlir_ciface_f`, only the latter remains
    visible, and it inlines the former: the code exists once, and its name cannot clash with a
    symbol of the process. `noalias` states that its buffers do not overlap. A function with
    bare pointers (`llvm.bareptr`) is its own interface and remains visible.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // MLIRGYM_LOWERING_TARGET_PASSES
