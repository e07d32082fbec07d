//===- execution/lowering/Passes.td - Passes of the lowering ---*- TableGen -*-===//
//
// One record per pass, in the order in which the pipeline runs them
// (LoweringPipeline.cpp). scripts/lowering_docs.py makes the tables of docs/lowering.md
// from the summaries and descriptions.
//
// A pass does not fail on an operation that it cannot handle, but leaves it
// unchanged. Operations that no pass turns into vectors become loops.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_EXECUTION_LOWERING_PASSES
#define MLIRGYM_EXECUTION_LOWERING_PASSES

include "mlir/Pass/PassBase.td"

/// The vector registers determine the shape of the code; the same defaults as
/// VectorUnit.
class VectorBits
    : Option<"vectorBits", "vector-bits", "unsigned", "128",
             "Width of a vector register in bits">;
class VectorRegisters
    : Option<"vectorRegisters", "vector-registers", "unsigned", "16",
             "Number of vector registers">;

//===----------------------------------------------------------------------===//
// Any stage
//===----------------------------------------------------------------------===//

def Cleanup : Pass<"mlirgym-cleanup"> {
  let summary = "Canonicalize and merge common subexpressions";
  let description = [{
    Applies the canonicalization patterns of all loaded dialects, resolves the sizes of
    results, and merges common subexpressions, as `canonicalize,cse` do. The patterns are
    collected once per pass manager and not once per run.
  }];
}

def IfContains : Pass<"mlirgym-if-contains"> {
  let summary = "Run a pipeline only on IR that contains certain operations";
  let description = [{
    `mlirgym-if-contains{ops=memref.alloc pipeline=builtin.module(p1,p2)}` runs `p1,p2` on a
    module that holds a `memref.alloc`, and does nothing on other modules. A name without a
    dot stands for all operations of that dialect. Most programs need few of the passes, and
    an analysis that finds nothing takes as long as one that does.
  }];
  let options = [
    ListOption<"ops", "ops", "std::string",
               "Operations (dialect.op) or dialects, one of which the IR must contain">,
    Option<"pipeline", "pipeline", "std::string", "",
           "The pipeline with its anchor, such as builtin.module(cse)">
  ];
}

def OutlineKernels : Pass<"mlirgym-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Divide a program in normal form into a function per kernel and a host function";
  let description = [{
    Each operation, with the operations that `groups` fuses into it, becomes a function
    `@<name>_op<N>` on memrefs, and `@<name>_host` calls them in order. Kernels are called
    with bare pointers (`llvm.bareptr`). Tensors that go from one kernel to the next get
    memory that the host function allocates, or that of an argument of the program if its
    operations were to be computed there. This pass is no part of the lowering: it serves to
    take kernels out of a program.
  }];
  let options = [
    Option<"name", "name", "std::string", "\"program\"", "Prefix of the names of the functions">,
    ListOption<"groups", "groups", "std::string",
               "Operations of one kernel, the last one gives the name: op0+op2">,
    ListOption<"equal", "equal", "std::string",
               "Kernels for which the host function calls an equal one: op3=op1">,
    Option<"only", "only", "std::string", "\"\"",
           "Keep this kernel (op2), or host with declarations of the kernels">
  ];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect", "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// Stage mlirgym-vectorize: structured operations become vectors, on tensors
//===----------------------------------------------------------------------===//

def MarkStreams : Pass<"mlirgym-mark-streams", "::mlir::func::FuncOp"> {
  let summary = "Mark the arguments that are written with non-temporal stores";
  let description = [{
    Passes the mark of the action `stream` on to the function arguments that marked operations
    write. An argument that another operation has written before is excluded, since its
    partial results are read again.
  }];
}

