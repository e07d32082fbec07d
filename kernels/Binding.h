//===- kernels/Binding.h - Arrays as text -----------------------*- C++ -*-===//
#ifndef MLIRGYM_KERNELS_BINDING_H
#define MLIRGYM_KERNELS_BINDING_H

#include "program/Program.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

/// The shape and the type of an argument: "4x8xf32".
std::string typeText(const Argument &argument);

/// An array argument of a function with a kernel's interface.
struct Binding {
  Argument argument;
  /// The elements, row major; empty for an array that is only written.
  std::vector<char> bytes = {};

  /// Its first `most` elements at most, as decimal numbers with as few digits
  /// as identify each.
  std::vector<std::string> values(size_t most) const;
  /// "4x8xf32".
  std::string shapeText() const { return typeText(argument); }
};

/// Reads `[inout:]SHAPExTYPE[=VALUES|=@FILE.npy]`:
///
///     4xf32=1,2,3,4     read
///     4x8xf32=@a.npy    read, from a file
///     4x8xf32=0         read, all elements equal
///     4x8xf32           written
///     inout:4x8xf32=0   read and written
///
/// Values are separated by commas, spaces or brackets. Errors: ExecutionError
/// with the text, what is wrong and how to fix it; as readNumpyFile().
llvm::Expected<Binding> parseBinding(llvm::StringRef text);

} // namespace mlirgym
#endif // MLIRGYM_KERNELS_BINDING_H
