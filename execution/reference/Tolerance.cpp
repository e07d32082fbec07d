#include "execution/reference/Tolerance.h"
#include "execution/wire/NarrowFloat.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace mlirgym::reference {

static constexpr double infinity = std::numeric_limits<double>::infinity();

/// With fewer elements, the distribution of errors cannot be estimated.
static constexpr size_t fewElements = 256;

namespace {
/// Computes the tolerances of one output, element by element.
class Judge {
public:
  Judge(const Tensor &judged, double longest)
      : output(judged), terms(longest), epsilon(judged.epsilon),
        scale(narrowScale(epsilon)), format(formatOfElement(judged.type)),
        mostTolerance(format == Format::F64
                          ? std::numeric_limits<double>::max()
                          : double(std::numeric_limits<float>::max())) {}

  Judged run();

private:
  bool isNarrowFormat() const { return epsilon >= epsilonOf(Format::F16); }
  bool isFinite(size_t i) const {
    return std::isfinite(output.value[i]) && std::isfinite(output.narrowAt(i));
  }
  double distance(size_t i) const {
    return scale * std::fabs(output.narrowAt(i) - output.value[i]);
  }
  /// True if no order of the sum rounds.
  bool isExact(size_t i) const {
    return isExactSum(output.value[i], output.narrowAt(i), output.boundAt(i),
                      epsilon);
  }
  double allowedRatio(std::vector<double> ratios) const;
  double toleranceAt(size_t i, double allowed) const;
  void judgeIntegers(Judged &judged) const;
  void judgeFloats(Judged &judged) const;

  const Tensor &output;
  double terms, epsilon, scale;
  Format format;
  double mostTolerance; ///< the largest finite number that holds one
};
} // namespace

void Judge::judgeIntegers(Judged &judged) const {
  size_t count = output.number.size(), loose = 0;
  judged.tolerance.assign(count, 0);
  if (!output.other.empty())
    for (size_t i = 0; i < count; ++i) {
      judged.tolerance[i] = std::fabs(static_cast<double>(output.other[i]) -
                                      static_cast<double>(output.number[i]));
      loose += judged.tolerance[i] > 0;
    }
  judged.usable = loose < count;
  judged.constant = llvm::all_equal(output.number);
}

/// The error that a correct kernel may have, in units of an element's bound.
double Judge::allowedRatio(std::vector<double> ratios) const {
  if (ratios.empty())
    return 0;
  auto quantile = [&](double part) {
    size_t rank =
        std::min(size_t(part * double(ratios.size())), ratios.size() - 1);
    auto at = ratios.begin() + ptrdiff_t(rank);
    std::nth_element(ratios.begin(), at, ratios.end());
    return *at;
  };
  const bool isNarrow = isNarrowFormat();
  if (ratios.size() < fewElements)
    return (isNarrow ? 6 : 8) * quantile(1) +
           epsilon * ((isNarrow ? 2 : 8) + 2 * std::sqrt(terms));
  // 13 (10) standard deviations each, if errors are normally distributed.
  return (isNarrow ? 0.75 : 1) *
         std::max({8 * quantile(0.9), 5 * quantile(0.99), 4 * quantile(0.999)});
}

double Judge::toleranceAt(size_t i, double allowed) const {
  double value = output.value[i];
  if (!std::isfinite(value)) { // compared exactly, if rounding preserves it
    double narrow = output.narrowAt(i);
    bool same = narrow == value || (std::isnan(narrow) && std::isnan(value));
    return same ? 0 : infinity;
  }
  // Out of the type's range, if rounded at each step or at the end.
  bool fits =
      std::isfinite(format == Format::F64 ? value : roundTo(value, format));
  if (!fits || !std::isfinite(output.narrowAt(i)))
    return infinity;
  if (epsilon == 0)
    return 0;
  // Kernels keep all digits of subnormal f16 numbers, but not of other types.
  double least = format == Format::F16 ? 0x1p-24 : smallestNormalOf(format);
  double base =
      (isNarrowFormat() ? 2 : 8) * epsilon * std::fabs(value) + 4 * least;
  if (isExact(i))
    return base;
  double bound = output.boundAt(i);
  // The rounding of another order of the terms, for whole numbers that are too
  // large.
  double order = output.narrowAt(i) == value ? epsilon * bound : 0;
  double tolerance = base + allowed * bound + order + 2 * distance(i);
  assert(!std::isnan(tolerance) && "no bound is NaN");
  // A finite value is compared however uncertain it is: at least NaN is
  // rejected.
  return std::min(tolerance, mostTolerance);
}

