#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "program/normalform/Normalize.h"
#include "program/payload/PayloadError.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

using Resource = mlir::DenseResourceElementsAttr;

/// The problem of a resource; "" if there is none.
static std::string complaint(Resource resource) {
  const mlir::AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  const std::string name =
      ("dense_resource '" + resource.getRawHandle().getKey() + "'").str();
  if (!blob)
    return name + " has no data; export the program with its constants, not "
                  "elided, or make them arguments";
  auto type = resource.getType();
  bool isSplat = false;
  if (!type.hasStaticShape() || !type.getElementType().isIntOrFloat() ||
      !mlir::DenseElementsAttr::isValidRawBuffer(type, blob->getData(),
                                                 isSplat))
    return name + " of " + std::to_string(blob->getData().size()) +
           " bytes does not fit its type; export the program again";
  return "";
}

llvm::Error inlineResources(mlir::func::FuncOp entry) {
  std::string wrong;
  mlir::AttrTypeReplacer replacer;
  replacer.addReplacement([&](Resource resource) -> mlir::Attribute {
    if (wrong.empty())
      wrong = complaint(resource);
    if (!wrong.empty())
      return resource;
    return mlir::DenseElementsAttr::getFromRawBuffer(
        resource.getType(), resource.getRawHandle().getBlob()->getData());
  });
  mlir::Operation *bad = nullptr;
  entry.walk([&](mlir::Operation *op) {
    replacer.replaceElementsIn(op);
    if (!wrong.empty())
      bad = op;
    return bad ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  return bad ? payloadError(bad, wrong) : llvm::Error::success();
}

} // namespace mlirgym
