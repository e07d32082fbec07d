//===- tools/ProgramArgument.h - A program by file or by name ---*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_PROGRAMARGUMENT_H
#define MLIRGYM_TOOLS_PROGRAMARGUMENT_H

#include "program/Program.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace mlirgym {
class ProgramLoader;

/// The positional PROGRAM of a command.
CLI::Option *addProgramArgument(CLI::App &app, std::string &program);

/// `nameOrFile`: a path (it ends in .mlir or .mlirbc, or has a slash), else the
/// name of a generated program. Errors: ProgramError.
llvm::Expected<std::shared_ptr<const Program>>
loadProgram(ProgramLoader &loader, llvm::StringRef nameOrFile);
/// The same for one program, with a loader of its own.
llvm::Expected<std::shared_ptr<const Program>>
loadProgram(llvm::StringRef nameOrFile);
/// Loads all, in order. Errors: ProgramError of the first that fails.
llvm::Expected<std::vector<std::shared_ptr<const Program>>>
loadPrograms(llvm::ArrayRef<std::string> namesOrFiles);
} // namespace mlirgym
#endif // MLIRGYM_TOOLS_PROGRAMARGUMENT_H
