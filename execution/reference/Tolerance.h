//===- execution/reference/Tolerance.h - Tolerances of outputs --*- C++ -*-===//
//
// A schedule changes the order of sums, so results differ by rounding. How far
// is found by experiment: each value is also computed in its own type, rounded
// after every operation (`narrow`), so that |narrow - value| is one sample of
// the error of a right kernel, with all that errors have in common. Each sample
// is divided by the magnitude of the terms that the error scales with (`bound`:
// the magnitude before a cancellation or a saturation), which makes all
// elements of an output comparable; the ratio r that 90 % of them stay below is
// 1.6 standard deviations. An element may then be off by
//
//     c |b| eps + 8 r bound + 2 |narrow - value|     (6 r in f16 and bf16)
//
// with b the value, eps of the coarsest type on the way, c = 8 (2 in f16 and
// bf16, where functions are computed in f32). Where there are too few elements
// to tell, r is the largest ratio, and (c + 2 sqrt(K)) eps bound is added, K
// the terms of the longest reduction: errors of sums grow with sqrt(K) (Higham
// and Mary, SISC 2019). Nothing is added to c |b| eps where no sum of the terms
// in any order is rounded: whole numbers, and a bound that the type counts
// through.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_EXECUTION_REFERENCE_TOLERANCE_H
#define MLIRGYM_EXECUTION_REFERENCE_TOLERANCE_H

#include "execution/reference/Tensor.h"

namespace mlirgym::reference {

struct Judged {
  /// One per element; infinite: the element is not checked, because its type
  /// cannot represent the value.
  std::vector<double> tolerance;
  /// Most that sqrt(mean((a - b)^2 / tolerance^2)) may be.
  double averageLimit = 1;
  /// False if no element can be distinguished from garbage: all are NaN, or
  /// none is checked.
  bool usable = true;
  /// True if all elements are the same.
  bool constant = false;
  /// True if most tolerances are not below a quarter of the magnitude.
  bool weak = false;
  /// Part of the elements that sums in another order may round.
  double inexact = 0;
};

/// `terms`: of the longest reduction on the way.
Judged judge(const Tensor &output, double terms);
/// The elements in their own type.
void writeElements(const Tensor &output, char *target);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_REFERENCE_TOLERANCE_H
