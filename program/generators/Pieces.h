//===- program/generators/Pieces.h - Parts that families share --*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_GENERATORS_PIECES_H
#define MLIRGYM_PROGRAM_GENERATORS_PIECES_H

#include "program/generators/PayloadText.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

/// A zero fill, then the matmul of [M,K] and [K,N].
Tensor emitMatmul(PayloadText &text, const Tensor &a, const Tensor &b);

enum class Activation : uint8_t { None, Relu };

/// x plus a bias argument along dimension `dim`, then the activation, as one
/// pointwise operation.
Tensor emitBias(PayloadText &text, const Tensor &x, unsigned dim,
                Activation activation);

/// softmax(scale * x) along the last dimension, as four operations: maximum,
/// exponential, sum, quotient. scale is positive, so it can be applied after
/// the maximum is subtracted.
Tensor emitSoftmax(PayloadText &text, const Tensor &x, double scale);

/// The numbers of a 2-d window: input, kernel and output extents.
struct Window {
  int64_t h, w, kh, kw, oh, ow;
};

/// `strides` and `dilations` of a named convolution or pooling; the strides are
/// the smallest that give the output extents. Errors: there is no such stride.
llvm::Expected<std::string> windowAttributes(const Window &window);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_GENERATORS_PIECES_H
