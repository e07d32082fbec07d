//===- execution/CodeSubstitution.h - Replacement of kernels ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_CODESUBSTITUTION_H
#define MLIRGYM_EXECUTION_CODESUBSTITUTION_H

#include "actions/Schedule.h"
#include "program/Program.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>

namespace mlirgym {
class StopCheck; // outcome/StopCheck.h
namespace worker {
struct CompiledKernel; // execution/worker/CompileWorker.h
} // namespace worker

/// Replacement code for parts of programs, which an Execution compiles,
/// verifies, times and stores in place of their own code. It is an interface
/// because the room kernels/, which knows the parts, builds on this room.
/// Thread safe.
class CodeSubstitution {
public:
  virtual ~CodeSubstitution() = default;

  /// A hash of everything that is substituted in this program (contents of
  /// files, commands), which is part of every key; "" if nothing is
  /// substituted.
  virtual std::string keyOf(const Program &program) const = 0;
  /// The object code of the scheduled program with the replacement code: a
  /// relocatable object with `_mlir_ciface_<entry>`, or an archive of such
  /// objects. nullopt if the replacement is the same as the program's own code.
  /// Errors: a file that cannot be used, ActionError, ExecutionError,
  /// InterruptedError.
  virtual llvm::Expected<std::optional<worker::CompiledKernel>>
  compile(const std::shared_ptr<const Program> &program,
          const Schedule &schedule, StopCheck &stop) = 0;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_CODESUBSTITUTION_H
