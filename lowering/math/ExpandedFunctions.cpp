#include "lowering/math/ExpandedFunctions.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace mlirgym::lowering {

bool isExpanded(StringRef name) {
  static const llvm::StringSet<> names = {
      math::AtanOp::getOperationName(), math::Atan2Op::getOperationName(),
      math::TanhOp::getOperationName(), math::LogOp::getOperationName(),
      math::Log2Op::getOperationName(), math::Log1pOp::getOperationName(),
      math::ErfOp::getOperationName(),  math::ErfcOp::getOperationName(),
      math::AsinOp::getOperationName(), math::AcosOp::getOperationName(),
      math::ExpOp::getOperationName(),  math::ExpM1Op::getOperationName(),
      math::CbrtOp::getOperationName(), math::SinOp::getOperationName(),
      math::CosOp::getOperationName()};
  return names.contains(name);
}

bool isApproximated(StringRef name) {
  static const llvm::StringSet<> ours = {
      math::AtanOp::getOperationName(), math::Atan2Op::getOperationName(),
      math::CbrtOp::getOperationName(), math::SinOp::getOperationName(),
      math::CosOp::getOperationName(),  math::ExpOp::getOperationName()};
  return isExpanded(name) && !ours.contains(name);
}

} // namespace mlirgym::lowering
