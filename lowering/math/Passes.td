//===- lowering/math/Passes.td - Functions by arithmetic ---*- TableGen -*-===//
//
// One record per pass, in the order in which the pipeline runs them
// (LoweringPipeline.cpp). scripts/lowering_docs.py makes the tables of docs/lowering.md
// from the summaries and descriptions.
//
// A pass does not fail on an operation that it cannot handle, but leaves it
// unchanged. Operations that no pass turns into vectors become loops.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_LOWERING_MATH_PASSES
#define MLIRGYM_LOWERING_MATH_PASSES

include "mlir/Pass/PassBase.td"

def SplitSincos : Pass<"mlirgym-split-sincos", "::mlir::func::FuncOp"> {
  let summary = "Replace math.sincos by math.sin and math.cos";
  let description = [{
    The vectorizer of MLIR 22 crashes on `math.sincos`.
  }];
  let dependentDialects = ["::mlir::math::MathDialect"];
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

def ExpandFunctions : Pass<"mlirgym-expand-functions", "::mlir::func::FuncOp"> {
  let summary = "Expand pow, exp2, log10, sinh, cosh, tan and others of f32, for GPUs";
  let description = [{
    Processors call the C library for these functions, which GPUs do not have. The functions
    that the next passes expand are used, `pow` is computed in `f64`, and shorter types in
    `f32`. Functions of `f64` remain.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"
  ];
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
    The results are accurate for every `f32`. Angles beyond 65,536 are reduced exactly, in
    `f64`, behind a branch that is skipped if no lane of the vector needs it.
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
    One step of Halley's method and one of Newton's compute the root, also that of subnormal
    numbers and infinities.
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
    Only those of upstream's approximations that are accurate are used. The other passes of this
    group replace the rest.
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
    e^x takes 14 vector instructions in `f32` and 20 in `f64`, none of which converts or rounds,
    and e^x - 1 is computed from the same parts. The pass follows mlirgym-expand-polynomials,
    which creates exponentials.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"
  ];
}

#endif // MLIRGYM_LOWERING_MATH_PASSES