void Judge::judgeFloats(Judged &judged) const {
  size_t count = output.value.size();
  std::vector<double> ratios;
  size_t inexact = 0;
  for (size_t i = 0; i < count; ++i) {
    if (!isFinite(i) || isExact(i))
      continue;
    ++inexact;
    double ratio = distance(i) / output.boundAt(i);
    if (std::isfinite(ratio))
      ratios.push_back(ratio);
  }
  judged.inexact = static_cast<double>(inexact) / static_cast<double>(count);
  const bool areFew = ratios.size() < fewElements;
  const double allowed = allowedRatio(std::move(ratios));

  judged.tolerance.resize(count);
  double squares = 0, largest = 0;
  size_t checked = 0;
  for (size_t i = 0; i < count; ++i) {
    double tolerance = toleranceAt(i, allowed);
    judged.tolerance[i] = tolerance;
    judged.overflows |= tolerance == infinity && !std::isnan(output.value[i]);
    if (tolerance == infinity || std::isnan(output.value[i]))
      continue;
    ++checked;
    if (!isFinite(i))
      continue;
    largest = std::max(largest, std::fabs(output.value[i]));
    if (tolerance > 0) {
      double error =
          (distance(i) + epsilon * std::fabs(output.value[i])) / tolerance;
      squares += error * error;
    }
  }
  judged.usable = checked > 0;
  judged.constant =
      llvm::all_equal(output.value) ||
      llvm::all_of(output.value, [](double x) { return std::isnan(x); });
  if (checked == 0)
    return;
  // Four times the average error of the naive kernel. In f32 and f64 eight
  // times, for functions that are accurate to a few units in the last place
  // rather than half of one.
  double average = std::sqrt(squares / static_cast<double>(count));
  judged.averageLimit =
      std::clamp((isNarrowFormat() ? 4 : 8) * average, 0.05, 0.5);
  if (areFew)
    judged.averageLimit = 1;

  // Scaled, so that no square overflows.
  double scaled = 0;
  std::vector<double> finiteTolerances;
  for (size_t i = 0; i < count; ++i) {
    if (!isFinite(i) || judged.tolerance[i] == infinity || largest == 0)
      continue;
    double part = output.value[i] / largest;
    scaled += part * part;
    finiteTolerances.push_back(judged.tolerance[i]);
  }
  if (finiteTolerances.empty())
    return;
  auto middle =
      finiteTolerances.begin() + ptrdiff_t(finiteTolerances.size() / 2);
  std::nth_element(finiteTolerances.begin(), middle, finiteTolerances.end());
  double magnitude =
      largest *
      std::sqrt(scaled / static_cast<double>(finiteTolerances.size()));
  judged.weak = *middle > magnitude / 4;
}

Judged Judge::run() {
  Judged judged;
  if (output.isFloat())
    judgeFloats(judged);
  else
    judgeIntegers(judged);
  return judged;
}

Judged judge(const Tensor &output, double terms) {
  return Judge(output, terms).run();
}

void writeElements(const Tensor &output, char *target) {
  const unsigned bytes = sizeOfElement(output.type);
  for (size_t i = 0; i < output.size(); ++i, target += bytes)
    if (output.isFloat())
      worker::writeElement(output.type, output.value[i], target);
    else
      worker::writeElement(output.type, output.number[i], target);
}

} // namespace mlirgym::reference
