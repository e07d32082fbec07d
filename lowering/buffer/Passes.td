//===- lowering/buffer/Passes.td - Passes on buffers -------*- TableGen -*-===//
//
// One record per pass, in the order in which the pipeline runs them
// (LoweringPipeline.cpp). scripts/lowering_docs.py makes the tables of docs/lowering.md
// from the summaries and descriptions.
//
// A pass does not fail on an operation that it cannot handle, but leaves it
// unchanged. Operations that no pass turns into vectors become loops.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_LOWERING_BUFFER_PASSES
#define MLIRGYM_LOWERING_BUFFER_PASSES

include "lowering/module/PassOptions.td"
include "mlir/Pass/PassBase.td"

def ShowPartialWrites
    : Pass<"mlirgym-show-partial-writes", "::mlir::func::FuncOp"> {
  let summary = "Keep bufferization from treating a partial write as a complete one";
  let description = [{
    The analysis of MLIR 22 assumes that a `vector<8>` written to a `tensor<1x10>` fills it; a
    later write could then overwrite elements that the next iteration of a loop reads. The
    pass makes the index of such a write a sum that is zero but not a constant: the analysis
    looks for constants.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numShown", "num-partial-writes", "Number of partial writes changed">
  ];
}

def SeparateCopies : Pass<"mlirgym-separate-copies", "::mlir::func::FuncOp"> {
  let summary = "Give each copy of a constant a buffer of its own";
  let description = [{
    Empty tensors of one type become one, so that the tiles of a loop and its remainder would be
    copied into the same buffer. `mlirgym-prepare-constants` needs a buffer for each.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numSeparated", "num-separated", "Number of copies with a new buffer">
  ];
}

def PrepareConstants : Pass<"mlirgym-prepare-constants", "::mlir::ModuleOp"> {
  let summary = "Copy promoted parts of constants in the first call alone";
  let description = [{
    A buffer into which a kernel copies nothing but constants, such as the weights of a model
    in the layout of a tile, has the same content in each call. A function copies the parts of
    all iterations into an array of the module when the kernel is called for the first time,
    and the kernel reads its part in the array. The loops around the copy need constant bounds;
    all parts take at most 256 MiB. Operations that compute something else from constants
    alone, such as transformed filters, are treated alike.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
  let statistics = [
    Statistic<"numPrepared", "num-prepared", "Number of buffers that the first call fills">
  ];
}

def CallOnce : Pass<"mlirgym-call-once", "::mlir::ModuleOp"> {
  let summary = "Run the functions of mlirgym-prepare-constants in the first call alone";
  let description = [{
    A byte of the module says whether a function has run, and is read before each call of it.
    Threads that call it while it runs wait for its end. MLIR's deallocation of buffers does not
    accept the atomic operations, so that they come after it.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect"
  ];
}

def ExpandStridedCopies
    : Pass<"mlirgym-expand-strided-copies", "::mlir::func::FuncOp"> {
  let summary = "Turn copies between strided buffers into loops or vectors";
  let description = [{
    A `memref.copy` with a stride calls a run-time function that kernels do not have. Short
    contiguous rows, such as those of `promote`, are copied as vectors, and so are rows whose
    elements have a small stride in the source, such as those of the windows that `img2col`
    gathers; others become a `linalg.copy`. A copy of a buffer to itself is erased.
  }];
  let options = [VectorBits<>];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
}

def CombineLines : Pass<"mlirgym-combine-lines", "::mlir::func::FuncOp"> {
  let summary = "Collect streamed rows until they fill whole cache lines";
  let description = [{
    Only whole cache lines can be written past the caches, and rows of 57 floats end within a
    line. If the iterations of a loop write an argument that `mlirgym-mark-streams` has marked
    without gaps, they write to a buffer on the stack in place of the argument. Whole lines
    leave the buffer with non-temporal stores, up to 16 at once. What precedes the first whole
    line and what follows the last one is stored as usual, the latter after the outermost loop.
    Nothing changes if all writes are whole lines anyway, if they leave gaps (columns of a
    tile), or if another operation in the same loops reads or writes the argument.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
  let statistics = [
    Statistic<"numCombined", "num-combined-writes", "Number of writes to a buffer of lines">
  ];
}

def UnmarkStreams : Pass<"mlirgym-unmark-streams", "::mlir::func::FuncOp"> {
  let summary = "Remove the marks of mlirgym-mark-streams";
  let description = [{
    At this point the stores themselves are non-temporal, and the LLVM dialect has no such
    attribute for arguments.
  }];
}

def FreeBuffers : Pass<"mlirgym-free-buffers", "::mlir::ModuleOp"> {
  let summary = "Free each buffer at the end of its block, or where the function returns";
  let description = [{
    A buffer that is allocated once per call is freed where the function returns, any other at the
    end of its block. If a buffer is passed to a block, returned, or used after the end of its
    block, MLIR's `buffer-deallocation-pipeline` frees all of them, which takes longer and
    rejects loops made of branches (`cf`). IR that frees a buffer itself remains as it is.
  }];
}

def PlaceBuffers : Pass<"mlirgym-place-buffers", "::mlir::func::FuncOp"> {
  let summary = "Begin the kernel's own buffers in the middle of a page";
  let description = [{
    Processors compare the last 12 bits of addresses to decide which loads wait for an earlier
    store. A buffer that begins one or two cache lines after the start of a page, where malloc
    places it, delays loads from arrays that begin at a page. Buffers of less than 1 KiB stay
    where they are.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
  ];
  let statistics = [
    Statistic<"numPlaced", "num-placed", "Number of buffers that begin in the middle of a page">
  ];
}

def HintLoops : Pass<"mlirgym-hint-loops", "::mlir::func::FuncOp"> {
  let summary = "Annotate each loop with whether LLVM unrolls it";
  let description = [{
    Small loops are unrolled completely, others not at all: LLVM's own choice would let the
    code of a single tile grow to 40 KiB ([ADR 8](adr/0008-an-llvm-pipeline-of-our-own.md)).
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let statistics = [
    Statistic<"numUnrolled", "num-unrolled-loops", "Number of loops that LLVM unrolls">
  ];
}

#endif // MLIRGYM_LOWERING_BUFFER_PASSES
