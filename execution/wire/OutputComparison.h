//===- execution/wire/OutputComparison.h - Compares outputs -----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WIRE_OUTPUTCOMPARISON_H
#define MLIRGYM_EXECUTION_WIRE_OUTPUTCOMPARISON_H

#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>
#include <vector>

namespace mlirgym::worker {

/// Upper bound of the difference between two correct results of a program,
/// relative to the magnitude of the output, derived from shapes and types
/// alone. It is used for outputs of a kernel that is assumed to be correct;
/// reference/Tolerance.h is far more accurate.
///
/// A schedule changes the order of sums, so results differ by rounding. Each of
/// the K additions of a reduction rounds by at most u times the partial sum, in
/// an almost random direction, so that the error of a sum grows with sqrt(K) u
/// (Higham and Mary, A New Approach to Probabilistic Rounding Error Analysis,
/// SISC 2019). Errors of producers add to those of consumers:
///
///     T(op) = eps(op) (16 + 2 sqrt(K(op))) + max over producers T(producer)
///
/// where K is the product of the reduction trip counts of one operation, eps
/// the distance from 1 to the next number of its element type (0 for integers),
/// 16 accounts for polynomials of functions such as exp, and 2 is about seven
/// standard deviations of the difference of two sums. The tolerance is the
/// largest T of the program.
double verificationTolerance(llvm::ArrayRef<Operation> operations);
/// The distance from 1 to the next number; 0 for integers.
double epsilonOf(ElementType type);

/// Size of one element's tolerance in bytes, and a function that writes
/// tolerances, rounded up.
unsigned sizeOfTolerance(ElementType type);
void writeTolerances(ElementType type, llvm::ArrayRef<double> tolerances,
                     char *target);

/// Writes, for each element b of `expected`: tolerance (|b| + rms(b)), with rms
/// over finite b; 0 for integers.
void writeRelativeTolerances(ElementType type, llvm::ArrayRef<char> expected,
                             double tolerance, char *target);
/// averageLimit for such tolerances: actual errors are half as large on
/// average.
inline constexpr double kernelAverageLimit = 0.25;

/// One output, with a tolerance for each element.
class ReferenceOutput {
public:
  /// `expected`: elements of `type`; `tolerances`: in the format of
  /// writeTolerances(). Both must outlive this.
  ReferenceOutput(ElementType elementType, llvm::ArrayRef<char> bytes,
                  const char *tolerances, double averageLimit)
      : type(elementType), expected(bytes), allowed(tolerances),
        limit(averageLimit) {}

  /// Compares element by element, then on average:
  ///  - |a - b| <= tolerance, for integers too;
  ///  - NaN and infinities must be equal, at the same positions;
  ///  - with an infinite tolerance, any a is accepted;
  ///  - sqrt(mean(((a - b) / tolerance)^2)) <= averageLimit.
  /// nullopt if equal; otherwise a message naming the element, or the average.
  std::optional<std::string> compare(llvm::ArrayRef<char> actual,
                                     llvm::ArrayRef<int64_t> shape) const;
  /// Compares elements [begin, end), without the average.
  std::optional<std::string> compareSome(llvm::ArrayRef<char> actual,
                                         llvm::ArrayRef<int64_t> shape,
                                         size_t begin, size_t end) const;
  /// Number of elements that are not within their tolerance.
  size_t countWrong(llvm::ArrayRef<char> actual) const;

private:
  struct Found {
    size_t wrong = 0, firstWrong = 0;
    /// Sum of the squares of (a - b) / tolerance.
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
#endif // MLIRGYM_EXECUTION_WIRE_OUTPUTCOMPARISON_H
