#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "program/normalform/Normalize.h"
#include "program/payload/PayloadError.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <utility>

namespace mlirgym {
namespace {

namespace arith = mlir::arith;

bool isSmallFloat(mlir::Type type) {
  return llvm::isa<mlir::Float8E4M3FNType, mlir::Float8E5M2Type>(
      mlir::getElementTypeOrSelf(type));
}

bool hasSmallFloat(mlir::Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isSmallFloat) ||
         llvm::any_of(op->getResultTypes(), isSmallFloat);
}

/// The same type with i8 as element; others are unchanged.
mlir::Type asBytes(mlir::Type type) {
  if (!isSmallFloat(type))
    return type;
  auto byte = mlir::IntegerType::get(type.getContext(), 8);
  auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
  return shaped ? shaped.clone(byte) : mlir::Type(byte);
}

mlir::TypedAttr bytesOf(mlir::TypedAttr value) {
  const mlir::Type type = asBytes(value.getType());
  if (auto number = llvm::dyn_cast<mlir::FloatAttr>(value))
    return mlir::IntegerAttr::get(type, number.getValue().bitcastToAPInt());
  auto shaped = llvm::cast<mlir::ShapedType>(type);
  if (auto resource = llvm::dyn_cast<mlir::DenseResourceElementsAttr>(value))
    return mlir::DenseResourceElementsAttr::get(shaped,
                                                resource.getRawHandle());
  return llvm::cast<mlir::DenseElementsAttr>(value).bitcast(
      shaped.getElementType());
}

/// True for what only moves elements, and for their extension.
bool isAllowed(mlir::Operation *op) {
  return llvm::isa<arith::ExtFOp, arith::ConstantOp, arith::SelectOp,
                   arith::BitcastOp>(op) ||
         !llvm::isa<arith::ArithDialect, mlir::math::MathDialect>(
             op->getDialect());
}

/// The f32 of a byte with these numbers of bits after the sign.
mlir::Value extend(mlir::ImplicitLocOpBuilder &b, mlir::Value byte,
                   bool isE4M3) {
  const unsigned mantissa = isE4M3 ? 3 : 2;
  const int bias = isE4M3 ? 7 : 15;
  const unsigned up = 23 - mantissa;
  auto integer = [&](int64_t value) {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(int32_t(value)));
  };
  auto asFloat = [&](mlir::Value bits) {
    return arith::BitcastOp::create(b, b.getF32Type(), bits);
  };
  mlir::Value bits = arith::ExtUIOp::create(b, b.getI32Type(), byte);
  mlir::Value size = arith::AndIOp::create(b, bits, integer(0x7f));
  mlir::Value moved = arith::ShLIOp::create(b, size, integer(up));
  mlir::Value normal =
      arith::AddIOp::create(b, moved, integer(int64_t(127 - bias) << 23));
  // Subnormal numbers have no leading 1. Processors that flush those of f32
  // must not see them.
  auto unit =
      llvm::APFloat(llvm::scalbn(llvm::APFloat(1.0f), 1 - bias - int(mantissa),
                                 llvm::APFloat::rmNearestTiesToEven));
  mlir::Value count = arith::UIToFPOp::create(b, b.getF32Type(), size);
  mlir::Value subnormal = arith::BitcastOp::create(
      b, b.getI32Type(),
      arith::MulFOp::create(
          b, count,
          arith::ConstantOp::create(b, b.getFloatAttr(b.getF32Type(), unit))));
  mlir::Value isSubnormal = arith::CmpIOp::create(
      b, arith::CmpIPredicate::ult, size, integer(int64_t(1) << mantissa));
  mlir::Value result =
      arith::SelectOp::create(b, isSubnormal, subnormal, normal);
  // E4M3FN has one NaN and no infinity; E5M2 has both as f32 has.
  mlir::Value isSpecial = arith::CmpIOp::create(
      b, arith::CmpIPredicate::uge, size, integer(isE4M3 ? 0x7f : 0x7c));
  mlir::Value special = arith::OrIOp::create(b, moved, integer(0x7f800000));
  result = arith::SelectOp::create(b, isSpecial, special, result);
  mlir::Value sign = arith::ShLIOp::create(
      b, arith::AndIOp::create(b, bits, integer(0x80)), integer(24));
  return asFloat(arith::OrIOp::create(b, result, sign));
}

/// Replaces the extension of a value whose type was `isE4M3 ? f8E4M3FN :
/// f8E5M2` and is i8 now.
void replaceExtension(arith::ExtFOp op, bool isE4M3) {
  mlir::ImplicitLocOpBuilder b(op.getLoc(), op);
  mlir::Value value = extend(b, op.getIn(), isE4M3);
  mlir::Type type = op.getType();
  // All f8 are f16 and bf16, too.
  if (type.getIntOrFloatBitWidth() > 32)
    value = arith::ExtFOp::create(b, type, value);
  else if (type.getIntOrFloatBitWidth() < 32)
    value = arith::TruncFOp::create(b, type, value);
  op.replaceAllUsesWith(value);
  op.erase();
}
} // namespace

llvm::Error storeSmallFloatsAsBytes(mlir::func::FuncOp entry) {
  bool any = llvm::any_of(entry.getArgumentTypes(), isSmallFloat);
  entry.walk([&](mlir::Operation *op) { any |= hasSmallFloat(op); });
  if (!any)
    return llvm::Error::success();
  writeOutBodies(entry, hasSmallFloat);
  mlir::Operation *arithmetic = nullptr;
  entry.walk([&](mlir::Operation *op) {
    if (!arithmetic && hasSmallFloat(op) && !isAllowed(op))
      arithmetic = op;
  });
  if (arithmetic)
    return payloadError(
        arithmetic,
        arithmetic->getName().getStringRef() +
            " of f8; elements of f8 are stored only: extend them by "
            "arith.extf, and return f32, f16 or bf16");

  llvm::SmallVector<std::pair<arith::ExtFOp, bool>> extensions;
  entry.walk([&](arith::ExtFOp op) {
    if (isSmallFloat(op.getIn().getType()))
      extensions.emplace_back(
          op, llvm::isa<mlir::Float8E4M3FNType>(op.getIn().getType()));
  });
  replaceTypes(entry, asBytes, bytesOf);
  for (auto [op, isE4M3] : extensions)
    replaceExtension(op, isE4M3);
  // A cast between a byte and a byte is none.
  entry.walk([](arith::BitcastOp op) {
    if (op.getIn().getType() == op.getType()) {
      op.replaceAllUsesWith(op.getIn());
      op.erase();
    }
  });
  return llvm::Error::success();
}

} // namespace mlirgym
