#include "execution/evaluator/LaneOps.h"
#include "execution/evaluator/Lanes.h"
#include "execution/wire/NarrowFloat.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "program/Program.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <optional>
#include <type_traits>

namespace mlirgym::reference {

namespace arith = mlir::arith;
namespace math = mlir::math;

std::optional<Format> formatOf(mlir::Type type) {
  if (type.isF64())
    return Format::F64;
  if (type.isF32())
    return Format::F32;
  if (type.isF16())
    return Format::F16;
  if (type.isBF16())
    return Format::BF16;
  return std::nullopt;
}

unsigned integerWidth(mlir::Type type) {
  if (type.isIndex())
    return 64;
  auto integer = llvm::dyn_cast<mlir::IntegerType>(type);
  return integer && integer.getWidth() <= 64 ? integer.getWidth() : 0;
}

int64_t wrap(int64_t number, unsigned width) {
  unsigned spare = 64 - width;
  return static_cast<int64_t>(static_cast<uint64_t>(number) << spare) >> spare;
}

static uint64_t unsignedOf(int64_t number, unsigned width) {
  return static_cast<uint64_t>(number) & (~uint64_t(0) >> (64 - width));
}

/// A boolean as a sign-extended integer of one bit.
static int64_t truth(bool value) { return value ? -1 : 0; }

//===----------------------------------------------------------------------===//
// Decisions that rounding may change
//===----------------------------------------------------------------------===//

static constexpr double infinity = std::numeric_limits<double>::infinity();

/// Uncertainty of the value: a few times the difference of `narrow`, which may
/// be small by chance. 0 for a small sum of whole numbers, and for an infinity
/// or NaN that rounding does not change.
static double doubtOf(const Register &r, int i) {
  double value = r.value[i], narrow = r.narrow[i];
  if (isExactSum(value, narrow, r.bound[i], r.epsilon))
    return 0;
  if (!std::isfinite(value) || !std::isfinite(narrow))
    return value == narrow || (std::isnan(value) && std::isnan(narrow))
               ? 0
               : infinity;
  return 8 * narrowScale(r.epsilon) * std::fabs(narrow - value) +
         r.epsilon * (r.bound[i] / 2 + 2 * std::fabs(value));
}

/// Lets rounding turn lane `i` of the result from `value` to `other`.
static void turn(Register &result, int i, double other, double value,
                 Format format) {
  result.narrow[i] = turnedTo(other, value, format);
  result.bound[i] += boundOfTurn(other, value, format);
}

static bool isUndecided(const Register &a, const Register &b, int i) {
  double doubt = doubtOf(a, i) + doubtOf(b, i);
  return doubt > 0 &&
         (doubt == infinity || std::fabs(a.value[i] - b.value[i]) <= doubt);
}

namespace {

//===----------------------------------------------------------------------===//
// Floating point
//===----------------------------------------------------------------------===//

struct Add {
  static double of(double a, double b) { return a + b; }
  static double bound(double, double, double boundA, double boundB, double) {
    return boundA + boundB;
  }
};
struct Subtract : Add {
  static double of(double a, double b) { return a - b; }
};
/// Multiples of 1/1024 are short enough that every order of their sum is exact.
/// (std::nearbyint() is a call for each lane.)
bool isShort(double x) {
  constexpr double firstWithoutFraction = 0x1p52;
  const double size = std::fabs(x * 1024);
  return (int(size >= firstWithoutFraction) |
          int((size + firstWithoutFraction) - firstWithoutFraction == size)) !=
         0;
}

/// A bound that is not a whole number by chance: the sum of five rounded fifths
/// depends on the order, though their values add up to 1 (isExactSum()).
double boundOfFraction(double bound) { return bound * 1.0003; }

struct Multiply {
  static double of(double a, double b) { return a * b; }
  static double bound(double a, double b, double boundA, double boundB,
                      double result) {
    double bound =
        std::fabs(a) * boundB + std::fabs(b) * boundA - std::fabs(result);
    // Without branches, so that the loop is vectorised.
    const int isExact =
        int(isShort(a)) & int(isShort(b)) & int(isShort(result));
    return isExact != 0 ? bound : boundOfFraction(bound);
  }
};

/// The magnitude of the terms that cancel in a value; 0 if no order of the
/// terms rounds.
double cancelled(const Register &r, int i) {
  double bound = r.bound[i] - std::fabs(r.value[i]);
  return bound <= 0 ||
                 isExactSum(r.value[i], r.narrow[i], r.bound[i], r.epsilon)
             ? 0
             : bound;
}

/// Adds the product of the errors of two factors, which first order leaves out:
/// all that remains where both are sums that cancel.
void addProductOfErrors(const Register &a, const Register &b, Register &result,
                        int lanes) {
  const double epsilon = std::max(a.epsilon, b.epsilon);
  if (epsilon == 0)
    return;
  double most = 0;
  for (int i = 0; i < lanes; ++i)
    most = std::max(most, (a.bound[i] - std::fabs(a.value[i])) *
                              (b.bound[i] - std::fabs(b.value[i])));
  if (most == 0) // nearly all products are of arguments
    return;
  for (int i = 0; i < lanes; ++i)
    result.bound[i] += cancelled(a, i) * cancelled(b, i) * epsilon;
}

struct Divide {
  static double of(double a, double b) { return a / b; }
  static double bound(double, double b, double boundA, double boundB,
                      double result) {
    double size = std::fabs(result);
    double bound = (boundA + size * boundB) / std::fabs(b) - size;
    // A kernel may multiply by the reciprocal: 15 / 5 is then not exactly 3.
    bool isExact = isShort(result) && isShort(1 / b);
    return isExact ? bound : boundOfFraction(bound);
  }
};

/// True for a NaN that a sum may lose when it becomes a term of the sum.
bool isLosable(const Register &r, int i) {
  return std::isnan(r.value[i]) && r.bound[i] == infinity;
}

/// A sum may lose infinite terms that cancel: LLVM turns a + (x - x) into a for
/// every x, since it reassociates sums. Such elements are not compared, as
/// their two values differ. A difference alone is not reassociated, but its NaN
/// is losable as a term, also after a multiplication, and also where x is NaN.
/// Any other NaN, of a function or an argument, stays.
template <typename Op>
void mayLoseNan(std::initializer_list<const Register *> operands,
                Register &result, int lanes) {
  constexpr bool isTerms =
      !std::is_same_v<Op, Multiply> && !std::is_same_v<Op, Divide>;
  int anyNan = 0;
  for (int i = 0; i < lanes; ++i)
    anyNan |= int(std::isnan(result.value[i]));
  if (!anyNan)
    return;
  for (int i = 0; i < lanes; ++i) {
    if (!std::isnan(result.value[i]))
      continue;
    bool stays = false, losable = isTerms;
    for (const Register *operand : operands) {
      stays |= std::isnan(operand->value[i]) && !isLosable(*operand, i);
      losable |= isLosable(*operand, i);
    }
    if constexpr (std::is_same_v<Op, Subtract>) {
      auto isNan = [i](const Register *operand) {
        return std::isnan(operand->value[i]);
      };
      if (llvm::all_of(operands, isNan)) // x - x
        stays = false, losable = true;
    }
    losable &= !stays;
    result.bound[i] = losable ? infinity : 0;
    if (losable && std::is_same_v<Op, Add>)
      result.narrow[i] = 0;
  }
}

/// Kernels may lose the sign of zero. Where the result depends on it, `narrow`
/// is that of the other zero, `ofOther(lane)`: x / -0 is -inf.
template <typename OfOther>
void mayLoseSignOfZero(const Register &operand, const Register &result,
                       int lanes, Format format, OfOther ofOther) {
  for (int i = 0; i < lanes; ++i) {
    if (operand.value[i] != 0)
      continue;
    const double value = result.value[i], other = ofOther(i);
    if (other == value)
      continue;
    result.narrow[i] = turnedTo(other, value, format);
    if (std::isfinite(result.narrow[i]))
      result.bound[i] += boundOfTurn(other, value, format);
  }
}

/// Handles lanes where only one of the operand's values is infinite or NaN, but
/// both results are numbers: 1 / inf, or exp of a mask that depends on
/// rounding.
void turnWhereInfinite(const Register &operand, Register &result, int lanes,
                       Format format) {
  for (int i = 0; i < lanes; ++i) {
    if (std::isfinite(operand.value[i]) == std::isfinite(operand.narrow[i]))
      continue;
    const double value = result.value[i], other = result.narrow[i];
    turn(result, i, other, value, format);
  }
}

/// Rounds the result, which is as coarse as its type and its operands.
void roundResult(const LaneRun &run) {
  double epsilon = epsilonOf(run.format());
  for (unsigned operand : run.instruction.operands)
    if (run.registers[operand].isFloat())
      epsilon = std::max(epsilon, run.registers[operand].epsilon);
  run.result().epsilon = epsilon;
  roundLanes(run.result().narrow, run.lanes, run.format());
}

template <typename Op> void runArithmetic(const LaneRun &run) {
  auto [a, b, result] = run.binary();
  for (int i = 0; i < run.lanes; ++i)
    result.value[i] = Op::of(a.value[i], b.value[i]);
  for (int i = 0; i < run.lanes; ++i)
    result.narrow[i] = Op::of(a.narrow[i], b.narrow[i]);
  roundResult(run);
  for (int i = 0; i < run.lanes; ++i)
    result.bound[i] = Op::bound(a.value[i], b.value[i], a.bound[i], b.bound[i],
                                result.value[i]);
  if constexpr (std::is_same_v<Op, Multiply>)
    addProductOfErrors(a, b, result, run.lanes);
  mayLoseNan<Op>({&a, &b}, result, run.lanes);
  if constexpr (std::is_same_v<Op, Divide>) {
    mayLoseSignOfZero(b, result, run.lanes, run.format(),
                      [&](int i) { return a.value[i] / -b.value[i]; });
    turnWhereInfinite(b, result, run.lanes, run.format());
    // The reciprocal of a number below the normal ones may be infinite.
    const double smallest = smallestNormalOf(run.format());
    for (int i = 0; i < run.lanes; ++i)
      if (b.value[i] != 0 && std::fabs(b.value[i]) < smallest)
        result.narrow[i] = a.value[i] / 0.0;
  }
}

void runFma(const LaneRun &run) {
  const Register &a = run.operand(0), &b = run.operand(1), &c = run.operand(2);
  Register &result = run.result();
  for (int i = 0; i < run.lanes; ++i) {
    double product = a.value[i] * b.value[i];
    result.value[i] = product + c.value[i];
    result.narrow[i] = a.narrow[i] * b.narrow[i] + c.narrow[i];
    result.bound[i] = Multiply::bound(a.value[i], b.value[i], a.bound[i],
                                      b.bound[i], product) +
                      c.bound[i];
  }
  addProductOfErrors(a, b, result, run.lanes);
  roundResult(run);
  mayLoseNan<Add>({&a, &b, &c}, result, run.lanes);
}

/// A function and its derivative. Most derivatives are difference quotients:
/// they only scale tolerances and need no accuracy.
using Function = double (*)(double);
template <Function F> double slopeByDifference(double x) {
  double step = 1e-6 * std::max(std::fabs(x), 1e-2);
  double above = F(x + step), below = F(x - step);
  if (std::isfinite(above) && std::isfinite(below))
    return (above - below) / (2 * step);
  double here = F(x); // at the boundary of the domain
  if (std::isfinite(above))
    return (above - here) / step;
  return std::isfinite(below) ? (here - below) / step : 0;
}

/// The magnitude that a function scales to `slope` times its own. An exact
/// operand has none whatever the slope, and where the function is flat, the
/// operand's does not count.
double scaledBound(double slope, double bound) {
  constexpr double most = std::numeric_limits<double>::max();
  return slope == 0 || bound == 0 ? 0
                                  : std::min(std::fabs(slope), most) * bound;
}

/// The magnitude of function `f` of an operand that is as small as its own
/// error, so that the slope at its value is not that of its neighbours: of the
/// square or the root of x where terms cancel to x = 0. 0 for other operands.
template <typename F>
double boundOfCancelled(const Register &x, int i, double value, F f) {
  double error = cancelled(x, i) * x.epsilon, size = std::fabs(x.value[i]);
  if (error <= size / 8 || x.epsilon == 0)
    return 0;
  double change = 0;
  for (double moved : {f(x.value[i] + error), f(x.value[i] - error)})
    if (std::isfinite(moved) && std::isfinite(value))
      change = std::max(change, std::fabs(moved - value));
  return change / x.epsilon;
}

template <Function F, Function Slope> void runFunction(const LaneRun &run) {
  auto [x, result] = run.unary();
  for (int i = 0; i < run.lanes; ++i) {
    double value = F(x.value[i]);
    result.value[i] = value;
    result.narrow[i] = x.narrow[i] == x.value[i] ? value : F(x.narrow[i]);
    result.bound[i] = std::max(scaledBound(Slope(x.value[i]), x.bound[i]),
                               boundOfCancelled(x, i, value, F)) +
                      std::fabs(value);
  }
  roundResult(run);
  turnWhereInfinite(x, result, run.lanes, run.format());
  mayLoseSignOfZero(x, result, run.lanes, run.format(),
                    [&](int i) { return F(-x.value[i]); });
}

double minusSin(double x) { return -std::sin(x); }
double inverse(double x) { return 1 / x; }
double slopeOfSqrt(double x) { return x > 0 ? 0.5 / std::sqrt(x) : 0; }
double rsqrtOf(double x) { return 1 / std::sqrt(x); }
double slopeOfTanh(double x) {
  double y = std::tanh(x);
  return 1 - y * y;
}

template <Function F> constexpr LaneInstruction::Run function() {
  return runFunction<F, slopeByDifference<F>>;
}

void runSinCos(const LaneRun &run) {
  LaneInstruction one = run.instruction;
  runFunction<std::sin, std::cos>({one, run.registers, run.lanes});
  one.results[0] = run.instruction.results[1];
  runFunction<std::cos, minusSin>({one, run.registers, run.lanes});
}

using Function2 = double (*)(double, double);
template <Function2 F> void runFunction2(const LaneRun &run) {
  auto [a, b, result] = run.binary();
  for (int i = 0; i < run.lanes; ++i) {
    double x = a.value[i], y = b.value[i], value = F(x, y);
    result.value[i] = value;
    result.narrow[i] = F(a.narrow[i], b.narrow[i]);
    auto slope = [&](double stepX, double stepY) {
      double above = F(x + stepX, y + stepY), below = F(x - stepX, y - stepY);
      double slope = (above - below) / (2 * (stepX + stepY));
      return std::isfinite(slope) ? slope : 0;
    };
    const double stepX = 1e-6 * std::max(std::fabs(x), 1e-2),
                 stepY = 1e-6 * std::max(std::fabs(y), 1e-2);
    result.bound[i] =
        std::max(scaledBound(slope(stepX, 0), a.bound[i]),
                 boundOfCancelled(a, i, value,
                                  [&](double moved) { return F(moved, y); })) +
        std::max(scaledBound(slope(0, stepY), b.bound[i]),
                 boundOfCancelled(b, i, value,
                                  [&](double moved) { return F(x, moved); })) +
        std::fabs(value);
  }
  roundResult(run);
  turnWhereInfinite(a, result, run.lanes, run.format());
  turnWhereInfinite(b, result, run.lanes, run.format());
  mayLoseSignOfZero(a, result, run.lanes, run.format(),
                    [&](int i) { return F(-a.value[i], b.value[i]); });
  mayLoseSignOfZero(b, result, run.lanes, run.format(),
                    [&](int i) { return F(a.value[i], -b.value[i]); });
}

void runFPowI(const LaneRun &run) {
  auto [x, power, result] = run.binary();
  for (int i = 0; i < run.lanes; ++i) {
    auto n = static_cast<double>(power.number[i]);
    double value = std::pow(x.value[i], n);
    result.value[i] = value;
    result.narrow[i] =
        std::pow(x.narrow[i], static_cast<double>(power.other()[i]));
    double slope = n == 0 ? 0 : n * std::pow(x.value[i], n - 1);
    // Each multiplication rounds.
    result.bound[i] = std::max(scaledBound(slope, x.bound[i]),
                               boundOfCancelled(x, i, value,
                                                [n](double moved) {
                                                  return std::pow(moved, n);
                                                })) +
                      std::fabs(value) * (1 + std::fabs(n));
  }
  roundResult(run);
  mayLoseSignOfZero(x, result, run.lanes, run.format(), [&](int i) {
    return std::pow(-x.value[i], static_cast<double>(power.number[i]));
  });
}

/// C's fmod: exact, but with a step where the quotient is a whole number.
void runRemF(const LaneRun &run) {
  auto [a, b, result] = run.binary();
  for (int i = 0; i < run.lanes; ++i) {
    double x = a.value[i], y = b.value[i], quotient = x / y;
    double value = std::fmod(x, y);
    result.value[i] = value;
    result.narrow[i] = std::fmod(a.narrow[i], b.narrow[i]);
    double doubt =
        (doubtOf(a, i) + std::fabs(quotient) * doubtOf(b, i)) / std::fabs(y);
    result.bound[i] =
        a.bound[i] + scaledBound(std::trunc(quotient), b.bound[i]);
    if (doubt > 0 && std::fabs(quotient - std::nearbyint(quotient)) <= doubt) {
      double other = value + std::copysign(y, value == 0 ? x : -value);
      turn(result, i, other, value, run.format());
    }
  }
  roundResult(run);
}

double maximum(double a, double b) {
  return std::isnan(a) || std::isnan(b)
             ? std::numeric_limits<double>::quiet_NaN()
             : std::max(a, b);
}
double minimum(double a, double b) {
  return std::isnan(a) || std::isnan(b)
             ? std::numeric_limits<double>::quiet_NaN()
             : std::min(a, b);
}

template <Function2 F> void runExtremum(const LaneRun &run) {
  auto [a, b, result] = run.binary();
  for (int i = 0; i < run.lanes; ++i) {
    double value = F(a.value[i], b.value[i]);
    result.value[i] = value;
    result.narrow[i] = F(a.narrow[i], b.narrow[i]);
    result.bound[i] = isUndecided(a, b, i)  ? std::max(a.bound[i], b.bound[i])
                      : value == a.value[i] ? a.bound[i]
                                            : b.bound[i];
  }
  result.epsilon = std::max(a.epsilon, b.epsilon);
}

void runClamp(const LaneRun &run) {
  const Register &x = run.operand(0), &least = run.operand(1),
                 &most = run.operand(2);
  Register &result = run.result();
  for (int i = 0; i < run.lanes; ++i) {
    auto clamp = [](double value, double low, double high) {
      return maximum(minimum(value, high), low);
    };
    double value = clamp(x.value[i], least.value[i], most.value[i]);
    result.value[i] = value;
    result.narrow[i] = clamp(x.narrow[i], least.narrow[i], most.narrow[i]);
    bool undecided = isUndecided(x, least, i) || isUndecided(x, most, i);
    result.bound[i] =
        undecided ? std::max({x.bound[i], least.bound[i], most.bound[i]})
        : value == x.value[i] ? x.bound[i]
                              : std::max(least.bound[i], most.bound[i]);
  }
  result.epsilon = std::max({x.epsilon, least.epsilon, most.epsilon});
}

/// A function that changes the sign only.
template <Function F> void runSign(const LaneRun &run) {
  auto [x, result] = run.unary();
  for (int i = 0; i < run.lanes; ++i) {
    result.value[i] = F(x.value[i]);
    result.narrow[i] = F(x.narrow[i]);
    result.bound[i] = x.bound[i];
  }
  result.epsilon = x.epsilon;
}
double negated(double x) { return -x; }

void runCopySign(const LaneRun &run) {
  auto [x, sign, result] = run.binary();
  for (int i = 0; i < run.lanes; ++i) {
    result.value[i] = std::copysign(x.value[i], sign.value[i]);
    result.narrow[i] = std::copysign(x.narrow[i], sign.narrow[i]);
    result.bound[i] = x.bound[i];
    // The sign of a value that may be 0, which fast math may lose, or of NaN.
    if (double value = result.value[i];
        !(std::fabs(sign.value[i]) > doubtOf(sign, i))) {
      turn(result, i, -value, value, run.format());
    }
  }
  result.epsilon = std::max({x.epsilon, sign.epsilon,
                             sign.epsilon > 0 ? epsilonOf(run.format()) : 0});
}

/// Rounds to a whole number: a step function, whose other value is possible
/// near a step.
template <Function F> void runRounding(const LaneRun &run) {
  auto [x, result] = run.unary();
  for (int i = 0; i < run.lanes; ++i) {
    double value = F(x.value[i]), doubt = doubtOf(x, i);
    double below = F(x.value[i] - doubt), above = F(x.value[i] + doubt);
    result.value[i] = value;
    double other = below != value ? below : above;
    result.bound[i] = std::fabs(value);
    turn(result, i, other, value, run.format());
  }
  result.epsilon = x.epsilon;
}

void runExtend(const LaneRun &run) {
  copyLanes(run.result(), run.operand(0), run.lanes);
}

void runTruncate(const LaneRun &run) {
  runExtend(run);
  roundResult(run);
}

//===----------------------------------------------------------------------===//
// Conversions between floating point and integers
//===----------------------------------------------------------------------===//

/// Sets `otherNumber` and whether it differs in any lane.
template <typename Other>
void setOther(Register &result, int lanes, Other other) {
  result.certain = true;
  for (int i = 0; i < lanes; ++i) {
    result.otherNumber[i] = other(i);
    result.certain &= result.otherNumber[i] == result.number[i];
  }
}

/// The relations of two values, as bits.
enum Relation : unsigned { Equal = 1, Greater = 2, Less = 4, Unordered = 8 };

unsigned relationOf(double a, double b) {
  return a == b ? Equal : a > b ? Greater : a < b ? Less : Unordered;
}

/// The relations for which a predicate is true.
unsigned relationsOf(arith::CmpFPredicate predicate) {
  constexpr uint8_t relations[] = {0, 1,  2,  3,  4,  5,  6, 7, // as enumerated
                                   9, 10, 11, 12, 13, 14,       // UEQ to UNE
                                   8, 15}; // UNO, AlwaysTrue
  return relations[static_cast<size_t>(predicate)];
}

void runCmpF(const LaneRun &run) {
  auto [a, b, result] = run.binary();
  const unsigned relations =
      relationsOf(static_cast<arith::CmpFPredicate>(run.instruction.predicate));
  for (int i = 0; i < run.lanes; ++i)
    result.number[i] =
        truth((relations & relationOf(a.value[i], b.value[i])) != 0);
  result.certain = true;
  constexpr unsigned ordered = Equal | Greater | Less;
  const bool asksForNanOnly =
      (relations & ordered) == 0 || (relations & ordered) == ordered;
  if ((a.epsilon == 0 && b.epsilon == 0) || asksForNanOnly || &a == &b)
    return;
  setOther(result, run.lanes, [&](int i) {
    return isUndecided(a, b, i) ? ~result.number[i] : result.number[i];
  });
}

template <bool (*Is)(double, Format)> void runClassify(const LaneRun &run) {
  auto [x, result] = run.unary();
  for (int i = 0; i < run.lanes; ++i)
    result.number[i] = truth(Is(x.value[i], run.instruction.sourceFormat));
  setOther(result, run.lanes, [&](int i) {
    return truth(Is(x.narrow[i], run.instruction.sourceFormat));
  });
}
/// True if the value is finite in the type: the f64 value may be out of its
/// range.
bool isFinite(double x, Format format) {
  return std::isfinite(format == Format::F64 ? x : roundTo(x, format));
}
bool isNan(double x, Format) { return std::isnan(x); }
bool isInf(double x, Format format) {
  return !std::isnan(x) && !isFinite(x, format);
}
bool isNormal(double x, Format format) {
  return isFinite(x, format) && std::fabs(x) >= smallestNormalOf(format);
}

template <bool isSigned> void runToFloat(const LaneRun &run) {
  auto [x, result] = run.unary();
  auto convert = [&](int64_t number) {
    return isSigned ? static_cast<double>(number)
                    : static_cast<double>(
                          unsignedOf(number, run.instruction.sourceWidth));
  };
  for (int i = 0; i < run.lanes; ++i) {
    double value = convert(x.number[i]), other = convert(x.other()[i]);
    result.value[i] = value;
    result.bound[i] = std::fabs(value);
    turn(result, i, other, value, run.format());
  }
  roundLanes(result.narrow, run.lanes, run.format());
  bool exact = true;
  for (int i = 0; i < run.lanes; ++i)
    exact &= result.narrow[i] == result.value[i];
  result.epsilon = exact ? 0 : epsilonOf(run.format());
}

/// A result that the language leaves undefined: any number is correct.
int64_t anyNumber(unsigned width) {
  return wrap(int64_t(uint64_t(1) << (width - 1)), width);
}

template <bool isSigned> void runFromFloat(const LaneRun &run) {
  auto [x, result] = run.unary();
  const unsigned width = run.instruction.width;
  const double most = std::ldexp(1.0, int(width) - (isSigned ? 1 : 0)),
               least = isSigned ? -most : 0;
  auto convert = [&](double value) -> std::optional<int64_t> {
    double whole = std::trunc(value);
    if (!(whole >= least && whole < most)) // also for NaN
      return std::nullopt;
    return isSigned ? static_cast<int64_t>(whole)
                    : wrap(int64_t(static_cast<uint64_t>(whole)), width);
  };
  for (int i = 0; i < run.lanes; ++i)
    result.number[i] = convert(x.value[i]).value_or(0);
  setOther(result, run.lanes, [&](int i) {
    std::optional<int64_t> here = convert(x.value[i]);
    double doubt = doubtOf(x, i);
    std::optional<int64_t> below = convert(x.value[i] - doubt),
                           above = convert(x.value[i] + doubt);
    if (!here || !below || !above)
      return anyNumber(width);
    return *below != *here ? *below : *above;
  });
}

uint64_t bitsOf(double value, Format format) {
  switch (format) {
  case Format::F64:
    return llvm::bit_cast<uint64_t>(value);
  case Format::F32:
    return llvm::bit_cast<uint32_t>(static_cast<float>(value));
  case Format::F16:
    return worker::toNarrowFloat(ElementType::F16, static_cast<float>(value));
  case Format::BF16:
    return worker::toNarrowFloat(ElementType::BF16, static_cast<float>(value));
  }
  llvm_unreachable("every format has bits");
}

double fromBits(uint64_t bits, Format format) {
  switch (format) {
  case Format::F64:
    return llvm::bit_cast<double>(bits);
  case Format::F32:
    return llvm::bit_cast<float>(static_cast<uint32_t>(bits));
  case Format::F16:
    return worker::narrowFloatTable(ElementType::F16)[bits & 0xffff];
  case Format::BF16:
    return worker::narrowFloatTable(ElementType::BF16)[bits & 0xffff];
  }
  llvm_unreachable("every format has bits");
}

void runBitsOfFloat(const LaneRun &run) {
  auto [x, result] = run.unary();
  auto convert = [&](double value) {
    return wrap(int64_t(bitsOf(value, run.instruction.sourceFormat)),
                run.instruction.width);
  };
  for (int i = 0; i < run.lanes; ++i)
    result.number[i] = convert(x.value[i]);
  // The last digits of a rounded number may differ.
  setOther(result, run.lanes, [&](int i) {
    return x.epsilon == 0 ? result.number[i] : anyNumber(run.instruction.width);
  });
}

void runFloatOfBits(const LaneRun &run) {
  auto [x, result] = run.unary();
  for (int i = 0; i < run.lanes; ++i) {
    double value = fromBits(uint64_t(x.number[i]), run.format()),
           other = fromBits(uint64_t(x.other()[i]), run.format());
    result.value[i] = value;
    result.bound[i] = std::fabs(value);
    turn(result, i, other, value, run.format());
  }
  result.epsilon = x.certain ? 0 : epsilonOf(run.format());
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// `F` returns nullopt if the language leaves the result undefined.
template <typename F> void runIntegers(const LaneRun &run) {
  const Register &a = run.operand(0),
                 &b = run.registers[run.instruction.operands.back()];
  Register &result = run.result();
  const unsigned width = run.instruction.width;
  bool defined = true;
  auto apply = [&](int64_t x, int64_t y) -> int64_t {
    if (std::optional<int64_t> number = F::of(x, y, width))
      return wrap(*number, width);
    defined = false;
    return 0;
  };
  for (int i = 0; i < run.lanes; ++i)
    result.number[i] = apply(a.number[i], b.number[i]);
  result.certain = true;
  if (defined && a.certain && b.certain)
    return;
  setOther(result, run.lanes, [&](int i) -> int64_t {
    if (!F::of(a.number[i], b.number[i], width))
      return anyNumber(width);
    return apply(a.other()[i], b.other()[i]);
  });
}

using MaybeNumber = std::optional<int64_t>;
using Wide = __int128;

#define MLIRGYM_INTEGER_OP(NAME, ...)                                          \
  struct NAME {                                                                \
    static MaybeNumber of([[maybe_unused]] int64_t a,                          \
                          [[maybe_unused]] int64_t b,                          \
                          [[maybe_unused]] unsigned width) {                   \
      __VA_ARGS__                                                              \
    }                                                                          \
  };
MLIRGYM_INTEGER_OP(AddI, return int64_t(uint64_t(a) + uint64_t(b));)
MLIRGYM_INTEGER_OP(SubI, return int64_t(uint64_t(a) - uint64_t(b));)
MLIRGYM_INTEGER_OP(MulI, return int64_t(uint64_t(a) * uint64_t(b));)
MLIRGYM_INTEGER_OP(AndI, return a & b;)
MLIRGYM_INTEGER_OP(OrI, return a | b;)
MLIRGYM_INTEGER_OP(XOrI, return a ^ b;)
MLIRGYM_INTEGER_OP(MaxSI, return std::max(a, b);)
MLIRGYM_INTEGER_OP(MinSI, return std::min(a, b);)
MLIRGYM_INTEGER_OP(MaxUI,
                   return unsignedOf(a, width) < unsignedOf(b, width) ? b : a;)
MLIRGYM_INTEGER_OP(MinUI,
                   return unsignedOf(a, width) < unsignedOf(b, width) ? a : b;)
MLIRGYM_INTEGER_OP(ShLI, if (unsignedOf(b, width) >= width) return std::nullopt;
                   return int64_t(uint64_t(a) << b);)
MLIRGYM_INTEGER_OP(ShRSI,
                   if (unsignedOf(b, width) >= width) return std::nullopt;
                   return a >> b;)
MLIRGYM_INTEGER_OP(ShRUI,
                   if (unsignedOf(b, width) >= width) return std::nullopt;
                   return int64_t(unsignedOf(a, width) >> b);)
/// Division by 0, and of the least number by -1, is undefined.
bool divides(int64_t a, int64_t b, unsigned width) {
  return b != 0 && !(b == -1 && a == anyNumber(width));
}
MLIRGYM_INTEGER_OP(DivSI, if (!divides(a, b, width)) return std::nullopt;
                   return a / b;)
MLIRGYM_INTEGER_OP(RemSI, if (b == 0) return std::nullopt;
                   return b == -1 ? 0 : a % b;)
MLIRGYM_INTEGER_OP(FloorDivSI, if (!divides(a, b, width)) return std::nullopt;
                   return llvm::divideFloorSigned(a, b);)
MLIRGYM_INTEGER_OP(CeilDivSI, if (!divides(a, b, width)) return std::nullopt;
                   return llvm::divideCeilSigned(a, b);)
MLIRGYM_INTEGER_OP(DivUI, if (b == 0) return std::nullopt;
                   return int64_t(unsignedOf(a, width) / unsignedOf(b, width));)
MLIRGYM_INTEGER_OP(RemUI, if (b == 0) return std::nullopt;
                   return int64_t(unsignedOf(a, width) % unsignedOf(b, width));)
MLIRGYM_INTEGER_OP(CeilDivUI, if (b == 0) return std::nullopt;
                   uint64_t x = unsignedOf(a, width), y = unsignedOf(b, width);
                   return int64_t(x / y + (x % y != 0));)
MLIRGYM_INTEGER_OP(AddOverflows,
                   Wide sum = Wide(unsignedOf(a, width)) + unsignedOf(b, width);
                   return truth((sum >> width) != 0);)
MLIRGYM_INTEGER_OP(MulSHigh, return int64_t((Wide(a) * b) >> width);)
MLIRGYM_INTEGER_OP(
    MulUHigh,
    return int64_t((static_cast<unsigned __int128>(unsignedOf(a, width)) *
                    unsignedOf(b, width)) >>
                   width);)
// Unary: the macro passes the operand twice.
MLIRGYM_INTEGER_OP(AbsI, return a < 0 ? int64_t(-uint64_t(a)) : a;)
MLIRGYM_INTEGER_OP(LeadingZeros,
                   return llvm::countl_zero(unsignedOf(a, width)) -
                          int(64 - width);)
MLIRGYM_INTEGER_OP(TrailingZeros, uint64_t bits = unsignedOf(a, width);
                   return bits == 0 ? int(width) : llvm::countr_zero(bits);)
MLIRGYM_INTEGER_OP(Population, return llvm::popcount(unsignedOf(a, width));)
#undef MLIRGYM_INTEGER_OP

/// Two results, each computed by its own operation.
template <typename First, typename Second> void runPair(const LaneRun &run) {
  LaneInstruction one = run.instruction;
  runIntegers<First>({one, run.registers, run.lanes});
  one.results[0] = run.instruction.results[1];
  runIntegers<Second>({one, run.registers, run.lanes});
}

template <bool isSigned> void runCast(const LaneRun &run) {
  auto [x, result] = run.unary();
  auto convert = [&](int64_t number) {
    return wrap(isSigned
                    ? number
                    : int64_t(unsignedOf(number, run.instruction.sourceWidth)),
                run.instruction.width);
  };
  for (int i = 0; i < run.lanes; ++i)
    result.number[i] = convert(x.number[i]);
  result.certain = true;
  if (!x.certain)
    setOther(result, run.lanes,
             [&](int i) { return convert(x.otherNumber[i]); });
}

bool compares(arith::CmpIPredicate predicate, int64_t a, int64_t b) {
  return arith::applyCmpPredicate(predicate, llvm::APInt(64, uint64_t(a)),
                                  llvm::APInt(64, uint64_t(b)));
}

void runCmpI(const LaneRun &run) {
  auto [a, b, result] = run.binary();
  auto predicate = static_cast<arith::CmpIPredicate>(run.instruction.predicate);
  for (int i = 0; i < run.lanes; ++i)
    result.number[i] = truth(compares(predicate, a.number[i], b.number[i]));
  result.certain = true;
  if (!a.certain || !b.certain)
    setOther(result, run.lanes, [&](int i) {
      return truth(compares(predicate, a.other()[i], b.other()[i]));
    });
}

void runSelect(const LaneRun &run) {
  const Register &condition = run.operand(0), &yes = run.operand(1),
                 &no = run.operand(2);
  Register &result = run.result();
  if (!result.isFloat()) {
    for (int i = 0; i < run.lanes; ++i)
      result.number[i] = condition.number[i] ? yes.number[i] : no.number[i];
    result.certain = true;
    if (!condition.certain || !yes.certain || !no.certain)
      setOther(result, run.lanes, [&](int i) {
        return condition.other()[i] ? yes.other()[i] : no.other()[i];
      });
    return;
  }
  const int64_t *conditionOther = condition.other();
  for (int i = 0; i < run.lanes; ++i) {
    bool taken = condition.number[i] != 0, otherTaken = conditionOther[i] != 0;
    result.value[i] = taken ? yes.value[i] : no.value[i];
    result.narrow[i] = otherTaken ? yes.narrow[i] : no.narrow[i];
    result.bound[i] = taken ? yes.bound[i] : no.bound[i];
    if (taken == otherTaken)
      continue;
    double value = result.value[i], other = result.narrow[i];
    result.bound[i] = std::max(yes.bound[i], no.bound[i]);
    turn(result, i, other, value, run.format());
  }
  result.epsilon = std::max(yes.epsilon, no.epsilon);
  // If rounding affects the condition, the result may be either value.
  if (!condition.certain)
    result.epsilon = std::max(result.epsilon, epsilonOf(run.format()));
}

LaneInstruction::Run runnerFor(mlir::Operation *op) {
  using Run = LaneInstruction::Run;
  auto is = [](Run run) { return [run](auto) -> Run { return run; }; };
  return llvm::TypeSwitch<mlir::Operation *, Run>(op)
      .Case<arith::AddFOp>(is(runArithmetic<Add>))
      .Case<arith::SubFOp>(is(runArithmetic<Subtract>))
      .Case<arith::MulFOp>(is(runArithmetic<Multiply>))
      .Case<arith::DivFOp>(is(runArithmetic<Divide>))
      .Case<arith::RemFOp>(is(runRemF))
      .Case<arith::NegFOp>(is(runSign<negated>))
      .Case<arith::MaximumFOp>(is(runExtremum<maximum>))
      .Case<arith::MinimumFOp>(is(runExtremum<minimum>))
      .Case<arith::MaxNumFOp>(is(runExtremum<std::fmax>))
      .Case<arith::MinNumFOp>(is(runExtremum<std::fmin>))
      .Case<arith::ExtFOp>(is(runExtend))
      .Case<arith::TruncFOp>(is(runTruncate))
      .Case<arith::CmpFOp>(is(runCmpF))
      .Case<arith::CmpIOp>(is(runCmpI))
      .Case<arith::SelectOp>(is(runSelect))
      .Case<arith::SIToFPOp>(is(runToFloat<true>))
      .Case<arith::UIToFPOp>(is(runToFloat<false>))
      .Case<arith::FPToSIOp>(is(runFromFloat<true>))
      .Case<arith::FPToUIOp>(is(runFromFloat<false>))
      .Case<arith::AddIOp>(is(runIntegers<AddI>))
      .Case<arith::SubIOp>(is(runIntegers<SubI>))
      .Case<arith::MulIOp>(is(runIntegers<MulI>))
      .Case<arith::AndIOp>(is(runIntegers<AndI>))
      .Case<arith::OrIOp>(is(runIntegers<OrI>))
      .Case<arith::XOrIOp>(is(runIntegers<XOrI>))
      .Case<arith::MaxSIOp>(is(runIntegers<MaxSI>))
      .Case<arith::MinSIOp>(is(runIntegers<MinSI>))
      .Case<arith::MaxUIOp>(is(runIntegers<MaxUI>))
      .Case<arith::MinUIOp>(is(runIntegers<MinUI>))
      .Case<arith::ShLIOp>(is(runIntegers<ShLI>))
      .Case<arith::ShRSIOp>(is(runIntegers<ShRSI>))
      .Case<arith::ShRUIOp>(is(runIntegers<ShRUI>))
      .Case<arith::DivSIOp>(is(runIntegers<DivSI>))
      .Case<arith::DivUIOp>(is(runIntegers<DivUI>))
      .Case<arith::RemSIOp>(is(runIntegers<RemSI>))
      .Case<arith::RemUIOp>(is(runIntegers<RemUI>))
      .Case<arith::FloorDivSIOp>(is(runIntegers<FloorDivSI>))
      .Case<arith::CeilDivSIOp>(is(runIntegers<CeilDivSI>))
      .Case<arith::CeilDivUIOp>(is(runIntegers<CeilDivUI>))
      .Case<arith::AddUIExtendedOp>(is(runPair<AddI, AddOverflows>))
      .Case<arith::MulSIExtendedOp>(is(runPair<MulI, MulSHigh>))
      .Case<arith::MulUIExtendedOp>(is(runPair<MulI, MulUHigh>))
      .Case<arith::ExtSIOp, arith::TruncIOp, arith::IndexCastOp>(
          is(runCast<true>))
      .Case<arith::ExtUIOp, arith::IndexCastUIOp>(is(runCast<false>))
      .Case<math::FmaOp>(is(runFma))
      .Case<math::AbsFOp>(is(runSign<std::fabs>))
      .Case<math::AbsIOp>(is(runIntegers<AbsI>))
      .Case<math::CountLeadingZerosOp>(is(runIntegers<LeadingZeros>))
      .Case<math::CountTrailingZerosOp>(is(runIntegers<TrailingZeros>))
      .Case<math::CtPopOp>(is(runIntegers<Population>))
      .Case<math::CopySignOp>(is(runCopySign))
      .Case<math::ClampFOp>(is(runClamp))
      .Case<math::PowFOp>(is(runFunction2<std::pow>))
      .Case<math::Atan2Op>(is(runFunction2<std::atan2>))
      .Case<math::FPowIOp>(is(runFPowI))
      .Case<math::CeilOp>(is(runRounding<std::ceil>))
      .Case<math::FloorOp>(is(runRounding<std::floor>))
      .Case<math::TruncOp>(is(runRounding<std::trunc>))
      .Case<math::RoundOp>(is(runRounding<std::round>))
      .Case<math::RoundEvenOp>(is(runRounding<std::nearbyint>))
      .Case<math::IsFiniteOp>(is(runClassify<isFinite>))
      .Case<math::IsInfOp>(is(runClassify<isInf>))
      .Case<math::IsNaNOp>(is(runClassify<isNan>))
      .Case<math::IsNormalOp>(is(runClassify<isNormal>))
      .Case<math::SinOp>(is(runFunction<std::sin, std::cos>))
      .Case<math::CosOp>(is(runFunction<std::cos, minusSin>))
      .Case<math::SincosOp>(is(runSinCos))
      .Case<math::ExpOp>(is(runFunction<std::exp, std::exp>))
      .Case<math::Exp2Op>(is(runFunction<std::exp2, std::exp2>))
      .Case<math::ExpM1Op>(is(runFunction<std::expm1, std::exp>))
      .Case<math::LogOp>(is(runFunction<std::log, inverse>))
      .Case<math::SqrtOp>(is(runFunction<std::sqrt, slopeOfSqrt>))
      .Case<math::RsqrtOp>(is(function<rsqrtOf>()))
      .Case<math::TanhOp>(is(runFunction<std::tanh, slopeOfTanh>))
      .Case<math::AcosOp>(is(function<std::acos>()))
      .Case<math::AcoshOp>(is(function<std::acosh>()))
      .Case<math::AsinOp>(is(function<std::asin>()))
      .Case<math::AsinhOp>(is(function<std::asinh>()))
      .Case<math::AtanOp>(is(function<std::atan>()))
      .Case<math::AtanhOp>(is(function<std::atanh>()))
      .Case<math::CbrtOp>(is(function<std::cbrt>()))
      .Case<math::CoshOp>(is(function<std::cosh>()))
      .Case<math::SinhOp>(is(function<std::sinh>()))
      .Case<math::ErfOp>(is(function<std::erf>()))
      .Case<math::ErfcOp>(is(function<std::erfc>()))
      .Case<math::Log10Op>(is(function<std::log10>()))
      .Case<math::Log1pOp>(is(function<std::log1p>()))
      .Case<math::Log2Op>(is(function<std::log2>()))
      .Case<math::TanOp>(is(function<std::tan>()))
      .Case<arith::BitcastOp>([](arith::BitcastOp cast) -> Run {
        bool fromFloat = formatOf(cast.getIn().getType()).has_value(),
             toFloat = formatOf(cast.getType()).has_value();
        if (fromFloat && !toFloat)
          return runBitsOfFloat;
        if (toFloat && !fromFloat)
          return runFloatOfBits;
        return fromFloat ? nullptr : runCast<true>;
      })
      .Default([](auto) -> Run { return nullptr; });
}
} // namespace

std::optional<LaneInstruction> laneInstructionFor(mlir::Operation *op) {
  LaneInstruction instruction;
  instruction.run = runnerFor(op);
  if (!instruction.run)
    return std::nullopt;
  auto isKnown = [](mlir::Type type) {
    return formatOf(type) || integerWidth(type) != 0;
  };
  if (!llvm::all_of(op->getOperandTypes(), isKnown) ||
      !llvm::all_of(op->getResultTypes(), isKnown))
    return std::nullopt;
  mlir::Type result = op->getResult(0).getType(),
             source = op->getOperand(0).getType();
  instruction.sourceFormat = formatOf(source).value_or(Format::F32);
  instruction.format = formatOf(result).value_or(instruction.sourceFormat);
  instruction.width = formatOf(result) ? 64 : integerWidth(result);
  if (unsigned width = integerWidth(source))
    instruction.sourceWidth = width;
  if (auto compare = llvm::dyn_cast<arith::CmpFOp>(op))
    instruction.predicate = static_cast<int64_t>(compare.getPredicate());
  if (auto compare = llvm::dyn_cast<arith::CmpIOp>(op))
    instruction.predicate = static_cast<int64_t>(compare.getPredicate());
  return instruction;
}

} // namespace mlirgym::reference
