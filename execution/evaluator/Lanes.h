//===- execution/evaluator/Lanes.h - Values of many points at once --------===//
#ifndef MLIRGYM_EXECUTION_EVALUATOR_LANES_H
#define MLIRGYM_EXECUTION_EVALUATOR_LANES_H

#include <cmath>
#include <cstdint>
#include <limits>

namespace mlirgym::reference {

/// Number of points of an iteration domain that one instruction processes.
inline constexpr int maxLanes = 256;

/// The rounding of a floating-point type.
enum class Format : uint8_t { F64, F32, F16, BF16 };
/// Distance from 1 to the next number.
double epsilonOf(Format format);
/// The smallest normal number: smaller numbers have fewer digits.
double smallestNormalOf(Format format);

/// One SSA value at up to maxLanes points.
///
/// Floating point: `value` is computed in f64 for every type, and `narrow` is
/// rounded to the type after each operation (f64: to 24 bits), so that their
/// difference is the effect of rounding. `bound` is the magnitude of the terms
/// that rounding errors scale with: |a| + |b| for a sum, however small the sum
/// is. It is finite where `value` is, and otherwise 0, since rounding does not
/// change an infinity or NaN; the exception is a NaN that another order of the
/// terms may lose (mayLoseNan): its bound is infinite. Integers: `number` and,
/// after a comparison or conversion whose result rounding may change,
/// `otherNumber`, the other possible result.
struct Register {
  enum class Kind : uint8_t { Float, Integer };
  Kind kind = Kind::Float;
  /// Integers: both numbers are equal in all lanes, and `otherNumber` is
  /// unused.
  bool certain = true;
  /// Epsilon of the coarsest type to which an intermediate result was rounded;
  /// 0: exact.
  double epsilon = 0;
  double *value = nullptr, *narrow = nullptr, *bound = nullptr;
  int64_t *number = nullptr, *otherNumber = nullptr;

  bool isFloat() const { return kind == Kind::Float; }
  /// The other possible result.
  const int64_t *other() const { return certain ? number : otherNumber; }
};

/// `bound` of a value that was not rounded.
inline double boundOfExact(double value) {
  double size = std::fabs(value);
  return size <= std::numeric_limits<double>::max() ? size : 0;
}

/// Completes the result of an operation in `format`. Corrects bounds to the
/// definition in Register: an operation's own formula may overflow, or multiply
/// 0 by infinity where the value is infinite or NaN. Flushes subnormal numbers
/// to 0: e^x is 0 there, and so are numbers that AVX-512-BF16 rounds. (f16 is
/// not flushed: its functions are computed in f32.)
void settle(Register &computed, Format format, int lanes);

/// Copies the first `lanes` points. Requires: registers of the same kind.
void copyLanes(Register &target, const Register &source, int lanes);

/// True if the value is a sum of whole numbers that is exact in any order.
/// `bound` is needed for this: if terms with fractions cancel, their value may
/// be whole (a centred row is 0), but their bound is not.
bool isExactSum(double value, double narrow, double bound, double epsilon);

/// Ratio of the type's rounding error to that of 24 bits, which `narrow` of f64
/// has.
double narrowScale(double epsilon);

/// `narrow` of a value that rounding may change to `other`. If `narrow`
/// magnifies the type's errors (f64), the change is magnified equally, unless a
/// value is infinite or NaN.
double turnedTo(double other, double value, Format format);
/// The contribution of such a change to `bound`. In a sum of many changes of
/// either sign, `narrow` shows their difference, and a correct kernel may have
/// any subset of them. 0 between a number and an infinity or NaN: such a value
/// is not compared, and a function that turns it into a number adds the change.
double boundOfTurn(double other, double value, Format format);

/// Rounds to `format` (f64: to 24 bits).
void roundLanes(double *values, int count, Format format);
double roundTo(double value, Format format);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_EVALUATOR_LANES_H
