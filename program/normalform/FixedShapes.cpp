#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Location.h"
#include "program/Limits.h"
#include "program/Try.h"
#include "program/normalform/Normalize.h"
#include "program/payload/PayloadError.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>

namespace mlirgym {
namespace {

/// The name of an argument in the text from which it was parsed, without `%`;
/// "" if it has none, as in bytecode.
llvm::StringRef nameOf(mlir::BlockArgument argument, llvm::StringRef text) {
  const mlir::Location loc = argument.getLoc();
  if (auto named = llvm::dyn_cast<mlir::NameLoc>(loc))
    return named.getName().getValue();
  auto place = llvm::dyn_cast<mlir::FileLineColLoc>(loc);
  if (!place)
    return "";
  for (unsigned line = 1; line < place.getLine(); ++line)
    text = text.split('\n').second;
  text = text.substr(place.getColumn() - 1);
  if (!text.consume_front("%"))
    return "";
  return text.take_while([](char character) {
    return llvm::isAlnum(character) ||
           llvm::StringRef("_$.-").contains(character);
  });
}

/// The shape "4x128"; nullopt if it is none.
std::optional<llvm::SmallVector<int64_t>> parseShape(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, 'x');
  llvm::SmallVector<int64_t> shape(parts.size());
  for (auto [part, extent] : llvm::zip(parts, shape))
    if (part.getAsInteger(10, extent) || extent < 1 || extent > maxElements)
      return std::nullopt;
  return shape;
}

std::string print(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// The number of an argument; nullopt if there is none of the name.
std::optional<unsigned> numberOf(mlir::func::FuncOp entry, llvm::StringRef name,
                                 llvm::StringRef text) {
  name.consume_front("%");
  for (mlir::BlockArgument argument : entry.getArguments())
    if (!name.empty() && nameOf(argument, text) == name)
      return argument.getArgNumber();
  unsigned number = 0;
  name.consume_front("arg");
  if (name.getAsInteger(10, number) || number >= entry.getNumArguments())
    return std::nullopt;
  return number;
}

/// Gives an argument its type. Operations see the previous type, by a cast that
/// folds into them; those of TOSA infer their types from their operands.
void setType(mlir::BlockArgument argument, mlir::ShapedType type) {
  const mlir::Type before = argument.getType();
  argument.setType(type);
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockBegin(argument.getOwner());
  mlir::Operation *cast =
      llvm::isa<mlir::TensorType>(type)
          ? mlir::tensor::CastOp::create(builder, argument.getLoc(), before,
                                         argument)
                .getOperation()
          : mlir::memref::CastOp::create(builder, argument.getLoc(), before,
                                         argument)
                .getOperation();
  argument.replaceUsesWithIf(cast->getResult(0), [&](mlir::OpOperand &use) {
    return use.getOwner() != cast &&
           !llvm::isa<mlir::tosa::TosaDialect>(use.getOwner()->getDialect());
  });
  if (cast->use_empty())
    cast->erase();
}

/// Applies one "arg0=4x128".
llvm::Error fixShape(mlir::func::FuncOp entry, llvm::StringRef given,
                     llvm::StringRef text) {
  auto [name, extents] = given.rsplit('=');
  auto shape = parseShape(extents);
  if (name.empty() || !shape)
    return payloadError(entry, "shape '" + given +
                                   "' is not one; write an argument and its "
                                   "extents, as in arg0=4x128");
  auto number = numberOf(entry, name, text);
  if (!number) {
    auto names = llvm::map_range(
        entry.getArguments(), [&](mlir::BlockArgument argument) {
          llvm::StringRef own = nameOf(argument, text);
          return own.empty() ? "arg" + std::to_string(argument.getArgNumber())
                             : own.str();
        });
    return payloadError(entry, "shape '" + given + "': no argument " + name +
                                   "; the arguments are " +
                                   llvm::join(names, ", "));
  }
  mlir::BlockArgument argument = entry.getArgument(*number);
  auto type = llvm::dyn_cast<mlir::ShapedType>(argument.getType());
  const bool fits =
      type && type.hasRank() && type.getRank() == int64_t(shape->size()) &&
      llvm::all_of(llvm::zip(type.getShape(), *shape), [](auto extent) {
        auto [before, now] = extent;
        return mlir::ShapedType::isDynamic(before) || before == now;
      });
  if (!fits)
    return payloadError(entry, "shape '" + given + "' does not fit argument " +
                                   llvm::Twine(*number) + ", which is " +
                                   print(argument.getType()) +
                                   "; give a number for each dimension, and "
                                   "another one only for each '?'");
  if (!type.hasStaticShape())
    setType(argument, type.clone(*shape));
  return llvm::Error::success();
}

} // namespace

llvm::Error fixShapes(mlir::func::FuncOp entry,
                      llvm::ArrayRef<std::string> shapes,
                      llvm::StringRef text) {
  // The signature needs a body of one block, which is checked later.
  for (const std::string &shape : shapes)
    MLIRGYM_TRY_TO(fixShape(entry, shape, text));
  entry.setFunctionType(mlir::FunctionType::get(
      entry.getContext(), entry.getBody().getArgumentTypes(),
      entry.getResultTypes()));
  return llvm::Error::success();
}

} // namespace mlirgym
