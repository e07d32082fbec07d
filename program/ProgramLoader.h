//===- program/ProgramLoader.h - From .mlir to a Program --------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_PROGRAMLOADER_H
#define MLIRGYM_PROGRAM_PROGRAMLOADER_H

#include "program/Program.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace mlirgym {

/// Loads, checks and normalises payloads. Holds one warm MLIRContext (threading
/// disabled): making the loader and its first load cost a few milliseconds,
/// each further load under one. Not thread safe: one loader a thread.
class ProgramLoader {
public:
  ProgramLoader();
  ~ProgramLoader();
  ProgramLoader(ProgramLoader &&) noexcept;
  ProgramLoader &operator=(ProgramLoader &&) noexcept;

  /// Reads `.mlir` or `.mlirbc`; the name is the file's stem. Errors:
  /// ProgramError with file, line, what is wrong and how to mend it.
  llvm::Expected<Program> loadFile(llvm::StringRef path);

  /// Parses `text`; `name` names the program, `origin` stands for the file in
  /// messages. Errors: as loadFile().
  llvm::Expected<Program> loadText(llvm::StringRef text, llvm::StringRef name,
                                   llvm::StringRef origin = "<text>");

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// A payload that cannot be used: where, what and how to mend it.
class ProgramError : public llvm::ErrorInfo<ProgramError> {
public:
  static char ID;
  explicit ProgramError(std::string message) : text(std::move(message)) {}
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string text;
};
} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PROGRAMLOADER_H
