//===- lowering/math/ExpandTrigonometry.cpp -------------------------------===//
//
// sin and cos: x = k pi/2 + r with |r| <= pi/4, and a polynomial of r. For
// small k, r is x minus three products, with pi/2 in three parts. Larger
// numbers are multiplied by seven parts of 2/pi in f64, each short enough that
// the product is exact; whole turns are removed from each product before the
// sum (Payne and Hanek, SIGNUM 1983, for all lanes at once).
//
// atan: a polynomial of the quotient of the smaller by the larger operand, and
// then the octant is restored.
//
// The polynomials have the least relative error among those whose first
// coefficient is exact.
//
//===----------------------------------------------------------------------===//
#include "lowering/math/FloatBuilder.h"
#include "lowering/math/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <limits>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_EXPANDTRIGONOMETRY
#include "lowering/math/Passes.h.inc"

namespace {

//===----------------------------------------------------------------------===//
// sin, cos
//===----------------------------------------------------------------------===//

/// x = quadrant * pi/2 + rest; only the lowest bits of the quadrant matter.
struct Reduced {
  Value rest, quadrant;
};

/// Requires: |x| <= largestNear, or x is NaN.
constexpr double largestNear = 0x1p16;
Reduced reduceNear(const FloatBuilder &build, Value x) {
  // Its unit in the last place is 1: adding it rounds.
  Value rounder = build.constant(0x1.8p23);
  Value shifted = build.fma(x, build.constant(0x1.45f306p-1), rounder);
  Value count = build.sub(shifted, rounder), rest = x;
  for (double part : {0x1.921fb6p+0, -0x1.777a5cp-25, -0x1.ee59dap-50})
    rest = build.fma(count, build.constant(-part), rest);
  return {rest, build.bits(shifted)};
}

/// For any x. Infinities and NaN give NaN.
Reduced reduceFar(const FloatBuilder &build, Value x) {
  // 29 bits each: times the 24 bits of x, 53. The largest x are below 2^128,
  // and none is closer than 2^-33 to a multiple of pi/2.
  static constexpr double twoOverPi[] = {
      0x1.45f306dp-1,   0x1.9391054p-30, 0x1.4fe13abp-59, 0x1.d1f534dp-88,
      0x1.b81b6c5p-117, 0x1.5993c4p-148, 0x1.c820ff2p-175};
  const FloatBuilder wide = build.as(build.at.getF64Type());
  x = wide.make<arith::ExtFOp>(wide.type, x);
  Value sum, count;
  for (double part : twoOverPi) {
    Value turns = wide.mul(x, wide.constant(part / 4));
    turns = wide.sub(turns, wide.roundEven(turns));
    sum = sum ? wide.fma(turns, wide.constant(4), sum)
              : wide.mul(turns, wide.constant(4));
    // Whole turns are subtracted in each round, so that a large sum does not
    // cost a small remainder its digits.
    Value whole = wide.roundEven(sum);
    sum = wide.sub(sum, whole);
    count = count ? wide.add(count, whole) : whole;
  }
  Value rest = wide.mul(sum, wide.constant(0x1.921fb54442d18p+0));
  Value shifted = wide.add(count, wide.constant(0x1.8p52));
  return {build.make<arith::TruncFOp>(build.type, rest),
          build.make<arith::TruncIOp>(build.integers(), wide.bits(shifted))};
}

/// True if some lane exceeds the range of reduceNear(); null if there is no
/// test for all lanes at once.
Value isAnyFar(const FloatBuilder &build, Value x) {
  auto vector = dyn_cast<VectorType>(build.type);
  if (vector && (vector.getRank() != 1 || vector.isScalable()))
    return {};
  Value isFar = build.compare(arith::CmpFPredicate::OGT, build.abs(x),
                              build.constant(largestNear));
  // A masked-off lane may be undefined, and a branch must not depend on that.
  isFar = build.make<LLVM::FreezeOp>(isFar);
  if (!vector)
    return isFar;
  return build.make<vector::ReductionOp>(vector::CombiningKind::OR, isFar);
}

Reduced reduce(const FloatBuilder &build, Value x) {
  Value isFar = isAnyFar(build, x);
  if (!isFar)
    return reduceFar(build, x);
  auto yield = [&](Reduced (*reduceBy)(const FloatBuilder &, Value)) {
    return [&build, x, reduceBy](OpBuilder &inside, Location loc) {
      Reduced reduced = reduceBy(FloatBuilder(inside, loc, build.type), x);
      scf::YieldOp::create(inside, loc,
                           ValueRange{reduced.rest, reduced.quadrant});
    };
  };
  auto either = scf::IfOp::create(build.at, build.loc, isFar, yield(reduceFar),
                                  yield(reduceNear));
  return {either.getResult(0), either.getResult(1)};
}

/// The sine of the rest of a reduction.
Value nearSine(const FloatBuilder &build, Value r, Value square) {
  Value sum =
      build.polynomial(square, {-0x1.555546p-3, 0x1.11076p-7, -0x1.994eb4p-13});
  return build.fma(sum, build.mul(square, r), r);
}
Value nearCosine(const FloatBuilder &build, Value square) {
  Value sum = build.polynomial(
      square, {0x1.55554ap-5, -0x1.6c0c8cp-10, 0x1.9a025ap-16});
  Value first = build.fma(square, build.constant(-0.5), build.constant(1));
  return build.fma(sum, build.mul(square, square), first);
}

/// The sine of x + quarters * pi/2.
Value expandSine(const FloatBuilder &build, Value x, int64_t quarters) {
  auto [rest, quadrant] = reduce(build, x);
  if (quarters != 0)
    quadrant = build.make<arith::AddIOp>(quadrant, build.integer(quarters));
  Value square = build.mul(rest, rest);
  Value isOdd = build.make<arith::CmpIOp>(
      arith::CmpIPredicate::ne,
      build.make<arith::AndIOp>(quadrant, build.integer(1)), build.integer(0));
  Value size = build.select(isOdd, nearCosine(build, square),
                            nearSine(build, rest, square));
  // Bit 1 of the quadrant is the sign.
  Value sign = build.make<arith::ShLIOp>(
      build.make<arith::AndIOp>(quadrant, build.integer(2)), build.integer(30));
  return build.fromBits(build.make<arith::XOrIOp>(build.bits(size), sign));
}

//===----------------------------------------------------------------------===//
// atan, atan2
//===----------------------------------------------------------------------===//

/// The angle of (x, y), both positive: in the first quadrant.
Value angle(const FloatBuilder &build, Value y, Value x) {
  Value isSteep = build.compare(arith::CmpFPredicate::OGT, y, x);
  Value quotient =
      build.div(build.select(isSteep, x, y), build.select(isSteep, y, x));
  Value square = build.mul(quotient, quotient);
  Value sum = build.polynomial(
      square, {-0x1.55554p-2, 0x1.999276p-3, -0x1.2426f8p-3, 0x1.c0d284p-4,
               -0x1.58dc6ep-4, 0x1.dd0eb6p-5, -0x1.01af64p-5, 0x1.6a8f44p-7,
               -0x1.defe32p-10});
  Value flat = build.fma(sum, build.mul(square, quotient), quotient);
  return build.select(isSteep, build.sub(build.constant(0x1.921fb6p+0), flat),
                      flat);
}

Value expandAtan(const FloatBuilder &build, Value x) {
  return build.copySign(angle(build, build.abs(x), build.constant(1)), x);
}

Value expandAtan2(const FloatBuilder &build, Value y, Value x) {
  Value height = build.abs(y), width = build.abs(x);
  // 0 / 0 and infinity / infinity would be NaN.
  auto areBoth = [&](double value) {
    Value bound = build.constant(value);
    return build.make<arith::AndIOp>(
        build.compare(arith::CmpFPredicate::OEQ, height, bound),
        build.compare(arith::CmpFPredicate::OEQ, width, bound));
  };
  Value one = build.constant(1);
  width = build.select(areBoth(0), one, width);
  Value areInfinite = areBoth(std::numeric_limits<double>::infinity());
  height = build.select(areInfinite, one, height);
  width = build.select(areInfinite, one, width);
  Value positive = angle(build, height, width);
  // By the sign bit: -0 counts as negative.
  Value isLeft = build.compare(arith::CmpFPredicate::OLT,
                               build.copySign(one, x), build.constant(0));
  Value result = build.select(
      isLeft, build.sub(build.constant(0x1.921fb6p+1), positive), positive);
  return build.copySign(result, y);
}

Value expand(const FloatBuilder &build, Operation *op) {
  Value x = op->getOperand(0);
  if (isa<math::SinOp>(op))
    return expandSine(build, x, 0);
  if (isa<math::CosOp>(op))
    return expandSine(build, x, 1);
  if (isa<math::AtanOp>(op))
    return expandAtan(build, x);
  return expandAtan2(build, x, op->getOperand(1));
}

struct ExpandTrigonometry final
    : impl::ExpandTrigonometryBase<ExpandTrigonometry> {
  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (!isa<math::SinOp, math::CosOp, math::AtanOp, math::Atan2Op>(op) ||
          !getElementTypeOrSelf(op->getResult(0).getType()).isF32())
        return;
      OpBuilder at(op);
      const FloatBuilder build(at, op->getLoc(), op->getResult(0).getType());
      op->getResult(0).replaceAllUsesWith(expand(build, op));
      op->erase();
    });
  }
};
} // namespace
} // namespace mlirgym::lowering
