//===- lowering/target/GivenCode.h - Code of other compilers --------------===//
#ifndef MLIRGYM_LOWERING_TARGET_GIVENCODE_H
#define MLIRGYM_LOWERING_TARGET_GIVENCODE_H

#include "lowering/target/Target.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace mlirgym {

/// The form of the code in a file.
enum class CodeForm : uint8_t {
  LlvmIr,   ///< text or bitcode
  Assembly, ///< for the processor of the target
  Binary,   ///< a relocatable object, an archive or a shared library
};

/// Code of another compiler that defines a function.
struct GivenCode {
  llvm::ArrayRef<char> bytes;
  CodeForm form;
  llvm::StringRef origin; ///< the file name in messages
  llvm::StringRef symbol; ///< the function
  /// Its parameters, all pointers; only LLVM IR shows them.
  unsigned numArguments;
};

/// A binary for `target` that defines the function: LLVM IR is compiled by the
/// back end without optimisation passes, assembly is assembled, and binaries
/// are only checked. Runs in a worker process. Errors: text with file, problem
/// and how to fix it.
llvm::Expected<llvm::SmallVector<char, 0>> toBinary(const GivenCode &code,
                                                    const Target &target);
} // namespace mlirgym
#endif // MLIRGYM_LOWERING_TARGET_GIVENCODE_H
