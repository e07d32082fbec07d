//===- lowering/ScalarReference.h - Semantics of operations -----*- C++ -*-===//
//
// Every operation as plain loops over doubles: shares no line with the library.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_TESTS_LOWERING_SCALARREFERENCE_H
#define MLIRGYM_TESTS_LOWERING_SCALARREFERENCE_H

#include "program/Program.h"
#include <vector>

namespace mlirgym::scalar {

/// Row-major values of a tensor, whatever their element type is elsewhere.
struct Tensor {
  Tensor() = default;
  explicit Tensor(std::vector<int64_t> extents, double value = 0);
  template <typename... Index> double &at(Index... index) {
    return values[position({static_cast<int64_t>(index)...})];
  }
  template <typename... Index> double at(Index... index) const {
    return values[position({static_cast<int64_t>(index)...})];
  }

  std::vector<int64_t> shape;
  std::vector<double> values;

private:
  size_t position(std::initializer_list<int64_t> index) const;
};

/// [m, k] x [k, n].
Tensor matmul(const Tensor &a, const Tensor &b);
/// [b, m, k] x [b, k, n].
Tensor batchMatmul(const Tensor &a, const Tensor &b);
/// [b, i, j, k] x [b, j, k, d], summed over j and k.
Tensor contraction(const Tensor &a, const Tensor &b);
/// [n, c, h, w] * [f, c, kh, kw].
Tensor convNchw(const Tensor &input, const Tensor &filter, int64_t stride);
/// [n, h, w, c] * [kh, kw, c, f].
Tensor convNhwc(const Tensor &input, const Tensor &filter, int64_t stride);
/// [n, h, w, c] * [kh, kw, c].
Tensor depthwiseNhwc(const Tensor &input, const Tensor &filter, int64_t stride);
/// Maximum over k x k windows of [n, c, h, w].
/// [n, c, h, w]; of a window with a NaN it is NaN.
Tensor maxPoolNchw(const Tensor &input, int64_t k, int64_t stride);

Tensor add(const Tensor &a, const Tensor &b);
Tensor relu(Tensor a);
/// Adds bias[i] where the index along `axis` is i.
Tensor addBias(Tensor a, const Tensor &bias, size_t axis);
/// Along the last dimension; a row of -inf alone gives NaN, as it should.
Tensor softmax(Tensor a);
/// softmax(q k^T / sqrt d) v of [h, s, d] tensors.
Tensor attention(const Tensor &q, const Tensor &k, const Tensor &v);

/// Integers wrap around in their type; floating-point values stay.
Tensor wrapped(Tensor a, ElementType type);

} // namespace mlirgym::scalar
#endif // MLIRGYM_TESTS_LOWERING_SCALARREFERENCE_H
