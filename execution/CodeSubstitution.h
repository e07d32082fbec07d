//===- execution/CodeSubstitution.h - Code in place of ours -----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_CODESUBSTITUTION_H
#define MLIRGYM_EXECUTION_CODESUBSTITUTION_H

#include "actions/Schedule.h"
#include "program/Program.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>

namespace mlirgym {
class StopCheck; // execution/outcome/StopCheck.h
namespace worker {
struct CompiledKernel; // execution/worker/CompileWorker.h
} // namespace worker

/// Other code for parts of programs, which an Execution compiles, verifies,
/// times and stores in place of their own. It is an interface since the room
/// kernels/, which knows the parts, builds on this one. Thread safe.
class CodeSubstitution {
public:
  virtual ~CodeSubstitution() = default;

  /// A hash of all that is put into this program (contents of files, commands),
  /// which enters every key; "" if the program is not concerned.
  virtual std::string keyOf(const Program &program) const = 0;
  /// The object code of the scheduled program with the other code: a
  /// relocatable object with `_mlir_ciface_<entry>`, or an archive of such.
  /// nullopt if the other code is the same as the own. Errors: a file that
  /// cannot be used, ActionError, ExecutionError, InterruptedError.
  virtual llvm::Expected<std::optional<worker::CompiledKernel>>
  compile(const std::shared_ptr<const Program> &program,
          const Schedule &schedule, StopCheck &stop) = 0;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_CODESUBSTITUTION_H
