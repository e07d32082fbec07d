//===- execution/lowering/Exponentials.cpp --------------------------------===//
//
// e^x = 2^n * e^r with n = round(x / ln 2), so that |r| <= ln(2) / 2. Adding a
// number of which one unit in the last place is 1 rounds x / ln 2 and leaves n
// in the lowest bits, where one shift makes the exponent of 2^n of it: no
// rounding instruction and no conversion. e^r is a polynomial with the least
// relative error among those that are exact at 0.
//
//===----------------------------------------------------------------------===//
#include "execution/lowering/Steps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace mlirgym::lowering {
namespace {

/// A floating-point format and its polynomial. Largest relative errors, sampled
/// over all results above `lowest`: f32 2.0e-7, f64 2.5e-16.
struct Format {
  unsigned mantissaBits;
  /// 1.5 * 2^mantissaBits + bias - 1: the exponent is that of 2^(n-1), so that
  /// the largest results need no n beyond the format.
  double rounder;
  /// Below `lowest` the exponent is 0 and the result an exact 0; above
  /// `highest` it overflows to infinity.
  double lowest, highest;
  double ln2High, ln2Low;
  /// Of r^1, r^2, ...; that of r^0 is 1.
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

class Expansion {
public:
  explicit Expansion(math::ExpOp op)
      : at(op), loc(op.getLoc()), type(op.getType()) {}

  Value expand(Value x, const Format &format) {
    // Comparisons with NaN are false: it passes through.
    Value low = constant(format.lowest), high = constant(format.highest);
    x = select(arith::CmpFPredicate::OLT, x, low);
    x = select(arith::CmpFPredicate::OGT, x, high);
    Value rounder = constant(format.rounder);
    Value shifted = fma(x, constant(log2E), rounder);
    Value n = arith::SubFOp::create(at, loc, shifted, rounder);
    Value r = fma(n, constant(-format.ln2High), x);
    r = fma(n, constant(-format.ln2Low), r);
    Value power = constant(format.coefficients.back());
    for (double coefficient : llvm::reverse(format.coefficients.drop_back()))
      power = fma(power, r, constant(coefficient));
    power = fma(power, r, constant(1));
    Value half =
        arith::MulFOp::create(at, loc, power, exponentOf(shifted, format));
    return arith::AddFOp::create(at, loc, half, half);
  }

private:
  Value constant(double value) {
    auto element = cast<FloatType>(getElementTypeOrSelf(type));
    TypedAttr attr = at.getFloatAttr(element, value);
    if (auto vector = dyn_cast<VectorType>(type))
      attr = DenseElementsAttr::get(vector, attr);
    return arith::ConstantOp::create(at, loc, attr);
  }

  /// `bound` where x compares so with it, else x.
  Value select(arith::CmpFPredicate predicate, Value x, Value bound) {
    Value isBeyond = arith::CmpFOp::create(at, loc, predicate, x, bound);
    return arith::SelectOp::create(at, loc, isBeyond, bound, x);
  }

  Value fma(Value a, Value b, Value c) {
    return math::FmaOp::create(at, loc, a, b, c);
  }

  /// The power of two whose biased exponent stands in the lowest bits.
  Value exponentOf(Value shifted, const Format &format) {
    Type element =
        at.getIntegerType(getElementTypeOrSelf(type).getIntOrFloatBitWidth());
    Type bitsType = element;
    TypedAttr count = at.getIntegerAttr(element, format.mantissaBits);
    if (auto vector = dyn_cast<VectorType>(type)) {
      auto shape = vector.cloneWith(std::nullopt, element);
      bitsType = shape;
      count = DenseElementsAttr::get(cast<ShapedType>(bitsType), count);
    }
    Value bits = arith::BitcastOp::create(at, loc, bitsType, shifted);
    Value exponent = arith::ShLIOp::create(
        at, loc, bits, arith::ConstantOp::create(at, loc, count));
    return arith::BitcastOp::create(at, loc, type, exponent);
  }

  OpBuilder at;
  Location loc;
  Type type;
};

const Format *formatOf(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (element.isF32())
    return &f32Format;
  return element.isF64() ? &f64Format : nullptr;
}
} // namespace

void expandExponentials(func::FuncOp func) {
  func.walk([](math::ExpOp op) {
    const Format *format = formatOf(op.getType());
    if (!format)
      return;
    Value result = Expansion(op).expand(op.getOperand(), *format);
    op.getResult().replaceAllUsesWith(result);
    op.erase();
  });
}
} // namespace mlirgym::lowering
