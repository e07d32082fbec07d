//===- lowering/module/ModuleReader.h - IR of other tools -----------------===//
#ifndef MLIRGYM_LOWERING_MODULE_MODULEREADER_H
#define MLIRGYM_LOWERING_MODULE_MODULEREADER_H

#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// A module, and the program that it claims to implement.
struct ModuleText {
  llvm::StringRef text;    ///< MLIR as text or bytecode
  llvm::StringRef origin;  ///< the file name in messages
  llvm::StringRef program; ///< its name in messages
  llvm::ArrayRef<Argument> arguments;
  const SourceSignature &source;
  /// The function that replaces a kernel of the program, which has the
  /// arguments above; "": the module implements the program.
  llvm::StringRef kernel = {};
};

/// Reads IR that other tools have transformed, in any mixture of the dialects
/// that the lowering accepts, and gives it the entry function of the program:
/// `@payload` on memrefs, or its C interface if the entry is an llvm.func. A
/// kernel keeps its name and gets bare pointers. Runs in a worker process,
/// since MLIR's parser crashes on some texts. Not thread safe.
class ModuleReader {
public:
  ModuleReader();
  ~ModuleReader();

  struct Module {
    std::string text;
    /// Hash of the module, computed like that of a program: see hashPayload().
    ProgramKey key;
    /// For a kernel: the transform script of the module, "" for none, and the
    /// tags of its operations.
    std::string script;
    std::vector<std::string> tags;
  };
  /// `onParsed` is called after MLIR's parser has finished. Errors:
  /// ProgramError with file, line, problem and how to fix it.
  llvm::Expected<Module> read(const ModuleText &module,
                              llvm::function_ref<void()> onParsed);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_LOWERING_MODULE_MODULEREADER_H
