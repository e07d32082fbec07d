#include "execution/evaluator/Lanes.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace mlirgym::reference {

static constexpr double infinity = std::numeric_limits<double>::infinity();

double epsilonOf(Format format) {
  constexpr double epsilons[] = {0x1p-52, 0x1p-23, 0x1p-10, 0x1p-7};
  return epsilons[static_cast<size_t>(format)];
}

double smallestNormalOf(Format format) {
  constexpr double smallest[] = {0x1p-1022, 0x1p-126, 0x1p-14, 0x1p-126};
  return smallest[static_cast<size_t>(format)];
}

void settle(Register &computed, Format format, int lanes) {
  constexpr double most = std::numeric_limits<double>::max();
  // e^x is 0 for a few of the smallest normal numbers, too.
  const double tiny =
      format == Format::F16 ? 0 : 1.5 * smallestNormalOf(format);
  // Without branches, so that the loop is vectorised: few lanes need more.
  int anySpecial = 0;
  for (int i = 0; i < lanes; ++i) {
    const double size = std::fabs(computed.value[i]);
    anySpecial |= int(!(size <= most)) | int(!(computed.bound[i] <= most)) |
                  (int(size > 0) & int(size < tiny));
  }
  if (!anySpecial)
    return;
  for (int i = 0; i < lanes; ++i) {
    const double value = computed.value[i];
    double &bound = computed.bound[i];
    if (!std::isfinite(value)) {
      bound = std::isnan(value) && bound == infinity ? infinity : 0;
      continue;
    }
    assert(!std::isnan(bound) && "the bound of a number is a number");
    bound = std::min(most, bound);
    if (value == 0 || std::fabs(value) >= tiny)
      continue;
    computed.narrow[i] = turnedTo(0, value, format);
    bound += boundOfTurn(0, value, format);
    computed.epsilon = std::max(computed.epsilon, epsilonOf(format));
  }
}

void copyLanes(Register &target, const Register &source, int lanes) {
  target.epsilon = source.epsilon;
  target.certain = source.certain;
  if (source.isFloat()) {
    std::copy_n(source.value, lanes, target.value);
    std::copy_n(source.narrow, lanes, target.narrow);
    std::copy_n(source.bound, lanes, target.bound);
    return;
  }
  std::copy_n(source.number, lanes, target.number);
  if (!source.certain)
    std::copy_n(source.otherNumber, lanes, target.otherNumber);
}

bool isExactSum(double value, double narrow, double bound, double epsilon) {
  return epsilon == 0 ||
         (narrow == value && value == std::nearbyint(value) &&
          bound == std::nearbyint(bound) && bound <= 2 / epsilon);
}

double narrowScale(double epsilon) { return epsilon <= 0x1p-52 ? 0x1p-29 : 1; }

double turnedTo(double other, double value, Format format) {
  double scale = narrowScale(epsilonOf(format));
  bool isScaled = scale != 1 && std::isfinite(other) && std::isfinite(value);
  return other == value || !isScaled ? other : value + (other - value) / scale;
}

double boundOfTurn(double other, double value, Format format) {
  return std::isfinite(other) && std::isfinite(value)
             ? 2 * std::fabs(other - value) / epsilonOf(format)
             : 0;
}

namespace {
/// Rounds to `Bits` significant bits by Veltkamp's splitting.
template <int Bits> double split(double x) {
  constexpr double factor = double(uint64_t(1) << (53 - Bits)) + 1;
  double scaled = factor * x;
  return scaled - (scaled - x);
}

double roundToF64(double x) {
  // The splitting overflows for larger numbers.
  return std::fabs(x) < 0x1p990 ? split<24>(x) : x;
}

double roundToF16(double x) {
  constexpr double quantum = 1.5 * 0x1p28; // 2^52 * 2^-24
  double size = std::fabs(x);
  double rounded = size < 0x1p-14 ? (x + quantum) - quantum : split<11>(x);
  // NaN remains NaN.
  return size >= 65520 ? std::copysign(infinity, x) : rounded;
}

double roundToBF16(double x) {
  double size = std::fabs(x);
  constexpr double quantum = 1.5 * 0x1p-81; // 2^52 * 2^-133
  double rounded = size < 0x1p-126 ? (x + quantum) - quantum : split<8>(x);
  return size >= 0x1.ffp127 ? std::copysign(infinity, x) : rounded;
}
} // namespace

double roundTo(double value, Format format) {
  switch (format) {
  case Format::F64:
    return roundToF64(value);
  case Format::F32:
    return static_cast<float>(value);
  case Format::F16:
    return roundToF16(value);
  case Format::BF16:
    return roundToBF16(value);
  }
  llvm_unreachable("every format rounds");
}

void roundLanes(double *values, int count, Format format) {
  switch (format) {
  case Format::F64:
    for (int i = 0; i < count; ++i)
      values[i] = roundToF64(values[i]);
    return;
  case Format::F32:
    for (int i = 0; i < count; ++i)
      values[i] = static_cast<float>(values[i]);
    return;
  case Format::F16:
    for (int i = 0; i < count; ++i)
      values[i] = roundToF16(values[i]);
    return;
  case Format::BF16:
    for (int i = 0; i < count; ++i)
      values[i] = roundToBF16(values[i]);
    return;
  }
}

} // namespace mlirgym::reference
