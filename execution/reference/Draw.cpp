#include "execution/reference/Draw.h"
#include "execution/evaluator/Tensor.h"
#include "execution/reference/InputRanges.h"
#include "execution/wire/NarrowFloat.h"
#include "execution/wire/RandomFill.h"
#include "program/Program.h"
#include "program/RandomStream.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

namespace mlirgym::reference {

namespace {

double unit(SplitMix &random) {
  return static_cast<double>(random.next() >> 11) * 0x1p-53;
}

/// Puts elements at the last index of each dimension, in random places: a
/// kernel that drops a remainder loses them.
template <typename Put>
void plantLastIndices(const Argument &argument, SplitMix &random, Put put) {
  constexpr int64_t most = 32;
  llvm::SmallVector<int64_t, 4> strides = stridesOf(argument.shape);
  int64_t count = argument.numElements();
  for (size_t d = 0; d < argument.shape.size(); ++d) {
    int64_t extent = argument.shape[d], stride = strides[d];
    int64_t plane = count / extent;
    // Each in a part of its own, so that none overwrites another.
    const int64_t places = std::clamp<int64_t>(plane / 2, 1, most);
    for (int64_t i = 0; i < places; ++i) {
      const int64_t begin = i * plane / places;
      const int64_t end = (i + 1) * plane / places;
      const auto in =
          begin + static_cast<int64_t>(random.next() % uint64_t(end - begin));
      // The position in the plane, split at the dimension.
      int64_t outer = in / stride, inner = in % stride;
      put((outer * extent + extent - 1) * stride + inner);
    }
  }
}

/// One element per `terms` consecutive elements.
template <typename Put>
void plantOncePerReduction(int64_t count, double terms, SplitMix &random,
                           Put put) {
  auto length = static_cast<int64_t>(std::clamp(terms, 4.0, double(count)));
  length = std::min(std::max<int64_t>(length, 1), count);
  for (int64_t begin = 0; begin + length <= count; begin += length)
    put(begin + int64_t(random.next() % uint64_t(length)));
}
/// The integers of Draw::Sparse: a neutral element of a reduction, and rare
/// other numbers that each change its result.
struct RareInteger {
  RareInteger(const InputHint &hint, unsigned bits, double sparsity)
      : reduction(hint.reduction), width(bits) {
    if (reduction == Saturating::Product)
      neutral = 1;
    if (reduction == Saturating::And)
      neutral = -1;
    // Few bits, so that some elements lack some of them.
    constexpr double bitsPerReduction = 4;
    bool bitwise = reduction == Saturating::And || reduction == Saturating::Or;
    density = sparsity * (bitwise ? std::min(0.5, bitsPerReduction / hint.terms)
                                  : hint.density);
  }

  int64_t draw(SplitMix &random) const {
    const uint64_t drawn = random.next();
    const uint64_t bit = uint64_t(1) << (drawn % width);
    switch (reduction) {
    case Saturating::None:
      return drawn >> 63 ? 1 : -1;
    case Saturating::Product: // odd: no product of them is 0
      return drawn >> 63 ? 3 : -1;
    case Saturating::And:
      return static_cast<int64_t>(~bit);
    case Saturating::Or:
      return static_cast<int64_t>(bit);
    }
    llvm_unreachable("a kind of reduction");
  }

