//===- lowering/math/ExpandExponentials.cpp -------------------------------===//
//
// e^x = 2^n * e^r with n = round(x / ln 2), so that |r| <= ln(2) / 2. Adding a
// number whose unit in the last place is 1 rounds x / ln 2 and leaves n in the
// lowest bits, and one shift turns it into the exponent of 2^n, without a
// rounding or conversion instruction. e^r is the polynomial with the least
// relative error among those that are exact at 0. e^x - 1 is computed from the
// same parts.
//
//===----------------------------------------------------------------------===//
#include "lowering/math/FloatBuilder.h"
#include "lowering/math/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_EXPANDEXPONENTIALS
#include "lowering/math/Passes.h.inc"

namespace {

/// A floating-point format and its polynomial. Largest relative errors, sampled
/// over all results above `lowest`: f32 2.0e-7, f64 2.5e-16.
struct Format {
  unsigned mantissaBits;
  /// 1.5 * 2^mantissaBits + bias - 1: gives the exponent of 2^(n-1), since 2^n
  /// of the largest results is outside the format.
  double rounder;
  /// Below `lowest` the exponent is 0 and the result an exact 0; above
  /// `highest` it overflows to infinity.
  double lowest, highest;
  double ln2High, ln2Low;
  /// Coefficients of r^1, r^2, ...; that of r^0 is 1.
  ArrayRef<double> coefficients;
};

constexpr double f32Coefficients[] = {
    0x1.fffff6p-1, 0x1.fffdc6p-2, 0x1.555a6ap-3, 0x1.573a6p-5, 0x1.0fa826p-7};
constexpr Format f32Format = {.mantissaBits = 23,
                              .rounder = 0x1.8p23 + 126,
                              .lowest = -87,
                              .highest = 89,
                              .ln2High = 0x1.62e43p-1,
                              .ln2Low = -0x1.05c61p-29,
                              .coefficients = f32Coefficients};

constexpr double f64Coefficients[] = {1,
                                      0x1.000000000000bp-1,
                                      0x1.55555555554b3p-3,
                                      0x1.5555555550181p-5,
                                      0x1.111111112f887p-7,
                                      0x1.6c16c1855ed4ep-10,
                                      0x1.a01a0111ba891p-13,
                                      0x1.a019975135cdap-16,
                                      0x1.71df48e19a2bfp-19,
                                      0x1.28afa15c89853p-22,
                                      0x1.ad59673fe659ap-26};
constexpr Format f64Format = {.mantissaBits = 52,
                              .rounder = 0x1.8p52 + 1022,
                              .lowest = -708.2,
                              .highest = 710,
                              .ln2High = 0x1.62e42fefa39efp-1,
                              .ln2Low = 0x1.abc9e3b39803fp-56,
                              .coefficients = f64Coefficients};

constexpr double log2E = 0x1.71547652b82fep+0;

/// 2^(n-1) and r.
struct Parts {
  Value halfPower, rest;
};

Parts split(const FloatBuilder &build, Value x, const Format &format) {
  // Comparisons with NaN are false, so NaN passes through.
  auto bounded = [&](FloatBuilder::Predicate isBeyond, double bound) {
    Value limit = build.constant(bound);
    return build.select(build.compare(isBeyond, x, limit), limit, x);
  };
  x = bounded(arith::CmpFPredicate::OLT, format.lowest);
  x = bounded(arith::CmpFPredicate::OGT, format.highest);
  Value rounder = build.constant(format.rounder);
  Value shifted = build.fma(x, build.constant(log2E), rounder);
  Value n = build.sub(shifted, rounder);
  Value r = build.fma(n, build.constant(-format.ln2High), x);
  r = build.fma(n, build.constant(-format.ln2Low), r);
  Value exponent = build.make<arith::ShLIOp>(
      build.bits(shifted), build.integer(format.mantissaBits));
  return {build.fromBits(exponent), r};
}

Value doubled(const FloatBuilder &build, Value half) {
  return build.add(half, half);
}

Value expandExp(const FloatBuilder &build, Value x, const Format &format) {
  Parts parts = split(build, x, format);
  Value power = build.polynomial(parts.rest, format.coefficients);
  power = build.fma(power, parts.rest, build.constant(1));
  return doubled(build, build.mul(power, parts.halfPower));
}

/// 2^n (e^r - 1) + (2^n - 1) keeps the precision of small results.
Value expandExpM1(const FloatBuilder &build, Value x, const Format &format) {
  Parts parts = split(build, x, format);
  Value powerM1 =
      build.mul(build.polynomial(parts.rest, format.coefficients), parts.rest);
  Value halfM1 = build.sub(parts.halfPower, build.constant(0.5));
  return doubled(build, build.fma(powerM1, parts.halfPower, halfM1));
}

const Format *formatOf(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (element.isF32())
    return &f32Format;
  return element.isF64() ? &f64Format : nullptr;
}

struct ExpandExponentials final
    : impl::ExpandExponentialsBase<ExpandExponentials> {
  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (!isa<math::ExpOp, math::ExpM1Op>(op))
        return;
      const Format *format = formatOf(op->getResult(0).getType());
      if (!format)
        return;
      OpBuilder at(op);
      const FloatBuilder build(at, op->getLoc(), op->getResult(0).getType());
      Value x = op->getOperand(0);
      op->getResult(0).replaceAllUsesWith(isa<math::ExpOp>(op)
                                              ? expandExp(build, x, *format)
                                              : expandExpM1(build, x, *format));
      op->erase();
    });
  }
};
} // namespace
} // namespace mlirgym::lowering
