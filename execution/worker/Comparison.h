//===- execution/worker/Comparison.h - Compares outputs ---------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_COMPARISON_H
#define MLIRGYM_EXECUTION_WORKER_COMPARISON_H

#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>
#include <vector>

namespace mlirgym::worker {

/// How far two correct results of a program may lie apart, relative to the
/// magnitude of the output, as far as shapes and types tell: for outputs of a
/// kernel that is taken to be right. reference/Tolerance.h is far sharper.
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

/// For each element b of `expected`: tolerance (|b| + rms(b)), with rms over
/// finite b; 0 for integers.
std::vector<double> relativeTolerances(ElementType type,
                                       llvm::ArrayRef<char> expected,
                                       double tolerance);
/// averageLimit of such tolerances: their errors are half as large on average.
inline constexpr double kernelAverageLimit = 0.25;

/// Bytes of one element's tolerance, and how they are written: rounded up.
unsigned sizeOfTolerance(ElementType type);
void writeTolerances(ElementType type, llvm::ArrayRef<double> tolerances,
                     char *target);

/// One output, and how far each of its elements may be off.
class ReferenceOutput {
public:
  /// `expected`: elements of `type`; `tolerances`: as writeTolerances() has
  /// them. Both must outlive this.
  ReferenceOutput(ElementType elementType, llvm::ArrayRef<char> bytes,
                  const char *tolerances, double averageLimit)
      : type(elementType), expected(bytes), allowed(tolerances),
        limit(averageLimit) {}

  /// Compares element by element, then on average:
  ///  - |a - b| <= tolerance, for integers too;
  ///  - NaN and infinities: the same, in the same places;
  ///  - an infinite tolerance: a is anything;
  ///  - sqrt(mean(((a - b) / tolerance)^2)) <= averageLimit.
  /// nullopt if equal; else which element, or that the average is off.
  std::optional<std::string> compare(llvm::ArrayRef<char> actual,
                                     llvm::ArrayRef<int64_t> shape) const;
  /// The same of elements [begin, end), without the average.
  std::optional<std::string> compareSome(llvm::ArrayRef<char> actual,
                                         llvm::ArrayRef<int64_t> shape,
                                         size_t begin, size_t end) const;

private:
  struct Found {
    size_t wrong = 0, firstWrong = 0;
    /// Of (a - b) / tolerance.
    double squares = 0;
  };
  Found look(llvm::ArrayRef<char> actual, size_t begin, size_t end) const;
  std::string describe(const Found &found, llvm::ArrayRef<char> actual,
                       llvm::ArrayRef<int64_t> shape, size_t count) const;

  ElementType type;
  llvm::ArrayRef<char> expected;
  const char *allowed;
  double limit;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WORKER_COMPARISON_H
