//===- execution/reference/Tolerance.h - Tolerances of outputs --*- C++ -*-===//
//
// A schedule changes the order of sums, so results differ by rounding. The size
// of the differences is found by experiment: each value is also computed in its
// own type, rounded after every operation (`narrow`), so that |narrow - value|
// is one sample of the error of a correct kernel, including correlations
// between errors. Each sample is divided by the magnitude of the terms that the
// error scales with (`bound`: the magnitude before a cancellation or a
// saturation), which makes all elements of an output comparable. The scale r is
// derived from quantiles of these ratios, with factors that correspond to 13
// standard deviations of a normal distribution: r = max(8 q(90 %), 5 q(99 %), 4
// q(99.9 %)). In a softmax of scores that differ much, most rows have no error
// in spite of a large bound, and only the high quantiles show the errors of the
// other rows. The tolerance of an element is
//
//     c |b| eps + r bound + 2 |narrow - value|    (3/4 r in f16 and bf16)
//
// where b is the value, eps belongs to the coarsest type of any intermediate
// result, and c = 8 (2 in f16 and bf16, where functions are computed in f32).
// For outputs with too few elements for an estimate, r is 8 times the largest
// ratio, and (c + 2 sqrt(K)) eps bound is added, where K is the number of terms
// of the longest reduction: errors of sums grow with sqrt(K) (Higham and Mary,
// SISC 2019). Nothing is added to c |b| eps if no order of the sum rounds, that
// is, for whole numbers with a bound that the type represents exactly. A
// tolerance is at least four times the smallest normal number (f16: the
// smallest number).
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_EXECUTION_REFERENCE_TOLERANCE_H
#define MLIRGYM_EXECUTION_REFERENCE_TOLERANCE_H

#include "execution/evaluator/Tensor.h"
#include <vector>

namespace mlirgym::reference {

struct Judged {
  /// One per element; infinite if the element is not checked because its type
  /// cannot represent the value or an intermediate result that it depends on,
  /// or because another order of a sum may change it from NaN to a number. 0
  /// for other infinities and NaN: they must be equal.
  std::vector<double> tolerance;
  /// Upper limit of sqrt(mean((a - b)^2 / tolerance^2)).
  double averageLimit = 1;
  /// False if no element can reveal an error: each is NaN or not checked.
  bool usable = true;
  /// True if an element is not checked because of the range of its type.
  bool overflows = false;
  /// True if all elements are the same.
  bool constant = false;
  /// True if most tolerances are not below a quarter of the magnitude.
  bool weak = false;
  /// Fraction of elements whose sums are rounded in some order.
  double inexact = 0;
};

/// `terms`: number of terms of the longest reduction of the program.
Judged judge(const Tensor &output, double terms);
/// The elements in their own type.
void writeElements(const Tensor &output, char *target);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_REFERENCE_TOLERANCE_H
