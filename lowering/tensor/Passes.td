//===- lowering/tensor/Passes.td - Passes on tensors -------*- TableGen -*-===//
//
// One record per pass, in the order in which the pipeline runs them
// (LoweringPipeline.cpp). scripts/lowering_docs.py makes the tables of docs/lowering.md
// from the summaries and descriptions.
//
// A pass does not fail on an operation that it cannot handle, but leaves it
// unchanged. Operations that no pass turns into vectors become loops.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_LOWERING_TENSOR_PASSES
#define MLIRGYM_LOWERING_TENSOR_PASSES

include "lowering/module/PassOptions.td"
include "mlir/Pass/PassBase.td"

def MarkStreams : Pass<"mlirgym-mark-streams", "::mlir::func::FuncOp"> {
  let summary = "Mark the arguments that are written with non-temporal stores";
  let description = [{
    The action `stream` marks operations. The pass marks the function arguments that these
    write, except arguments that another operation has written before, since their partial
    results are read again.
  }];
}

def CopiesAsReshapes : Pass<"mlirgym-copies-as-reshapes", "::mlir::func::FuncOp"> {
  let summary = "Replace copies that keep the order of the elements by reshapes";
  let description = [{
    `img2col` gathers the windows of a convolution into a matrix. The windows of a 1 x 1
    convolution with stride 1 are the image itself in another shape, which needs no copy.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numReshaped", "num-reshaped", "Number of copies replaced">
  ];
}

def SimplifyTiling : Pass<"mlirgym-simplify-tiling", "::mlir::func::FuncOp"> {
  let summary = "Canonicalize the slices, loops and bounds that tiling makes";
  let description = [{
    Applies the patterns of `transform.apply_patterns.linalg.tiling_canonicalization`, for which
    MLIR has no pass.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FillsInTiles : Pass<"mlirgym-fills-in-tiles", "::mlir::func::FuncOp"> {
  let summary = "Fill each tile of a reshaped tensor when the tile is computed";
  let description = [{
    `img2col` reshapes the result of a convolution after its fill, so that `tile_fuse` cannot
    reach the fill. If loops tile the reshaped tensor, and each of its elements belongs to one
    iteration, the innermost of these tiles is filled in place of the whole tensor. Accumulators
    then start as constants in registers, and the result is neither filled nor read in memory.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def FreshDestinations
    : Pass<"mlirgym-fresh-destinations", "::mlir::func::FuncOp"> {
  let summary = "Give intermediate results of a tile a buffer of the tile's size";
  let description = [{
    If a loop writes slices of a tensor from outside the loop and never reads their previous
    contents, it writes to a new tensor instead. The slices would keep the outer tensor alive
    beside the one that the loop carries, which costs two copies of the whole tensor (the
    exponentials in a row of a softmax).
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numFresh", "num-fresh-destinations", "Number of slices replaced">
  ];
}

def Winograd : Pass<"mlirgym-winograd", "::mlir::func::FuncOp"> {
  let summary = "Compute marked convolutions by products of transformed tiles";
  let description = [{
    A convolution of windows of 3 x 3 that the action `winograd` marked becomes four steps, all
    on vectors: filters and tiles of 4 x 4 elements of the image are transformed, the matrices
    of each of 16 points are multiplied in tiles of registers, and the products are transformed
    into tiles of 2 x 2 results. This is F(2x2, 3x3) of Lavin and Gray (CVPR 2016), which
    multiplies 16 times where the sum over windows multiplies 36 times. The filters are
    transformed before all loops in which they are the same.

    The pass does not change other operations and windows, shapes that are not static, an odd
    number of rows or columns, and elements other than `f32` and `f64`.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect"
  ];
  let options = [VectorBits<>, VectorRegisters<>];
  let statistics = [
    Statistic<"numReplaced", "num-replaced", "Number of convolutions replaced">,
    Statistic<"numLeft", "num-left", "Number of marked operations left as they are">
  ];
}

def GroupPromoted : Pass<"mlirgym-group-promoted", "::mlir::func::FuncOp"> {
  let summary = "Lay promoted copies out in the groups that an instruction multiplies";
  let description = [{
    If an instruction that `dots` names adds several products to a lane, the factors of a group
    are put side by side in a promoted copy that the lanes index: four rows of `i8` and two of
    `bf16` at a time, so that a load has the groups of all lanes. The copy and the tiles of the
    reduction must have whole groups. Where pairs of `i16` are multiplied, a copy of `i8` has
    `i16`, so that it is extended once. Rows of windows that `img2col` gathers are read from the
    image. Where the groups are adjacent already (`x w^T`), blocks of them are transposed.

    Instructions of x86 multiply unsigned bytes by signed ones. Of two factors that are alike, the
    copy gets its top bits inverted, which adds 128 to, or takes it from, each of its elements.
    What this changes in the sums, 128 times the sums of the other factor's rows, is computed once
    and replaces the 0 with which the sums are filled. For factors that are not alike, AArch64
    without I8MM needs the same. Where `dots` has `tiles`, readers with several rows are marked
    for `mlirgym-matrix-tiles`, which needs no shift.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect"
  ];
  let options = [Dots<>];
  let statistics = [
    Statistic<"numGrouped", "num-grouped", "Number of copies laid out in groups">,
    Statistic<"numShifted", "num-shifted", "Number of these whose top bits are inverted">
  ];
}

def LayOutPromoted : Pass<"mlirgym-lay-out-promoted", "::mlir::func::FuncOp"> {
  let summary = "Transpose promoted copies that lanes would read with a stride";
  let description = [{
    If the lanes of its readers would access a promoted copy with a stride, the copy is
    transposed, so that lanes are contiguous (`q k^T` in attention). Tiles of varying size use
    a part of one buffer of the largest size.

    If all readers convert short elements to `f32`, and no instruction that `dots` names
    multiplies them as they are, the copy has converted elements: each is then converted once,
    and not in each tile of registers. Where pairs of `i16` are multiplied, a copy of `i8` has
    `i16`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [Dots<>];
  let statistics = [
    Statistic<"numTransposed", "num-transposed", "Number of copies transposed">,
    Statistic<"numWidened", "num-widened", "Number of copies with converted elements">
  ];
}

def CopyWindows : Pass<"mlirgym-copy-windows", "::mlir::func::FuncOp"> {
  let summary = "Copy windows that img2col gathers row by row";
  let description = [{
    The copy of a convolution's windows into a matrix indexes the image by quotients and
    remainders of its loops. Each divisor is the size of a dimension: channels, rows or columns
    of a window. The pass makes a loop of each of these dimensions, so that the indices are
    sums, and the elements of a row have equal distances. Loops over all other dimensions then
    copy one row each. The pass changes every `linalg.generic` that only copies, unless a
    division would leave a remainder. If all readers of the matrix are copies of tiles that
    `promote` makes, and a tile has whole rows or one part of a row, each tile is copied from
    the image in place of a copy from the matrix, which is not made.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numCopied", "num-copied", "Number of copies that are loops over rows">,
    Statistic<"numInTiles", "num-in-tiles", "Number of them that are made tile by tile">
  ];
}

def PeelRemainders : Pass<"mlirgym-peel-remainders", "::mlir::func::FuncOp"> {
  let summary = "Peel the last, partial iteration off loops around marked operations";
  let description = [{
    The main part of a loop whose step does not divide its trip count gets static shapes. If
    several loops tile one dimension, only the innermost is peeled, unless they are around a sum
    for a matrix unit, which needs static shapes in remainders, too. Loops are peeled from the
    outside in, and of the loops inside a remainder only the outermost: a nest of n loops
    becomes 2 n copies and not 2^n.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::scf::SCFDialect"
  ];
  let statistics = [
    Statistic<"numPeeled", "num-peeled-loops", "Number of loops peeled">
  ];
}

def TileRows : Pass<"mlirgym-tile-rows", "::mlir::func::FuncOp"> {
  let summary = "Tile marked operations of dynamic size, and very long ones, by rows";
  let description = [{
    Remainder tiles of an `scf.forall` cannot be peeled: their rows are computed one by one,
    so that only the dimension of the lanes stays dynamic (and is masked). Elementwise
    operations that would become a long piece of straight-line code are tiled by rows too,
    since longer code is no faster and takes longer to compile. Sums of short products that are
    as long, since their schedule is for a matrix unit, are tiled along the reduction if none
    computes them.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [VectorBits<>];
  let statistics = [
    Statistic<"numTiled", "num-tiled-ops", "Number of operations tiled by rows">
  ];
}

#endif // MLIRGYM_LOWERING_TENSOR_PASSES
