//===- lowering/math/FloatBuilder.h - Arithmetic on floats ----------------===//
#ifndef MLIRGYM_LOWERING_MATH_FLOATBUILDER_H
#define MLIRGYM_LOWERING_MATH_FLOATBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

namespace mlirgym::lowering {

/// Creates arithmetic on values of one floating-point type, scalars or vectors,
/// without fast-math flags, so that the operations round as written.
class FloatBuilder {
public:
  using Value = mlir::Value;
  using Predicate = mlir::arith::CmpFPredicate;

  FloatBuilder(mlir::OpBuilder &builder, mlir::Location location,
               mlir::Type type)
      : at(builder), loc(location), type(type) {}

  /// A builder for the same shape with another element type.
  FloatBuilder as(mlir::Type element) const {
    return {at, loc, shapeOf(element)};
  }
  mlir::Type shapeOf(mlir::Type element) const {
    if (auto vector = mlir::dyn_cast<mlir::VectorType>(type))
      return vector.cloneWith(std::nullopt, element);
    return element;
  }
  /// The integer type of the same width and shape.
  mlir::Type integers() const {
    return shapeOf(at.getIntegerType(
        mlir::getElementTypeOrSelf(type).getIntOrFloatBitWidth()));
  }

  Value constant(double value) const {
    return splat(type,
                 at.getFloatAttr(mlir::getElementTypeOrSelf(type), value));
  }
  Value integer(int64_t value) const {
    mlir::Type of = integers();
    return splat(of, at.getIntegerAttr(mlir::getElementTypeOrSelf(of), value));
  }

  Value add(Value a, Value b) const { return make<mlir::arith::AddFOp>(a, b); }
  Value sub(Value a, Value b) const { return make<mlir::arith::SubFOp>(a, b); }
  Value mul(Value a, Value b) const { return make<mlir::arith::MulFOp>(a, b); }
  Value div(Value a, Value b) const { return make<mlir::arith::DivFOp>(a, b); }
  Value fma(Value a, Value b, Value c) const {
    return make<mlir::math::FmaOp>(a, b, c);
  }
  Value abs(Value a) const { return make<mlir::math::AbsFOp>(a); }
  Value roundEven(Value a) const { return make<mlir::math::RoundEvenOp>(a); }
  Value copySign(Value size, Value sign) const {
    return make<mlir::math::CopySignOp>(size, sign);
  }
  Value compare(Predicate predicate, Value a, Value b) const {
    return make<mlir::arith::CmpFOp>(predicate, a, b);
  }
  Value select(Value condition, Value a, Value b) const {
    return make<mlir::arith::SelectOp>(condition, a, b);
  }
  /// c[0] + c[1] x + c[2] x^2 + ...
  Value polynomial(Value x, llvm::ArrayRef<double> coefficients) const {
    Value sum = constant(coefficients.back());
    for (double coefficient : llvm::reverse(coefficients.drop_back()))
      sum = fma(sum, x, constant(coefficient));
    return sum;
  }

  Value bits(Value a) const {
    return make<mlir::arith::BitcastOp>(integers(), a);
  }
  Value fromBits(Value a) const {
    return make<mlir::arith::BitcastOp>(type, a);
  }

  /// Creates an op with one result.
  template <typename Op, typename... Operands>
  Value make(Operands &&...operands) const {
    return Op::create(at, loc, std::forward<Operands>(operands)...)
        ->getResult(0);
  }

  mlir::OpBuilder &at;
  mlir::Location loc;
  mlir::Type type;

private:
  Value splat(mlir::Type of, mlir::TypedAttr value) const {
    if (auto vector = mlir::dyn_cast<mlir::VectorType>(of))
      value = mlir::DenseElementsAttr::get(vector, value);
    return make<mlir::arith::ConstantOp>(value);
  }
};
} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_MATH_FLOATBUILDER_H
