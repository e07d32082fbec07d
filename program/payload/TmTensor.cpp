#include "program/payload/TmTensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Support/TypeID.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"
#include "llvm/Support/SMLoc.h"

namespace mlirgym {

using mlir::ParseResult;
using Operands = llvm::SmallVector<mlir::OpAsmParser::UnresolvedOperand>;
using Types = llvm::SmallVector<mlir::Type>;

namespace {
/// Functions that consist of its operations are helpers like any other.
struct TmTensorInliner : mlir::DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(mlir::Operation *, mlir::Region *, bool,
                       mlir::IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(mlir::Region *, mlir::Region *, bool,
                       mlir::IRMapping &) const final {
    return true;
  }
};
} // namespace

TmTensorDialect::TmTensorDialect(mlir::MLIRContext *context)
    : Dialect(getDialectNamespace(), context,
              mlir::TypeID::get<TmTensorDialect>()) {
  addOperations<TmSortOp, TmScanOp, TmScatterOp, TmYieldOp>();
  addInterfaces<TmTensorInliner>();
}

/// `%a, %b : type, type`
static ParseResult parseTyped(mlir::OpAsmParser &parser, Operands &operands,
                              Types &types) {
  return mlir::failure(parser.parseOperandList(operands) ||
                       parser.parseColonTypeList(types));
}

/// `word(%a, %b : type, type)`, if the word follows.
static ParseResult parseClause(mlir::OpAsmParser &parser, llvm::StringRef word,
                               mlir::OperationState &state) {
  if (parser.parseOptionalKeyword(word))
    return mlir::success();
  Operands operands;
  Types types;
  llvm::SMLoc place = parser.getCurrentLocation();
  return mlir::failure(
      parser.parseLParen() || parseTyped(parser, operands, types) ||
      parser.parseRParen() ||
      parser.resolveOperands(operands, types, place, state.operands));
}

ParseResult parseTmTensor(mlir::OpAsmParser &parser,
                          mlir::OperationState &state) {
  if (parser.parseOptionalAttrDict(state.attributes))
    return mlir::failure();
  for (llvm::StringRef word : {"dimension", "inclusive", "unique_indices"}) {
    mlir::Attribute value;
    if (!parser.parseOptionalKeyword(word) &&
        (parser.parseLParen() || parser.parseAttribute(value) ||
         parser.parseRParen()))
      return mlir::failure();
    if (value)
      state.addAttribute(word, value);
  }
  if (parseClause(parser, "ins", state) || parseClause(parser, "outs", state) ||
      parser.parseRegion(*state.addRegion()))
    return mlir::failure();
  Types results;
  if (!parser.parseOptionalArrow() && parser.parseTypeList(results))
    return mlir::failure();
  state.addTypes(results);
  return mlir::success();
}

ParseResult TmYieldOp::parse(mlir::OpAsmParser &parser,
                             mlir::OperationState &state) {
  Operands operands;
  Types types;
  llvm::SMLoc place = parser.getCurrentLocation();
  return mlir::failure(
      parseTyped(parser, operands, types) ||
      parser.resolveOperands(operands, types, place, state.operands));
}

} // namespace mlirgym
