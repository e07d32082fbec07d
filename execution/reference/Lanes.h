//===- execution/reference/Lanes.h - Values of many points at once --------===//
#ifndef MLIRGYM_EXECUTION_REFERENCE_LANES_H
#define MLIRGYM_EXECUTION_REFERENCE_LANES_H

#include <cstdint>

namespace mlirgym::reference {

/// Number of points of an iteration domain that one instruction processes.
inline constexpr int maxLanes = 256;

/// The rounding of a floating-point type.
enum class Format : uint8_t { F64, F32, F16, BF16 };
/// Distance from 1 to the next number.
double epsilonOf(Format format);
/// Smaller numbers have fewer digits.
double smallestNormalOf(Format format);

/// One SSA value at up to maxLanes points.
///
/// Floating point: `value` is computed in f64 whatever its type is, `narrow` is
/// rounded to its type after each operation (f64: to 24 bits), so that the two
/// lie as far apart as rounding takes them; `bound` is the magnitude of the
/// terms that rounding errors scale with: |a| + |b| of a sum, however small
/// that is. Integers: `number` and, where it came of a comparison or conversion
/// that rounding may turn, `otherNumber`, the way it may be turned to.
struct Register {
  enum class Kind : uint8_t { Float, Integer };
  Kind kind = Kind::Float;
  /// Integers: both numbers are the same everywhere, `otherNumber` is void.
  bool certain = true;
  /// Epsilon of the coarsest type that was rounded to on the way; 0: exact.
  double epsilon = 0;
  double *value = nullptr, *narrow = nullptr, *bound = nullptr;
  int64_t *number = nullptr, *otherNumber = nullptr;

  bool isFloat() const { return kind == Kind::Float; }
  /// The number on the way that may be taken.
  const int64_t *other() const { return certain ? number : otherNumber; }
};

/// Makes `target` what `source` is at the first `lanes` points. Requires: of
/// one kind.
void copyLanes(Register &target, const Register &source, int lanes);

/// True if the value is a sum of whole numbers that nothing is lost of in any
/// order. `bound` tells: that of terms with fractions that cancel (a centred
/// row is 0, as whole as can be) is no whole number.
bool isExactSum(double value, double narrow, double bound, double epsilon);

/// How much of what 24 bits lose the type itself loses: `narrow` of f64.
double narrowScale(double epsilon);

/// `narrow` of a value that rounding may turn into `other`: where `narrow`
/// shows the type's errors enlarged (f64), so is the turn.
double turnedTo(double other, double value, Format format);
/// What such a turn adds to `bound`: of a sum of many, some up and some down,
/// `narrow` shows the difference, and a right kernel may take any of them.
double boundOfTurn(double other, double value, Format format);

/// Rounds to `format` (f64: to 24 bits).
void roundLanes(double *values, int count, Format format);
double roundTo(double value, Format format);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_REFERENCE_LANES_H
