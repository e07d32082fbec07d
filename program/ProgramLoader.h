//===- program/ProgramLoader.h - From MLIR to a Program ---------*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_PROGRAMLOADER_H
#define MLIRGYM_PROGRAM_PROGRAMLOADER_H

#include "program/EntryChoice.h"
#include "program/Program.h"
#include "program/ProgramParts.h"
#include "program/files/TextError.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <string>

namespace mlirgym {

/// Elements of a constant as a file has them.
struct ConstantElements {
  llvm::StringRef bytes;
  bool areDigits = false; ///< two hexadecimal digits each
  bool areBits = false;   ///< the elements are i1, eight in a byte

  /// Writes them as an argument has them: i1 as bytes that are 0 or 1.
  /// Requires: the target has their size.
  void copyTo(llvm::MutableArrayRef<char> target) const;
};

/// Which constants of a file become arguments: each of at least `leastBytes`,
/// if all these together take more than `mostConstantBytes`. The same as in
/// python/mlirgym/importers/weights.py, so that a file of a model is the same
/// program as the model.
struct WeightLimits {
  uint64_t mostConstantBytes = uint64_t(64) << 20;
  uint64_t leastBytes = uint64_t(64) << 10;
};

/// Called with the elements of the parameters whose origin is
/// ParameterOrigin::Constant, in order; they are valid during the call.
using TakeElements = llvm::function_ref<void(
    const SourceSignature &source, llvm::ArrayRef<ConstantElements> elements)>;

/// Loads, checks and normalises payloads in this process. Use it only for
/// trusted text, generated or normalised: MLIR's parser crashes on some texts,
/// so files and other text from users must be loaded by SandboxedLoader
/// (execution/SandboxedLoader.h). Holds an MLIRContext (threading disabled):
/// creating the loader and its first load take a few milliseconds, each further
/// load less than one. Not thread safe: use one loader per thread.
class ProgramLoader {
public:
  explicit ProgramLoader(const WeightLimits &weightLimits = {});
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
  /// parser has finished. Bytecode at the beginning of a page is not copied.
  /// Errors: as loadText().
  llvm::Expected<ProgramParts> parse(
      llvm::StringRef text, llvm::StringRef origin,
      const EntryChoice &entry = {},
      llvm::function_ref<void()> onParsed = [] {},
      TakeElements takeElements = [](const auto &, auto) {});
  /// Requires: checkParts(parts) succeeds.
  static Program assemble(ProgramParts parts, llvm::StringRef name);

private:
  struct Impl;
  WeightLimits limits;
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
