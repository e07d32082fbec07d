//===- execution/ExecutionRequest.h - A program to run ----------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_EXECUTIONREQUEST_H
#define MLIRGYM_EXECUTION_EXECUTIONREQUEST_H

#include "actions/Schedule.h"
#include "execution/ProgramModule.h"
#include "execution/SharedLibraries.h"
#include "program/Program.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// Storage of the timing and the object code of a request.
enum class Results : uint8_t {
  Kept, ///< looked up first, and stored
  /// Neither looked up nor stored, on disk or in memory: for code that depends
  /// on something that its key does not cover.
  Forgotten,
};

/// A program with a schedule, with the caller's own transform-dialect module
/// with a `transform.named_sequence @__transform_main`, like those of
/// toTransformScript(), or with IR that already implements it.
struct ExecutionRequest {
  std::shared_ptr<const Program> program;
  Schedule schedule = {};
  /// Replaces the schedule if it is not empty; may be several modules, which
  /// are applied in order. Timings are stored under a hash
  /// of the text; a script that MLIR rejects gives Status::TransformFailed.
  std::string script = {};
  /// Replaces schedule and script if it is given. Timings are stored under the
  /// hash of its IR.
  std::shared_ptr<const ProgramModule> module = nullptr;
  /// A pass pipeline, `builtin.module(...)`, that is applied to the scheduled
  /// IR; the lowering continues from the level of the result, as for a module.
  /// "": none. Timings are stored under a hash of schedule and pipeline; passes
  /// that fail, and IR that no longer implements the program, give
  /// Status::TransformFailed.
  std::string passes = {};
  /// The libraries whose functions the code calls after schedule and passes;
  /// null if there are none. Timings are stored under a hash of their contents,
  /// too.
  std::shared_ptr<const SharedLibraries> libraries = nullptr;
  /// Measure it as foreign code even if it is a schedule, so that its time can
  /// be compared with that of foreign code. Timings are stored separately.
  bool asForeign = false;
  Results results = Results::Kept;
  /// Counters of this request; if set, they replace ExecutionOptions::counters.
  /// Not for interleaved measurements.
  std::optional<std::vector<std::string>> counters = std::nullopt;

  /// `code` is the text of a schedule or of a module. Errors: ActionError if it
  /// is neither.
  static llvm::Expected<ExecutionRequest>
  parse(std::shared_ptr<const Program> program, llvm::StringRef code);
  /// The transform script; "" for the untransformed program and for a module.
  /// `forOneThread`: that of Schedule::serial(), which does not call OpenMP and
  /// compiles faster. Errors: ActionError if the schedule is illegal.
  llvm::Expected<std::string> transformScript(bool forOneThread) const;
  bool isLoweredByCaller() const { return !passes.empty() || libraries; }
  /// True if any of its code is not made by the lowering from a schedule. A
  /// caller's script or pass pipeline may insert operations
  /// (transform.structured.replace) or change constants (transform.annotate),
  /// so that the kernel may write to any address.
  bool hasForeignCode() const {
    return module || isLoweredByCaller() || !script.empty();
  }
  /// The IR to which the script applies.
  llvm::StringRef payload() const;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECUTIONREQUEST_H
