#include "program/payload/PayloadError.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "program/ProgramLoader.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <string>
#include <utility>

namespace mlirgym {

std::string describePlace(mlir::Location location) {
  mlir::FileLineColLoc found;
  location->walk([&](mlir::Location inner) {
    found = llvm::dyn_cast<mlir::FileLineColLoc>(inner);
    return found ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  if (!found)
    return "";
  std::string place = found.getFilename().str();
  if (found.getLine() == 0)
    return place;
  return place + ":" + std::to_string(found.getLine()) + ":" +
         std::to_string(found.getColumn());
}

llvm::Error payloadError(mlir::Operation *op, const llvm::Twine &message) {
  std::string place;
  for (; op && place.empty(); op = op->getParentOp())
    place = describePlace(op->getLoc());
  if (!place.empty())
    place += ": ";
  return llvm::make_error<ProgramError>((place + message).str());
}

llvm::Error withFile(llvm::StringRef origin, llvm::Error error) {
  std::string text = llvm::toString(std::move(error));
  if (!llvm::StringRef(text).starts_with(origin))
    text = (origin + ": " + text).str();
  return llvm::make_error<ProgramError>(std::move(text));
}

} // namespace mlirgym
