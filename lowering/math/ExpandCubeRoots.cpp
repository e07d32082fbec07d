//===- lowering/math/ExpandCubeRoots.cpp ----------------------------------===//
//
// Dividing the bit pattern of a number, read as an integer, by three gives a
// number close to its cube root; one step of Halley's method and one of
// Newton's follow.
//
//===----------------------------------------------------------------------===//
#include "lowering/math/FloatBuilder.h"
#include "lowering/math/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <limits>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_EXPANDCUBEROOTS
#include "lowering/math/Passes.h.inc"

namespace {

/// The cube root of x. Requires: x and 3 x are normal numbers.
Value positiveRoot(const FloatBuilder &build, Value x) {
  // 2/3 of the bits of 1, minus the constant that minimises the largest error.
  constexpr double offset = (127 * 2.0 / 3 - 0.0331) * 0x1p23;
  Value bits = build.make<arith::SIToFPOp>(build.type, build.bits(x));
  bits = build.fma(bits, build.constant(1.0 / 3), build.constant(offset));
  Value y = build.fromBits(build.make<arith::FPToSIOp>(build.integers(), bits));
  auto cube = [&] { return build.mul(build.mul(y, y), y); };
  Value c = cube();
  y = build.mul(y, build.div(build.fma(x, build.constant(2), c),
                             build.fma(c, build.constant(2), x)));
  Value error =
      build.div(build.sub(x, cube()), build.mul(x, build.constant(3)));
  return build.fma(y, error, y);
}

Value expandCubeRoot(const FloatBuilder &build, Value x) {
  Value size = build.abs(x), scaled = size, factor = build.constant(1);
  auto scale = [&](FloatBuilder::Predicate predicate, double bound, double by,
                   double root) {
    Value isBeyond = build.compare(predicate, size, build.constant(bound));
    scaled =
        build.select(isBeyond, build.mul(size, build.constant(by)), scaled);
    factor = build.select(isBeyond, build.constant(root), factor);
  };
  scale(arith::CmpFPredicate::OLT, 0x1p-100, 0x1p48, 0x1p-16);
  scale(arith::CmpFPredicate::OGT, 0x1p100, 0x1p-48, 0x1p16);
  Value root = build.mul(positiveRoot(build, scaled), factor);
  // 0, infinity and NaN are their own cube roots.
  Value isOwn =
      build.compare(arith::CmpFPredicate::UEQ, size, build.constant(0));
  Value isInfinite =
      build.compare(arith::CmpFPredicate::OEQ, size,
                    build.constant(std::numeric_limits<double>::infinity()));
  isOwn = build.make<arith::OrIOp>(isOwn, isInfinite);
  return build.select(isOwn, x, build.copySign(root, x));
}

struct ExpandCubeRoots final : impl::ExpandCubeRootsBase<ExpandCubeRoots> {
  void runOnOperation() override {
    getOperation().walk([](math::CbrtOp op) {
      if (!getElementTypeOrSelf(op.getType()).isF32())
        return;
      OpBuilder at(op);
      const FloatBuilder build(at, op.getLoc(), op.getType());
      op.getResult().replaceAllUsesWith(expandCubeRoot(build, op.getOperand()));
      op.erase();
    });
  }
};
} // namespace
} // namespace mlirgym::lowering
