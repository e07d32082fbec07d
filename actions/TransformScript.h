//===- actions/TransformScript.h - Transform dialect as text ----*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_TRANSFORMSCRIPT_H
#define MLIRGYM_ACTIONS_TRANSFORMSCRIPT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlirgym {

/// Writes a transform-dialect module line by line. Text rather than MLIR
/// operations, so that agents and environments link no MLIR and the library
/// applies the very script that it exports. All handles are
/// !transform.any_op.
class TransformScript {
public:
  /// An SSA name of the script: "%3".
  using Handle = std::string;

  /// Matches the operations whose attribute `mlirgym.op` is `tag`.
  Handle match(llvm::StringRef tag);
  /// `%r:results = text : (operand types) -> (result types)`, all of them
  /// any_op; `operands` is their number. Returns the first result.
  Handle apply(llvm::StringRef text, unsigned operands, unsigned results);
  /// Result `i` of the operation with several results that returned `first`.
  static Handle resultOf(llvm::StringRef first, unsigned i);
  /// Appends a line.
  void line(llvm::StringRef text);
  /// Sets the string attribute `name` of `op` to `value`.
  void annotate(llvm::StringRef op, llvm::StringRef name,
                llvm::StringRef value);
  /// Sets the attribute `name` of `op` to `attribute`, in MLIR's syntax.
  void setAttribute(llvm::StringRef op, llvm::StringRef name,
                    llvm::StringRef attribute);
  /// Sets the unit attribute `name` of `op`.
  void mark(llvm::StringRef op, llvm::StringRef name);
  /// Erases operations whose results are unused, and merges equal ones.
  void removeDeadAndEqual();
  /// A new SSA name.
  Handle newName();

  /// The whole module.
  std::string finish() const;

private:
  std::string body;
  unsigned nextName = 0;
};

/// "[4, 0, 16]".
std::string listText(llvm::ArrayRef<int64_t> values);
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_TRANSFORMSCRIPT_H