  Saturating reduction;
  unsigned width;
  int64_t neutral = 0;
  double density;
};
} // namespace

static void drawFloats(const Argument &argument, const InputHint &hint,
                       Draw kind, double sparsity, uint64_t seed,
                       char *target) {
  SplitMix random(seed);
  const ElementType type = argument.elementType;
  const unsigned bytes = sizeOfElement(type);
  const int64_t count = argument.numElements();
  auto put = [&](int64_t i, double value) {
    worker::writeElement(type, value, target + i * bytes);
  };
  auto fill = [&](auto next) {
    for (int64_t i = 0; i < count; ++i)
      put(i, next());
  };
  auto sign = [&] { return random.next() >> 63 ? 1.0 : -1.0; };
  switch (kind) {
  case Draw::Plain:
    return worker::fillUniform(argument, seed, target);
  case Draw::Planted:
    fill([&] { return 4 * unit(random) - 2; });
    for (double value : {8.0, -8.0})
      plantOncePerReduction(count, hint.terms, random,
                            [&](int64_t i) { put(i, value); });
    return plantLastIndices(
        argument, random,
        [&, last = -9.0](int64_t i) mutable { put(i, last = -last); });
  case Draw::Sparse: {
    const double density = hint.density * sparsity;
    const bool product = hint.reduction == Saturating::Product;
    constexpr double factors[] = {-1, 2, 0.5};
    auto other = [&] {
      return product ? factors[random.next() % std::size(factors)] : sign();
    };
    fill([&] { return unit(random) < density ? other() : double(product); });
    return plantLastIndices(argument, random,
                            [&](int64_t i) { put(i, other()); });
  }
  case Draw::Positive:
    return fill([&] { return 0.25 + 0.75 * unit(random); });
  case Draw::Small:
    return fill([&] { return (1 + unit(random)) / 128; });
  case Draw::Large:
    return fill([&] { return 0x1p11 * (1 + 3 * unit(random)); });
  case Draw::Zero:
    return fill([] { return 0; });
  }
}

static void drawIntegers(const Argument &argument, const InputHint &hint,
                         bool smallIntegers, Draw kind, double sparsity,
                         uint64_t seed, char *target) {
  SplitMix random(seed);
  const ElementType type = argument.elementType;
  const unsigned bytes = sizeOfElement(type);
  const int64_t count = argument.numElements();
  const int64_t most =
      type == ElementType::I64   ? std::numeric_limits<int64_t>::max()
      : type == ElementType::I32 ? std::numeric_limits<int32_t>::max()
                                 : std::numeric_limits<int8_t>::max();
  const int64_t largest = smallIntegers ? 7 : most;
  // -1 and 0 are the largest and the least unsigned integer.
  const std::array<int64_t, 4> extrema = {largest, -largest - 1, -1, 0};
  auto put = [&](int64_t i, int64_t value) {
    worker::writeElement(type, value, target + i * bytes);
  };
  auto fill = [&](auto next) {
    for (int64_t i = 0; i < count; ++i)
      put(i, next());
  };
  auto between = [&](int64_t low, int64_t high) {
    return low + int64_t(random.next() % (uint64_t(high - low) + 1));
  };
  if (hint.range) {
    auto [low, high] = *hint.range;
    high = std::clamp(high, low, std::max(low, most));
    if (kind == Draw::Small)
      high = low;
    if (kind == Draw::Zero)
      low = high = std::clamp<int64_t>(0, low, high);
    return fill([&] { return between(low, high); });
  }
  switch (kind) {
  case Draw::Plain:
    return fill([&] {
      return smallIntegers ? between(-8, 7)
                           : static_cast<int64_t>(random.next());
    });
  case Draw::Planted:
    for (int64_t i = 0; i < count; ++i) {
      int64_t value = between(-7, 4);
      put(i, value < -1 ? value : value + 2);
    }
    for (int64_t value : extrema)
      plantOncePerReduction(count, hint.terms, random,
                            [&](int64_t i) { put(i, value); });
    return plantLastIndices(argument, random,
                            [&, next = 0u](int64_t i) mutable {
                              put(i, extrema[next++ % extrema.size()]);
                            });
  case Draw::Sparse: {
    const RareInteger rare(hint, 8 * bytes, sparsity);
    fill([&] {
      return unit(random) < rare.density ? rare.draw(random) : rare.neutral;
    });
    return plantLastIndices(argument, random,
                            [&](int64_t i) { put(i, rare.draw(random)); });
  }
  case Draw::Positive:
    return fill([&] { return between(0, 7); });
  case Draw::Small:
    return fill([&] { return between(0, 1); });
  case Draw::Large: {
    const int64_t high = std::min<int64_t>(largest, 1 << 13);
    return fill([&] { return between(high / 4 + 1, high); });
  }
  case Draw::Zero:
    return fill([] { return 0; });
  }
}

void draw(const Argument &argument, const InputHint &hint, bool smallIntegers,
          Draw kind, double sparsity, uint64_t seed, char *target) {
  if (isFloat(argument.elementType))
    drawFloats(argument, hint, kind, sparsity, seed, target);
  else
    drawIntegers(argument, hint, smallIntegers, kind, sparsity, seed, target);
}

} // namespace mlirgym::reference
