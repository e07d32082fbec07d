//===- execution/lowering/Steps.h - Steps of the lowering -------*- C++ -*-===//
//
// Each step is a function on one func.func, or patterns for one, in the order
// in which Lowering calls them. None fails: what a step cannot handle it leaves
// for the next one, and what none handles becomes loops. Those on tensors stand
// before bufferization, those on buffers after it.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_EXECUTION_LOWERING_STEPS_H
#define MLIRGYM_EXECUTION_LOWERING_STEPS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace mlir {
class RewritePatternSet;
namespace func {
class FuncOp;
} // namespace func
class Value;
} // namespace mlir

namespace mlirgym::lowering {

/// Unit attribute of a structured op that is to become vector operations.
inline constexpr llvm::StringLiteral vectorizeMark = "mlirgym.vectorize";

/// What the shape of the code depends on.
struct VectorUnit {
  unsigned bits = 128;
  unsigned registers = 16;
  /// Elements of `elementBits` bits in one register, at least 1.
  int64_t lanes(unsigned elementBits) const {
    return elementBits == 0 || elementBits > bits ? 1 : bits / elementBits;
  }
};

//===-- on tensors --------------------------------------------------------===//

/// Hands the mark of `stream` on to the arguments of the function that marked
/// ops write.
void markStreamedArguments(mlir::func::FuncOp func);

/// What a loop writes into slices of a tensor from outside without ever reading
/// what was there goes into tensors of its own: the slices would keep that
/// tensor alive beside the one that the loop carries, which costs a copy of
/// all of it where the two are one buffer.
void freshDestinations(mlir::func::FuncOp func);

/// A promoted copy that its readers' lanes would step through with a stride is
/// made transposed, so that they are neighbours. Tiles that vary lie in a part
/// of a buffer that holds the largest.
void layOutPromoted(mlir::func::FuncOp func);

/// Cuts the last, partial iteration off the scf.for loops around a marked op
/// whose step does not divide them, so that shapes in the main part are static.
/// Of loops that tile one dimension, only the innermost: each doubles the code.
void peelRemainders(mlir::func::FuncOp func);

/// Remainder tiles of an scf.forall cannot be cut off: loops over the rows of a
/// marked op whose sizes are dynamic one by one, so that at most the lane
/// dimension stays dynamic (and is masked). So do the rows of an elementwise op
/// that would become a long piece of straight-line code.
void tileRows(mlir::func::FuncOp func, const VectorUnit &unit);

/// Turns the ops that will be vectorised into linalg.generic, loops in the
/// order of the result's dimensions and reductions last, without loops of one
/// iteration: those of a convolution's tile are in the way of subset
/// hoisting and hide that the rest is a plain outer product.
void simplifyMarked(mlir::func::FuncOp func);

/// Operand read through an index c * d, c > 1: takes a strided slice of it and
/// reads through d, which the vectoriser accepts.
void stridedOperands(mlir::func::FuncOp func);

/// Insertions into the whole of a tile of dynamic size, which is inserted in
/// turn, become one.
void populateWholeInsertPatterns(mlir::RewritePatternSet &patterns);

/// Marked ops, and small fills, copies and merges of partial results, become
/// vector operations on tensors. What is too large (over maxVectorOps) or not
/// to be vectorised stays, and becomes loops.
void vectorizeMarked(mlir::func::FuncOp func, const VectorUnit &unit);

/// A vector operation on 64 bytes counts as one; several seconds of code
/// generation start at about four times as many.
inline constexpr int64_t maxVectorOps = 512;

/// Reads and writes of a loop-invariant subset of a tensor move out of the
/// loop, so that accumulators live in registers. To a fixpoint.
void hoistSubsets(mlir::func::FuncOp func);

/// What a loop writes and the next reads under the same mask, in a tile of
/// dynamic size, stays a vector.
void populateMaskedReadPatterns(mlir::RewritePatternSet &patterns);

/// Keeps bufferization from taking a vector that is written to a part of a
/// tensor of higher rank (vector<8> to tensor<1x10>) for all of it: it would
/// write over what the next iteration of a loop reads.
void showPartialWrites(mlir::func::FuncOp func);

//===-- on buffers --------------------------------------------------------===//

/// memref.copy with a stride calls a run-time function that kernels do not
/// have: becomes a loop nest, of vectors where the rows are short and
/// contiguous (what `promote` copies).
void expandStridedCopies(mlir::func::FuncOp func);

/// True for an argument that is stored past the caches.
bool isStreamed(mlir::Value buffer);

/// Vectors of any rank and size become register-sized ones. Loops that carry
/// more of them than there are registers become several (StripBuilder.h).
void splitVectors(mlir::func::FuncOp func, const VectorUnit &unit);

/// LLVM knows no such attribute.
void unmarkStreamedArguments(mlir::func::FuncOp func);

/// Reads and writes of vectors with a stride in memory: wide loads and shuffles
/// for small strides, else element by element.
void populateStridedTransferPatterns(mlir::RewritePatternSet &patterns);

/// Says of each scf.for whether LLVM is to unroll it: all iterations of a small
/// one, of no other. LLVM's own choice goes by thresholds that let the code of
/// a single tile grow to 40 KiB and its compile time to seconds.
void hintLoops(mlir::func::FuncOp func);

/// fmf<contract,reassoc,nsz,arcp> on every floating-point operation, those of
/// the baseline too: -0 may be 0, and what divides often is divided into 1
/// once; a difference has no reassoc. Never nnan or ninf: a maximum that starts
/// from -inf would be undefined.
void setFastMath(mlir::func::FuncOp func);

/// Functions that MLIR or LLVM has no (right) lowering for: math.clampf,
/// math.isinf, math.isnormal, arith.maxnumf, arith.minnumf.
void populateMissingMathPatterns(mlir::RewritePatternSet &patterns);

// These become arithmetic that may not be rearranged: they stand after
// setFastMath(). docs/lowering.md says how accurate they are.

/// math.sin, math.cos, math.atan and math.atan2 of f32.
void expandTrigonometry(mlir::func::FuncOp func);

/// math.cbrt of f32.
void expandCubeRoots(mlir::func::FuncOp func);

/// math.log and math.log2 of f32, which stay, get normal numbers only.
void scaleLogarithms(mlir::func::FuncOp func);

/// math.exp and math.expm1 of f32 and f64. Of math.exp, what would be no normal
/// number is 0, and a few of the smallest normal ones are (f32: from e^-86.98
/// down).
void expandExponentials(mlir::func::FuncOp func);

} // namespace mlirgym::lowering
#endif // MLIRGYM_EXECUTION_LOWERING_STEPS_H
