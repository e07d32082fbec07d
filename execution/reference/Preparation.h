//===- execution/reference/Preparation.h - Inputs and outputs ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_REFERENCE_PREPARATION_H
#define MLIRGYM_EXECUTION_REFERENCE_PREPARATION_H

#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym::reference {

/// Inputs for the kernels of a program, and the expected outputs.
struct Prepared {
  enum class Outcome : uint8_t {
    Done,
    /// The evaluator does not support an operation, or would take too long.
    Unknown,
    /// None of the inputs tried distinguishes a correct kernel from a wrong
    /// one.
    Unusable
  };
  Outcome outcome = Outcome::Done;
  /// The reason, unless Done; if Done, the property that no inputs reveal, or
  /// "".
  std::string message;
  worker::LoadProgramMessage program;
  worker::MemoryFile inputs, reference; ///< valid if Done
};

/// Draws inputs (Draw.h), evaluates the program (Evaluator.h) and computes
/// tolerances (Tolerance.h), for two sets of inputs, and for a third one of few
/// integers if rounding could hide defects. Inputs that make an output
/// meaningless are drawn again. Where a branch is never taken (Decisions.h), or
/// an output is the same for all inputs, numbers are planted (Planting.h).
/// Errors: ExecutionError (no memory).
llvm::Expected<Prepared> prepare(llvm::StringRef programText,
                                 llvm::StringRef entry,
                                 llvm::ArrayRef<Argument> arguments,
                                 uint64_t seed,
                                 llvm::function_ref<void()> progress);
} // namespace mlirgym::reference
#endif // MLIRGYM_EXECUTION_REFERENCE_PREPARATION_H
