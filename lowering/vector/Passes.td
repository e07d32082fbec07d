//===- lowering/vector/Passes.td - Passes that make vectors ------*- TableGen -*-===//
//
// One record per pass, in the order in which the pipeline runs them
// (LoweringPipeline.cpp). scripts/lowering_docs.py makes the tables of docs/lowering.md
// from the summaries and descriptions.
//
// A pass does not fail on an operation that it cannot handle, but leaves it
// unchanged. Operations that no pass turns into vectors become loops.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_LOWERING_VECTOR_PASSES
#define MLIRGYM_LOWERING_VECTOR_PASSES

include "lowering/module/PassOptions.td"
include "mlir/Pass/PassBase.td"

def SimplifyMarked : Pass<"mlirgym-simplify-marked", "::mlir::func::FuncOp"> {
  let summary = "Generalize marked operations and drop their loops of one iteration";
  let description = [{
    Operations that will be vectorized become `linalg.generic` with the loops in the order of
    the result's dimensions, reductions last, and without loops of one iteration. The rest of a
    convolution's tile is then an outer product, and the last dimension of vectors becomes their
    lanes. Before that, each input is reduced to the slice that is read. For MLIR takes the size
    of a dimension with the index `w` for the trip count of the loop `w`, which would be wrong
    where the index was `w + k` with one iteration of `k`.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"inThreads", "in-threads", "bool", "false",
           "Only operations inside a `scf.forall` for threads of a GPU">
  ];
}

def StridedOperands : Pass<"mlirgym-strided-operands", "::mlir::func::FuncOp"> {
  let summary = "Read operands with an index c * d through a strided slice";
  let description = [{
    An operand that is read through an index `c * d` with a constant c > 1 becomes a strided
    slice that is read through `d`: the vectorizer accepts no other index.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numSlices", "num-strided-slices", "Number of operands read through a slice">
  ];
}

def MergeSlices : Pass<"mlirgym-merge-slices", "::mlir::func::FuncOp"> {
  let summary = "Merge slices of slices and insertions of insertions";
  let description = [{
    Applies upstream's patterns for consecutive slices, and one that inserts a value at once if
    it fills a whole tile of dynamic size, as a remainder would otherwise need a buffer. Slices
    do not fold into transfers yet, since a slice is easier to move out of a loop than a
    transfer with many indices.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def KeepCarriedSizes
    : Pass<"mlirgym-keep-carried-sizes", "::mlir::func::FuncOp"> {
  let summary = "Take the size of a tensor that a loop carries from before the loop";
  let description = [{
    As long as each iteration queries the size of a carried tensor, accumulators cannot be
    hoisted out of the loop. This happens if the width of a tile depends on the thread: a
    product whose odd number of columns is divided among threads had 0.37 of the speed of an
    even one, and has 0.98 with this pass. Functions without such a query do not change.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::tensor::TensorDialect"
  ];
}

def VectorizeMarked : Pass<"mlirgym-vectorize-marked", "::mlir::func::FuncOp"> {
  let summary = "Turn marked operations into vector operations on tensors";
  let description = [{
    Numbers of lanes that do not fill a register are rounded up and masked, except in sums and
    extrema of windows with a stride (see mlirgym-window-columns). A value that is combined with
    a result is first made to depend on all loops: MLIR would add a value that does not depend on
    a reduction loop, such as a constant, to a sum only once. Operations that need more than 512
    vector operations of 64 bytes, or that the vectorizer rejects, are not changed and become
    loops.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
  let options = [VectorBits<>];
  let statistics = [
    Statistic<"numVectorized", "num-vectorized-ops", "Number of operations vectorized">,
    Statistic<"numLeft", "num-left-ops", "Number of marked operations left to be loops">
  ];
}

def HoistSubsets : Pass<"mlirgym-hoist-subsets", "::mlir::func::FuncOp"> {
  let summary = "Hoist reads and writes of loop-invariant subsets out of loops";
  let description = [{
    Accumulators then stay in registers during the reduction. Upstream's subset hoisting and
    loop-invariant code motion run to a fixpoint, together with a rewriting for masked
    transfers, which upstream does not hoist. Nothing leaves the loops of blocks and threads of
    a GPU.
  }];
  let dependentDialects = [
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
  let statistics = [
    Statistic<"numHoisted", "num-hoisted-subsets", "Number of subsets hoisted by upstream">,
    Statistic<"numCarried", "num-carried-vectors", "Number of masked vectors carried">
  ];
}

def FoldSubsets : Pass<"mlirgym-fold-subsets", "::mlir::func::FuncOp"> {
  let summary = "Fold tensor slices into transfers, and masked writes into reads";
  let description = [{
    Applies upstream's patterns for slices, and one for a read directly after a write with the
    same mask: accumulators remain vectors from one loop to the next, also in a tile of dynamic
    size.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def PrefetchRows : Pass<"mlirgym-prefetch-rows", "::mlir::func::FuncOp"> {
  let summary = "Fetch the next rows of an argument in the last loop over the present ones";
  let description = [{
    Softmax and normalisations read each row several times: the first loop over a row waits for
    memory, and the later ones find it in the first cache. The last one therefore prefetches the
    rows of the next iteration, if these follow in memory. Arguments of less than 256 KiB and
    rows of less than 1 KiB are not prefetched.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
  ];
  let statistics = [
    Statistic<"numPrefetches", "num-prefetches", "Number of prefetches that were inserted">
  ];
}

def WindowColumns : Pass<"mlirgym-window-columns", "::mlir::func::FuncOp"> {
  let summary = "Reduce the columns under strided windows before the windows";
  let description = [{
    This applies to windows with a stride of 2 to 4, such as those of pooling, that are
    vectorised along the last dimension. The maximum (minimum, sum) of each column is computed
    once, by contiguous vectors over the rows of the windows, and each window combines those of
    its columns. The loop over the columns of a window vanishes.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect",
    "::mlir::vector::VectorDialect"
  ];
  let options = [VectorBits<>, VectorRegisters<>];
  let statistics = [
    Statistic<"numWindows", "num-windows", "Number of loops over windows that were replaced">
  ];
}

def MatrixTiles : Pass<"mlirgym-matrix-tiles", "::mlir::func::FuncOp"> {
  let summary = "Compute sums of short products in the tiles of a matrix unit";
  let description = [{
    With AMX, a sum of products of `i8` (in `i32`) or of `bf16` (in `f32`) whose factors are in
    groups in memory (`mlirgym-group-promoted`) becomes products of tiles of up to 16 rows of 64
    bytes. Two by two tiles of sums stay in registers while the loops run that carried the vector;
    more tiles need a loop for each four. Sums that other operations use pass through a buffer on
    the stack. The pass names the registers, and sets their shapes once per call and thread, or
    before each group of tiles if shapes differ. (MLIR's `amx` dialect leaves registers to LLVM,
    which fails on code with more shapes than registers.) Only targets with AMX have the pass in
    their pipeline.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
  let statistics = [
    Statistic<"numTiled", "num-tiled-sums", "Number of sums computed in tiles">
  ];
}

def SplitVectors : Pass<"mlirgym-split-vectors", "::mlir::func::FuncOp"> {
  let summary = "Split vectors of any shape into strips of one register";
  let description = [{
    Values that are stored, carried by a loop or used as scalars are computed strip by strip,
    on demand. A loop that only reads and carries more vectors than there are registers
    becomes several loops. Each keeps its accumulators in registers, and they are grouped so that a
    loop has many products per load: if one operand varies along the last dimension, strips for
    which it is the same are together. Some lanes of a strip are stored in parts of 2^n lanes, or by
    one masked store with AVX-512. Sums of products of `i8` (in `i32`) and of `bf16` (in `f32`) are
    computed by the instructions that `dots` names. Those of AArch64 multiply a lane by a vector: of
    a factor that all lanes share, four groups are loaded at once.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect",
    "::mlir::vector::VectorDialect"
  ];
  let options = [VectorBits<>, VectorRegisters<>, Dots<>];
  let statistics = [
    Statistic<"numStores", "num-split-writes", "Number of writes split into strips">,
    Statistic<"numLoops", "num-split-loops", "Number of loops whose carried vectors were split">
  ];
}

def LowerVectors : Pass<"mlirgym-lower-vectors", "::mlir::func::FuncOp"> {
  let summary = "Lower the vector operations that mlirgym-split-vectors leaves";
  let description = [{
    Applies upstream's patterns for masks, contractions, multi-dimensional reductions,
    transposes, shape casts, broadcasts and transfers. Patterns of our own lower transfers with
    a stride: to wide loads and shuffles for strides of 2 to 4, else element by element. Neither
    reads an element that a constant mask excludes.
    Functions whose vector operations all have a counterpart in LLVM do not change.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
}

def LowerVectorShapes
    : Pass<"mlirgym-lower-vector-shapes", "::mlir::func::FuncOp"> {
  let summary = "Lower the vector shapes that canonicalization has created";
  let description = [{
    Canonicalization turns broadcasts to dimensions of 1 into shape casts. Functions without
    shape casts do not change.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::ub::UBDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // MLIRGYM_LOWERING_VECTOR_PASSES
