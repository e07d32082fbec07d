//===- lowering/math/ExpandFunctions.cpp ----------------------------------===//
//
// Processors call the C library for these functions, GPUs have none. Where the
// other passes expand a function (exp, expm1, log, log1p, sin, cos of f32, exp
// of f64), it is used here. Shorter types are computed in f32.
//
//===----------------------------------------------------------------------===//
#include "lowering/math/FloatBuilder.h"
#include "lowering/math/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstdint>
#include <limits>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_EXPANDFUNCTIONS
#include "lowering/math/Passes.h.inc"

namespace {

using Predicate = arith::CmpFPredicate;

constexpr double ln2 = 0x1.62e42fefa39efp-1, log10E = 0x1.bcb7b1526e50ep-2;
constexpr double infinity = std::numeric_limits<double>::infinity(),
                 notANumber = std::numeric_limits<double>::quiet_NaN();

Value exp(const FloatBuilder &build, Value x) {
  return build.make<math::ExpOp>(x);
}

Value negated(const FloatBuilder &build, Value x) {
  return build.make<arith::NegFOp>(x);
}

/// 2^x = 2^n e^(r ln 2), n = round(x): the product x ln 2 as a whole would lose
/// as many bits as n has. A power of two that f32 does not have is the product
/// of two.
Value expandExp2(const FloatBuilder &build, Value x) {
  // NaN passes through: comparisons with it are false.
  auto bounded = [&](Predicate isBeyond, double bound) {
    Value limit = build.constant(bound);
    return build.select(build.compare(isBeyond, x, limit), limit, x);
  };
  x = bounded(Predicate::OLT, -151);
  x = bounded(Predicate::OGT, 129);
  Value n = build.roundEven(x);
  Value power = exp(build, build.mul(build.sub(x, n), build.constant(ln2)));
  // NaN has no integer, and does not need one.
  Value isNan = build.compare(Predicate::UNO, n, n);
  Value whole = build.make<arith::FPToSIOp>(
      build.integers(), build.select(isNan, build.constant(0), n));
  Value half = build.make<arith::ShRSIOp>(whole, build.integer(1));
  auto powerOfTwo = [&](Value exponent) {
    Value biased = build.make<arith::AddIOp>(exponent, build.integer(127));
    return build.fromBits(build.make<arith::ShLIOp>(biased, build.integer(23)));
  };
  Value rest = build.make<arith::SubIOp>(whole, half);
  return build.mul(build.mul(power, powerOfTwo(half)), powerOfTwo(rest));
}

/// e^x / 2. Near the largest f32 by two factors, which lose a few bits, since
/// e^x overflows before its half does.
Value halfExp(const FloatBuilder &build, Value x) {
  Value half = build.constant(0.5);
  Value root = exp(build, build.mul(x, half));
  Value isLarge = build.compare(Predicate::OGT, x, build.constant(80));
  return build.select(isLarge, build.mul(build.mul(root, half), root),
                      build.mul(exp(build, x), half));
}

/// (t + t / (t + 1)) / 2 with t = e^|x| - 1, which keeps small results exact.
Value expandSinh(const FloatBuilder &build, Value x) {
  Value size = build.abs(x);
  Value t = build.make<math::ExpM1Op>(size);
  Value sum = build.add(t, build.div(t, build.add(t, build.constant(1))));
  Value isLarge = build.compare(Predicate::OGT, size, build.constant(20));
  Value result = build.select(isLarge, halfExp(build, size),
                              build.mul(sum, build.constant(0.5)));
  return build.copySign(result, x);
}

/// (e + 1 / e) / 2 with e = e^|x|; the reciprocal is 0 where e is infinite.
Value expandCosh(const FloatBuilder &build, Value x) {
  Value size = build.abs(x);
  Value half = halfExp(build, size);
  Value inverse = build.div(build.constant(0.25), half);
  return build.add(half, inverse);
}

/// log(2^e m) of a positive f64: e ln 2 + 2 atanh(s), s = (m - 1) / (m + 1), m
/// from sqrt(1/2) to sqrt(2). The series ends at s^17: s^2 < 0.0295. The error
/// is that of f64 for x far from 1, and s has no cancellation near 1.
Value log64(const FloatBuilder &build, Value x) {
  constexpr double coefficients[] = {2,        2.0 / 3,  2.0 / 5,
                                     2.0 / 7,  2.0 / 9,  2.0 / 11,
                                     2.0 / 13, 2.0 / 15, 2.0 / 17};
  // Subtracting the bits of sqrt(1/2) leaves e in the upper bits.
  constexpr int64_t rootBits = 0x3fe6a09e667f3bcd;
  Value bits = build.bits(x);
  Value offset = build.make<arith::SubIOp>(bits, build.integer(rootBits));
  Value exponent = build.make<arith::ShRSIOp>(offset, build.integer(52));
  Value mantissa = build.fromBits(build.make<arith::SubIOp>(
      bits, build.make<arith::ShLIOp>(exponent, build.integer(52))));
  Value e = build.make<arith::SIToFPOp>(build.type, exponent);
  Value one = build.constant(1);
  Value s = build.div(build.sub(mantissa, one), build.add(mantissa, one));
  Value series = build.polynomial(build.mul(s, s), coefficients);
  return build.fma(e, build.constant(ln2), build.mul(s, series));
}

/// |x|^y = e^(y log |x|) in f64, whose rounding f32 does not see; the rest are
/// the special values of C's pow.
Value expandPow(const FloatBuilder &build, Value x, Value y) {
  const FloatBuilder wide = build.as(build.at.getF64Type());
  auto widened = [&](Value value) {
    return wide.make<arith::ExtFOp>(wide.type, value);
  };
  Value zero = build.constant(0), one = build.constant(1);
  Value size = build.abs(x);
  Value power = build.make<arith::TruncFOp>(
      build.type, exp(wide, wide.mul(widened(y), log64(wide, widened(size)))));
  auto isEqual = [&](Value a, Value b) {
    return build.compare(Predicate::OEQ, a, b);
  };
  auto both = [&](Value a, Value b) { return build.make<arith::AndIOp>(a, b); };
  // 0 and infinity, whose logarithms are not numbers.
  Value infinite = build.constant(infinity);
  Value isUp = build.compare(Predicate::OGT, y, zero);
  power = build.select(isEqual(size, zero), build.select(isUp, zero, infinite),
                       power);
  power = build.select(isEqual(size, infinite),
                       build.select(isUp, infinite, zero), power);
  // Infinite exponents: of sizes above 1, below 1, and 1.
  Value grows =
      build.make<arith::XOrIOp>(build.compare(Predicate::OLT, size, one),
                                build.compare(Predicate::OGT, y, zero));
  Value limit = build.select(isEqual(size, one), one,
                             build.select(grows, infinite, zero));
  power = build.select(isEqual(build.abs(y), infinite), limit, power);
  // Negative bases: only for whole exponents, with the sign of odd ones.
  Value half = build.mul(y, build.constant(0.5));
  Value isWhole = isEqual(build.make<math::FloorOp>(y), y);
  Value isOdd =
      both(isWhole, build.compare(Predicate::UNE,
                                  build.make<math::FloorOp>(half), half));
  Value withSign = build.select(isOdd, build.copySign(power, x), power);
  Value isNegative = build.compare(Predicate::OLT, x, zero);
  Value isNoNumber =
      both(both(isNegative,
                build.compare(Predicate::OGT, x, negated(build, infinite))),
           build.compare(Predicate::UNE, build.make<math::FloorOp>(y), y));
  power = build.select(isNoNumber, build.constant(notANumber), withSign);
  // NaN of an operand, but 1^y and x^0 are 1.
  Value isNan = build.compare(Predicate::UNO, x, y);
  power = build.select(isNan, build.add(x, y), power);
  Value isOne = build.make<arith::OrIOp>(isEqual(x, one), isEqual(y, zero));
  return build.select(isOne, one, power);
}

Value expandTan(const FloatBuilder &build, Value x) {
  return build.div(build.make<math::SinOp>(x), build.make<math::CosOp>(x));
}

/// log1p(2x / (1 - x)) / 2
Value expandAtanh(const FloatBuilder &build, Value x) {
  Value size = build.abs(x), one = build.constant(1);
  Value ratio = build.div(build.add(size, size), build.sub(one, size));
  Value result =
      build.mul(build.make<math::Log1pOp>(ratio), build.constant(0.5));
  return build.copySign(result, x);
}

/// log1p(x + x^2 / (1 + sqrt(x^2 + 1))); log(2x) where x^2 overflows.
Value expandAsinh(const FloatBuilder &build, Value x) {
  Value size = build.abs(x), one = build.constant(1);
  Value square = build.mul(size, size);
  Value root = build.make<math::SqrtOp>(build.add(square, one));
  Value small = build.make<math::Log1pOp>(
      build.add(size, build.div(square, build.add(one, root))));
  Value large = build.add(build.make<math::LogOp>(size), build.constant(ln2));
  Value isLarge = build.compare(Predicate::OGT, size, build.constant(0x1p30));
  return build.copySign(build.select(isLarge, large, small), x);
}

/// log1p(t + sqrt(t (t + 2))), t = x - 1; log(2x) where x^2 overflows.
Value expandAcosh(const FloatBuilder &build, Value x) {
  Value t = build.sub(x, build.constant(1));
  Value root =
      build.make<math::SqrtOp>(build.mul(t, build.add(t, build.constant(2))));
  Value small = build.make<math::Log1pOp>(build.add(t, root));
  Value large = build.add(build.make<math::LogOp>(x), build.constant(ln2));
  Value isLarge = build.compare(Predicate::OGT, x, build.constant(0x1p30));
  Value result = build.select(isLarge, large, small);
  Value isOutside = build.compare(Predicate::OLT, x, build.constant(1));
  return build.select(isOutside, build.constant(notANumber), result);
}

/// The result of an operation for operands of f32.
Value expand(const FloatBuilder &build, Operation *op, ValueRange x) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](math::Exp2Op) { return expandExp2(build, x[0]); })
      .Case([&](math::Log10Op) {
        return build.mul(build.make<math::LogOp>(x[0]), build.constant(log10E));
      })
      .Case([&](math::SinhOp) { return expandSinh(build, x[0]); })
      .Case([&](math::CoshOp) { return expandCosh(build, x[0]); })
      .Case([&](math::TanOp) { return expandTan(build, x[0]); })
      .Case([&](math::AsinhOp) { return expandAsinh(build, x[0]); })
      .Case([&](math::AcoshOp) { return expandAcosh(build, x[0]); })
      .Case([&](math::AtanhOp) { return expandAtanh(build, x[0]); })
      .Case([&](math::PowFOp) { return expandPow(build, x[0], x[1]); });
}

struct ExpandFunctions final : impl::ExpandFunctionsBase<ExpandFunctions> {
  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (!isa<math::Exp2Op, math::Log10Op, math::SinhOp, math::CoshOp,
               math::TanOp, math::AsinhOp, math::AcoshOp, math::AtanhOp,
               math::PowFOp>(op))
        return;
      const Type type = op->getResult(0).getType();
      const unsigned bits = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
      if (bits > 32)
        return;
      OpBuilder at(op);
      const FloatBuilder own(at, op->getLoc(), type);
      const FloatBuilder build = own.as(at.getF32Type());
      SmallVector<Value> operands(op->getOperands());
      if (bits < 32)
        for (Value &operand : operands)
          operand = build.make<arith::ExtFOp>(build.type, operand);
      Value result = expand(build, op, operands);
      if (bits < 32)
        result = own.make<arith::TruncFOp>(type, result);
      op->getResult(0).replaceAllUsesWith(result);
      op->erase();
    });
  }
};
} // namespace
} // namespace mlirgym::lowering
