//===- execution/worker/Comparison.h - Are two results equal ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_COMPARISON_H
#define MLIRGYM_EXECUTION_WORKER_COMPARISON_H

#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace mlirgym {

/// How far two correct results of a program may lie apart, relative to the
/// magnitude of the output.
///
/// A schedule changes the order of sums, so results differ by rounding. Each of
/// the K additions of a reduction rounds by at most u times the partial sum, in
/// a direction that is as good as random, so that the error of a sum grows with
/// sqrt(K) u (Higham and Mary, A New Approach to Probabilistic Rounding Error
/// Analysis, SISC 2019). Errors of producers add to those of consumers:
///
///     T(op) = eps(op) (16 + 2 sqrt(K(op))) + max over producers T(producer)
///
/// with K the product of the reduction trip counts of one operation, eps the
/// distance from 1 to the next number of its element type (0 for integers), 16
/// for polynomial exp and the like, 2 about seven standard deviations of
/// the difference of two sums. The tolerance is the largest T of the program.
double verificationTolerance(llvm::ArrayRef<Operation> operations);

/// `expected` with its magnitude, which is computed once.
class ReferenceOutput {
public:
  /// `bytes` must outlive this; elements of `type`.
  ReferenceOutput(ElementType type, llvm::ArrayRef<char> bytes);

  /// Compares element by element, then on average:
  ///  - integers: a = b;
  ///  - NaN and infinities: the same, in the same places;
  ///  - else |a - b| <= tolerance (|b| + rms(b)), with rms over finite b;
  ///  - rms(a - b) <= tolerance / 2 rms(b), with rms over finite b.
  /// nullopt if equal; else which element, or that the average is off.
  std::optional<std::string> compare(llvm::ArrayRef<char> actual,
                                     llvm::ArrayRef<int64_t> shape,
                                     double tolerance) const;

private:
  ElementType type;
  llvm::ArrayRef<char> expected;
  double magnitude = 0;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_WORKER_COMPARISON_H