def SplitSincos : Pass<"mlirgym-split-sincos", "::mlir::func::FuncOp"> {
  let summary = "Replace math.sincos by math.sin and math.cos";
  let description = [{
    The vectorizer of MLIR 22 crashes on `math.sincos`.
  }];
  let dependentDialects = ["::mlir::math::MathDialect"];
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

def CopyWindows : Pass<"mlirgym-copy-windows", "::mlir::func::FuncOp"> {
  let summary = "Copy windows that img2col gathers row by row";
  let description = [{
    The copy of a convolution's windows into a matrix indexes the image by quotients and
    remainders of its loops. Each divisor is the size of a dimension: channels, rows or columns
    of a window. The pass makes a loop of each of these dimensions, so that the indices are sums,
    and the elements of a row have equal distances: loops over all other dimensions copy a row
    each. This holds for every
    `linalg.generic` that only copies; one in which a division would leave a remainder stays as
    it is.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numCopied", "num-copied", "Number of copies that are loops over rows">
  ];
}

def SimplifyTiling : Pass<"mlirgym-simplify-tiling", "::mlir::func::FuncOp"> {
  let summary = "Canonicalize the slices, loops and bounds that tiling makes";
  let description = [{
    The patterns of `transform.apply_patterns.linalg.tiling_canonicalization`, for which MLIR
    has no pass.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FillsInTiles : Pass<"mlirgym-fills-in-tiles", "::mlir::func::FuncOp"> {
  let summary = "Fill each tile of a reshaped tensor when it is computed";
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
    A convolution of windows of 3 x 3 that the action `winograd` marked becomes four steps, all on
    vectors: filters and tiles of 4 x 4 elements of the image are transformed, the matrices of
    each of 16 points are multiplied in tiles of registers, and the products are transformed into
    tiles of 2 x 2 results. That is F(2x2, 3x3) of Lavin and Gray (CVPR 2016), which multiplies
    16 times where the sum over windows multiplies 36 times. The filters are transformed before
    all loops in which they are the same.
    Left as they are: other operations and windows, shapes that are not static, an odd number of
    rows or columns, and elements other than `f32` and `f64`.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect", "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect"
  ];
  let options = [VectorBits<>, VectorRegisters<>];
  let statistics = [
    Statistic<"numReplaced", "num-replaced", "Number of convolutions replaced">,
    Statistic<"numLeft", "num-left", "Number of marked operations left as they are">
  ];
}

def LayOutPromoted : Pass<"mlirgym-lay-out-promoted", "::mlir::func::FuncOp"> {
  let summary = "Transpose promoted copies that lanes would read with a stride";
  let description = [{
    If the lanes of its readers would access a promoted copy with a stride, the copy is
    transposed, so that lanes are contiguous (`q k^T` in attention). Tiles of varying size use
    a part of one buffer of the largest size.
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numTransposed", "num-transposed", "Number of copies transposed">
  ];
}

def PeelRemainders : Pass<"mlirgym-peel-remainders", "::mlir::func::FuncOp"> {
  let summary = "Peel the last, partial iteration off loops around marked operations";
  let description = [{
    The main part of a loop whose step does not divide its trip count gets static shapes. If
    several loops tile one dimension, only the innermost is peeled. Loops are peeled from the
    outside in, and in a remainder only the outermost remaining loop: a nest of n loops
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
    since longer code is no faster and takes longer to compile.
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

def SimplifyMarked : Pass<"mlirgym-simplify-marked", "::mlir::func::FuncOp"> {
  let summary = "Generalize marked operations and drop their loops of one iteration";
  let description = [{
    Operations that will be vectorized become `linalg.generic` with the loops in the order of
    the result's dimensions, reductions last, and without loops of one iteration. The rest of
    a convolution's tile is then an outer product, and the last dimension of vectors becomes
    their lanes. Inputs are first reduced to the slices that are read: without the loop of a
    window of 1 the index `w + k` is `w`, and MLIR assumes that the extent of a dimension
    indexed by a single loop is the trip count of that loop.
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
    Upstream's patterns for consecutive slices, and one that inserts a value at once if it
    fills a whole tile of dynamic size: otherwise a remainder would need a buffer. Slices do
    not yet fold into transfers, since hoisting moves a slice out of a loop more easily than a
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
    hoisted out of the loop. This happens if the width of a tile depends on the thread (odd
    columns divided among threads ran at 0.37 of the speed of even ones, now at 0.98).
    Functions without such a query do not change; others are cleaned up afterwards.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::tensor::TensorDialect"
  ];
}

def VectorizeMarked : Pass<"mlirgym-vectorize-marked", "::mlir::func::FuncOp"> {
  let summary = "Turn marked operations into vector operations on tensors";
  let description = [{
    Numbers of lanes that do not fill a register are rounded up and masked. A value that is
    combined with a result is first made to depend on all loops: MLIR would add one that does
    not depend on a reduction loop, such as a constant, to a sum only once. Operations that need
    more than 512 vector operations of 64 bytes, or that the
    vectorizer rejects, are not changed and become loops.
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
    Upstream's patterns for slices, and one for a read directly after a write with the same
    mask: accumulators remain vectors from one loop to the next, also in a tile of dynamic
    size.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// Stage mlirgym-bufferize: tensors become buffers
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Stage mlirgym-to-llvm: loops, vectors of one register, the LLVM dialect
//===----------------------------------------------------------------------===//

def ExpandStridedCopies
    : Pass<"mlirgym-expand-strided-copies", "::mlir::func::FuncOp"> {
  let summary = "Turn copies between strided buffers into loops or vectors";
  let description = [{
    A `memref.copy` with a stride calls a run-time function that kernels do not have. Short
    contiguous rows, such as those of `promote`, are copied as vectors; others become a
    `linalg.copy`. A copy of a buffer to itself is erased.
  }];
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
    leave the buffer with non-temporal stores, up to 16 at once; what precedes the first whole
    line and follows the last one is stored as usual, the latter after the outermost loop. Nothing changes if all writes are whole lines anyway, if they leave gaps
    (columns of a tile), or if something else in the same loops reads or writes the argument.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
  let statistics = [
    Statistic<"numCombined", "num-combined-writes", "Number of writes to a buffer of lines">
  ];
}

def PrefetchRows : Pass<"mlirgym-prefetch-rows", "::mlir::func::FuncOp"> {
  let summary = "Fetch the next rows of an argument in the last loop over the present ones";
  let description = [{
    Softmax and normalisations read each row several times: the first loop over a row waits for
    memory, and the last one finds it in the first cache. So the last one prefetches the rows of
    the next iteration, if these follow in memory. Arguments of less than 256 KiB and rows of less
    than 1 KiB are not prefetched.
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
    This applies to windows with a stride of 2 to 4, such as those of pooling, that are vectorised
    along the last dimension. The maximum (minimum, sum) of each column is computed once, by
    contiguous vectors over the rows of the windows, and each window picks its elements from
    these. The loop over the columns of a window vanishes.
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

def SplitVectors : Pass<"mlirgym-split-vectors", "::mlir::func::FuncOp"> {
  let summary = "Split vectors of any shape into strips of one register";
  let description = [{
    Values that are stored, carried by a loop or used as scalars are computed strip by strip,
    on demand. A loop that only reads and carries more vectors than there are registers
    becomes several loops, each of which keeps its accumulators in registers.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect",
    "::mlir::vector::VectorDialect"
  ];
  let options = [VectorBits<>, VectorRegisters<>];
  let statistics = [
    Statistic<"numStores", "num-split-writes", "Number of writes split into strips">,
    Statistic<"numLoops", "num-split-loops", "Number of loops whose carried vectors were split">
  ];
}

def UnmarkStreams : Pass<"mlirgym-unmark-streams", "::mlir::func::FuncOp"> {
  let summary = "Remove the marks of mlirgym-mark-streams";
  let description = [{
    The stores themselves are non-temporal by then, and the LLVM dialect has no such argument
    attribute.
  }];
}

def LowerVectors : Pass<"mlirgym-lower-vectors", "::mlir::func::FuncOp"> {
  let summary = "Lower the vector operations that mlirgym-split-vectors leaves";
  let description = [{
    Upstream's patterns for masks, contractions, multi-dimensional reductions, transposes,
    shape casts, broadcasts and transfers, and patterns for transfers with a stride: wide
    loads and shuffles for strides 2 to 4, else element by element. Functions whose vectors
    all have a counterpart in LLVM do not change.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
}

def FastMath : Pass<"mlirgym-fast-math", "::mlir::func::FuncOp"> {
  let summary = "Set contract, nsz and arcp on floating-point operations, reassoc on sums";
  let description = [{
    Only sums get `reassoc`. With reassociation the difference `x - x` would be 0 even for
    NaN, and a product of finite numbers could overflow: `a * (b / c)` as `(a * b) / c`.
    `nnan` and `ninf` are never set: a maximum starts from -inf ([ADR
    10](adr/0010-what-arithmetic-may-change.md)).
  }];
}

def WidenMath : Pass<"mlirgym-widen-math", "::mlir::func::FuncOp"> {
  let summary = "Expand functions without a lowering and compute short floats in f32";
  let description = [{
    `math.clampf`, `math.isinf`, `math.isnormal`, `arith.maxnumf` and `arith.minnumf` become
    comparisons: LLVM 22 vectorizes a reduction by `maxnum` into a loop that ends at the first
    NaN and continues from the wrong place. Functions of shorter types that the next passes
    expand are computed in `f32`. This and the next passes follow mlirgym-fast-math, since
    their arithmetic must not be reassociated.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def ExpandTrigonometry
    : Pass<"mlirgym-expand-trigonometry", "::mlir::func::FuncOp"> {
  let summary = "Expand sin, cos, atan and atan2 of f32";
  let description = [{
    Accurate for every `f32`: angles beyond 65,536 are reduced exactly, in `f64`, behind a
    branch that is skipped if no lane of the vector needs it.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def ExpandCubeRoots : Pass<"mlirgym-expand-cube-roots", "::mlir::func::FuncOp"> {
  let summary = "Expand cbrt of f32";
  let description = [{
    One step of Halley's method and one of Newton's; also for subnormal numbers and
    infinities.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"
  ];
}

def ScaleLogarithms : Pass<"mlirgym-scale-logarithms", "::mlir::func::FuncOp"> {
  let summary = "Scale subnormal operands of log and log2 of f32";
  let description = [{
    MLIR's polynomials treat every subnormal number as the smallest normal one. Such a number
    is scaled first, and the logarithm of the scale is subtracted.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"
  ];
}

def ExpandPolynomials
    : Pass<"mlirgym-expand-polynomials", "::mlir::func::FuncOp"> {
  let summary = "Expand tanh, log, erf, asin and others by MLIR's polynomials";
  let description = [{
    Uses only the accurate ones of upstream's approximations; the other passes of this group
    replace the rest.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def ExpandExponentials
    : Pass<"mlirgym-expand-exponentials", "::mlir::func::FuncOp"> {
  let summary = "Expand exp and expm1 of f32 and f64";
  let description = [{
    e^x of `f32` and `f64` in 14 and 20 vector instructions, without a conversion or a
    rounding instruction; e^x - 1 from the same parts. Follows mlirgym-expand-polynomials,
    which creates exponentials.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"
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

def PlaceBuffers : Pass<"mlirgym-place-buffers", "::mlir::func::FuncOp"> {
  let summary = "Begin the kernel's own buffers in the middle of a page";
  let description = [{
    Processors compare the last 12 bits of addresses to find the loads that wait for a store. A
    buffer that begins a line or two behind a page, as malloc returns it, makes loads from arrays
    that begin at a page wait for stores to the buffer. Buffers of less than 1 KiB stay where they
    are.
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

//===----------------------------------------------------------------------===//
// GPUs
//===----------------------------------------------------------------------===//

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
    neither them nor LLVM's operations for them, and calls a library in their place.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def MapToGpu : Pass<"mlirgym-map-to-gpu", "::mlir::func::FuncOp"> {
  let summary = "Turn parallel loops into grids of blocks, and the operations in them into threads";
  let description = [{
    Each `scf.forall` becomes a `gpu.launch` with a block per iteration; what lies between them
    becomes a launch of one block. In a block the threads share the iterations of the parallel
    loops of each structured operation, neighbours along the last of them, and wait for each
    other after it. In the same way they share the iterations of a `scf.forall` that is mapped
    to threads; one thread runs each iteration alone. Buffers that are allocated in a block, such
    as promoted operands, are in its shared memory.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

#endif // MLIRGYM_EXECUTION_LOWERING_PASSES
