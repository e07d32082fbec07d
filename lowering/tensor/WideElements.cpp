#include "lowering/tensor/WideElements.h"
#include "lowering/target/VectorUnit.h"
#include "lowering/tensor/ShortProducts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {

/// The type in which elements that `conversion` reads are kept; null if they
/// remain as they are.
static Type wideType(Operation *conversion, linalg::LinalgOp reader,
                     const DotInstructions &dots) {
  if (!isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp, arith::SIToFPOp,
           arith::UIToFPOp>(conversion))
    return {};
  const Type from = conversion->getOperand(0).getType();
  const Type to = conversion->getResult(0).getType();
  const int64_t length = groupOf(from, to, dots);
  if (to.isF32())
    return from.getIntOrFloatBitWidth() <= 16 && length == 0 ? to : Type();
  // Pairs of i16 are multiplied.
  return length == 2 && from.isInteger(8) && extensionsOf(reader)
             ? IntegerType::get(to.getContext(), 16)
             : Type();
}

std::optional<WideElements> WideElements::of(ArrayRef<OpOperand *> readers,
                                             const DotInstructions &dots) {
  std::optional<WideElements> elements;
  for (OpOperand *operand : readers) {
    auto op = cast<linalg::LinalgOp>(operand->getOwner());
    for (Operation *user : op.getMatchingBlockArgument(operand).getUsers()) {
      const Type wide = wideType(user, op, dots);
      if (!wide || (elements && (elements->conversion != user->getName() ||
                                 elements->wide != wide)))
        return std::nullopt;
      elements = WideElements(user->getName(), wide);
    }
  }
  return elements;
}

Value WideElements::convert(OpBuilder &at, Value narrow) const {
  Type type = wide;
  if (auto vector = dyn_cast<VectorType>(narrow.getType()))
    type = vector.clone(wide);
  return at.create(narrow.getLoc(), conversion.getIdentifier(), narrow, type)
      ->getResult(0);
}

void WideElements::readBy(RewriterBase &rewriter, OpOperand &reader) const {
  auto op = cast<linalg::GenericOp>(reader.getOwner());
  BlockArgument element = op.getMatchingBlockArgument(&reader);
  element.setType(wide);
  for (Operation *user : llvm::make_early_inc_range(element.getUsers())) {
    const Type to = user->getResult(0).getType();
    if (to == wide) {
      rewriter.replaceOp(user, element);
      continue;
    }
    rewriter.setInsertionPoint(user);
    rewriter.replaceOpWithNewOp<arith::ExtSIOp>(user, to, element);
  }
}

} // namespace mlirgym::lowering
