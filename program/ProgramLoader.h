//===- program/ProgramLoader.h - From MLIR to a Program ---------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_PROGRAMLOADER_H
#define MLIRGYM_PROGRAM_PROGRAMLOADER_H

#include "program/EntryChoice.h"
#include "program/Program.h"
#include "program/ProgramParts.h"
#include "program/files/TextError.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace mlirgym {

/// Loads, checks and normalises payloads in this process. Use it only for
/// trusted text, generated or normalised: MLIR's parser crashes on some texts,
/// so files and other text from users must be loaded by SandboxedLoader
/// (execution/SandboxedLoader.h). Holds an MLIRContext (threading disabled):
/// creating the loader and its first load take a few milliseconds, each further
/// load less than one. Not thread safe: use one loader per thread.
class ProgramLoader {
public:
  ProgramLoader();
  ~ProgramLoader();
  ProgramLoader(ProgramLoader &&) noexcept;
  ProgramLoader &operator=(ProgramLoader &&) noexcept;

  /// Parses `text`, MLIR as text or bytecode. `name` is the program's name,
  /// `origin` the file name in messages. Errors: ProgramError with file, line,
  /// problem and how to fix it.
  llvm::Expected<Program> loadText(llvm::StringRef text, llvm::StringRef name,
                                   llvm::StringRef origin = "<text>",
                                   const EntryChoice &entry = {});
  /// The program that `name` denotes: see generateProgram().
  llvm::Expected<Program> loadGenerated(llvm::StringRef name);

  /// The parts of a program, for assemble(); `onParsed` is called after MLIR's
  /// parser has finished. Errors: as loadText().
  llvm::Expected<ProgramParts> parse(
      llvm::StringRef text, llvm::StringRef origin,
      const EntryChoice &entry = {},
      llvm::function_ref<void()> onParsed = [] {});
  /// Requires: checkParts(parts) succeeds.
  static Program assemble(ProgramParts parts, llvm::StringRef name);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// A payload that cannot be used: file, line, problem and how to fix it.
class ProgramError : public TextError<ProgramError> {
public:
  explicit ProgramError(std::string message) : TextError(std::move(message)) {}
  static inline char ID = 0;
};
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PROGRAMLOADER_H
