//===- lowering/ScalarReference.cpp ---------------------------------------===//
#include "ScalarReference.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace mlirgym::scalar {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Calls `body` with every index below `extents`.
template <typename Body>
void forEach(const std::vector<int64_t> &extents, Body &&body) {
  std::vector<int64_t> index(extents.size(), 0);
  for (;;) {
    body(index);
    size_t d = extents.size();
    while (d > 0 && ++index[d - 1] == extents[d - 1])
      index[--d] = 0;
    if (d == 0)
      return;
  }
}

int64_t windows(int64_t extent, int64_t window, int64_t stride) {
  return (extent - window) / stride + 1;
}

template <typename T> double wrapTo(double value) {
  return static_cast<double>(static_cast<T>(static_cast<int64_t>(value)));
}
} // namespace

Tensor::Tensor(std::vector<int64_t> extents, double value)
    : shape(std::move(extents)) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  values.assign(static_cast<size_t>(count), value);
}

size_t Tensor::position(std::initializer_list<int64_t> index) const {
  assert(index.size() == shape.size() && "an index a dimension");
  int64_t result = 0;
  size_t d = 0;
  for (int64_t i : index) {
    assert(i >= 0 && i < shape[d] && "index in range");
    result = result * shape[d++] + i;
  }
  return static_cast<size_t>(result);
}

Tensor matmul(const Tensor &a, const Tensor &b) {
  Tensor c({a.shape[0], b.shape[1]});
  forEach({a.shape[0], b.shape[1], a.shape[1]}, [&](const auto &i) {
    c.at(i[0], i[1]) += a.at(i[0], i[2]) * b.at(i[2], i[1]);
  });
  return c;
}

Tensor batchMatmul(const Tensor &a, const Tensor &b) {
  Tensor c({a.shape[0], a.shape[1], b.shape[2]});
  forEach({a.shape[0], a.shape[1], b.shape[2], a.shape[2]}, [&](const auto &i) {
    c.at(i[0], i[1], i[2]) += a.at(i[0], i[1], i[3]) * b.at(i[0], i[3], i[2]);
  });
  return c;
}

Tensor contraction(const Tensor &a, const Tensor &b) {
  Tensor c({a.shape[0], a.shape[1], b.shape[3]});
  forEach({a.shape[0], a.shape[1], b.shape[3], a.shape[2], a.shape[3]},
          [&](const auto &i) {
            c.at(i[0], i[1], i[2]) +=
                a.at(i[0], i[1], i[3], i[4]) * b.at(i[0], i[3], i[4], i[2]);
          });
  return c;
}

Tensor convNchw(const Tensor &input, const Tensor &filter, int64_t stride) {
  int64_t kh = filter.shape[2], kw = filter.shape[3];
  Tensor out({input.shape[0], filter.shape[0],
              windows(input.shape[2], kh, stride),
              windows(input.shape[3], kw, stride)});
  forEach({out.shape[0], out.shape[1], out.shape[2], out.shape[3],
           filter.shape[1], kh, kw},
          [&](const auto &i) {
            out.at(i[0], i[1], i[2], i[3]) +=
                input.at(i[0], i[4], i[2] * stride + i[5],
                         i[3] * stride + i[6]) *
                filter.at(i[1], i[4], i[5], i[6]);
          });
  return out;
}

Tensor convNhwc(const Tensor &input, const Tensor &filter, int64_t stride) {
  int64_t kh = filter.shape[0], kw = filter.shape[1];
  Tensor out({input.shape[0], windows(input.shape[1], kh, stride),
              windows(input.shape[2], kw, stride), filter.shape[3]});
  forEach({out.shape[0], out.shape[1], out.shape[2], out.shape[3],
           filter.shape[2], kh, kw},
          [&](const auto &i) {
            out.at(i[0], i[1], i[2], i[3]) +=
                input.at(i[0], i[1] * stride + i[5], i[2] * stride + i[6],
                         i[4]) *
                filter.at(i[5], i[6], i[4], i[3]);
          });
  return out;
}

Tensor depthwiseNhwc(const Tensor &input, const Tensor &filter,
                     int64_t stride) {
  int64_t kh = filter.shape[0], kw = filter.shape[1];
  Tensor out({input.shape[0], windows(input.shape[1], kh, stride),
              windows(input.shape[2], kw, stride), input.shape[3]});
  forEach({out.shape[0], out.shape[1], out.shape[2], out.shape[3], kh, kw},
          [&](const auto &i) {
            out.at(i[0], i[1], i[2], i[3]) +=
                input.at(i[0], i[1] * stride + i[4], i[2] * stride + i[5],
                         i[3]) *
                filter.at(i[4], i[5], i[3]);
          });
  return out;
}

Tensor maxPoolNchw(const Tensor &input, int64_t k, int64_t stride) {
  Tensor out({input.shape[0], input.shape[1],
              windows(input.shape[2], k, stride),
              windows(input.shape[3], k, stride)},
             -infinity);
  forEach({out.shape[0], out.shape[1], out.shape[2], out.shape[3], k, k},
          [&](const auto &i) {
            double &best = out.at(i[0], i[1], i[2], i[3]);
            const double value = input.at(i[0], i[1], i[2] * stride + i[4],
                                          i[3] * stride + i[5]);
            if (std::isnan(value) || value > best)
              best = value;
          });
  return out;
}

Tensor add(const Tensor &a, const Tensor &b) {
  Tensor sum = a;
  for (size_t i = 0; i < sum.values.size(); ++i)
    sum.values[i] += b.values[i];
  return sum;
}

Tensor relu(Tensor a) {
  for (double &value : a.values)
    value = std::max(value, 0.0);
  return a;
}

Tensor addBias(Tensor a, const Tensor &bias, size_t axis) {
  size_t inner = 1;
  for (size_t d = axis + 1; d < a.shape.size(); ++d)
    inner *= static_cast<size_t>(a.shape[d]);
  for (size_t i = 0; i < a.values.size(); ++i)
    a.values[i] += bias.values[i / inner % bias.values.size()];
  return a;
}

Tensor softmax(Tensor a) {
  auto length = static_cast<size_t>(a.shape.back());
  for (size_t row = 0; row < a.values.size(); row += length) {
    auto begin = a.values.begin() + static_cast<std::ptrdiff_t>(row);
    auto end = begin + static_cast<std::ptrdiff_t>(length);
    double largest = *std::max_element(begin, end), sum = 0;
    for (auto value = begin; value != end; ++value)
      sum += *value = std::exp(*value - largest);
    for (auto value = begin; value != end; ++value)
      *value /= sum;
  }
  return a;
}

Tensor attention(const Tensor &q, const Tensor &k, const Tensor &v) {
  int64_t heads = q.shape[0], length = q.shape[1], depth = q.shape[2];
  Tensor scores({heads, length, length});
  forEach({heads, length, length, depth}, [&](const auto &i) {
    scores.at(i[0], i[1], i[2]) += q.at(i[0], i[1], i[3]) *
                                   k.at(i[0], i[2], i[3]) /
                                   std::sqrt(static_cast<double>(depth));
  });
  return batchMatmul(softmax(std::move(scores)), v);
}

Tensor wrapped(Tensor a, ElementType type) {
  for (double &value : a.values)
    switch (type) {
    case ElementType::I8:
      value = wrapTo<int8_t>(value);
      break;
    case ElementType::I32:
      value = wrapTo<int32_t>(value);
      break;
    default:
      break;
    }
  return a;
}

} // namespace mlirgym::scalar
