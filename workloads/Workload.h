//===- workloads/Workload.h - A program with its data and check -*- C++ -*-===//
#ifndef MLIRGYM_WORKLOADS_WORKLOAD_H
#define MLIRGYM_WORKLOADS_WORKLOAD_H

#include "program/Program.h"
#include "program/files/TextError.h"
#include "workloads/WorkloadParameters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// Memory of one argument, row major; freed with the last copy of `owner`.
struct HostBuffer {
  llvm::MutableArrayRef<char> bytes;
  std::shared_ptr<void> owner;

  char *data() const { return bytes.data(); }
  size_t size() const { return bytes.size(); }
};

/// Requirements on the machine.
struct WorkloadRequirements {
  unsigned threads = 1, vectorBits = 0;
  int64_t memoryBytes = 0;
  /// LLVM's names: "avx512f", "fma".
  std::vector<std::string> features;
  /// Paths of shared libraries whose functions the code calls after schedule
  /// and lowering: see SharedLibraries.
  std::vector<std::string> libraries;
};

/// The failure of a workload's method, or its rejection of the outputs of the
/// kernel to be tuned.
class WorkloadError : public TextError<WorkloadError> {
public:
  explicit WorkloadError(std::string message) : TextError(std::move(message)) {}
  static inline char ID = 0;
};

/// A computation to run and to tune: a payload, schedules for it that depend on
/// parameters, inputs, and a check of the outputs. Derive from it; all methods
/// except name() and payloadModule() have a default. See Engine. Not thread
/// safe. In Python a subclass of mlirgym.Workload is an instance of this class
/// (python/bindings/Workload.cpp), so that both have the same defaults.
class Workload {
public:
  virtual ~Workload();

  virtual std::string name() const = 0;
  /// MLIR, text or bytecode, of the untransformed payload: see
  /// docs/programs.md. Parsed in a worker.
  virtual llvm::Expected<std::string> payloadModule() const = 0;
  /// Names of the schedule's parameters, each with the values to choose from.
  /// Default: none; the parameters are then the `transform.tune.knob`
  /// operations of scheduleModule({}): see Engine::parameters().
  virtual llvm::Expected<ParameterChoices> parameters() const;
  /// Schedule text, or a transform-dialect module with
  /// `@__transform_main`. Errors: unknown parameters. Default: the empty
  /// schedule, for no parameters.
  virtual llvm::Expected<std::string>
  scheduleModule(const WorkloadParameters &parameters) const;
  /// Names of the workload's own stages, in order; Engine::lower() can stop
  /// after each. Default: none.
  virtual llvm::Expected<std::vector<std::string>> stages() const;
  /// As scheduleModule(), up to one of stages(). Default: an error.
  virtual llvm::Expected<std::string>
  scheduleUpTo(const WorkloadParameters &parameters,
               llvm::StringRef stage) const;
  /// "mlirgym", or a pass pipeline, `builtin.module(...)`, that is applied to
  /// the scheduled IR: see ExecutionRequest::passes. Default: "mlirgym".
  virtual llvm::Expected<std::string> lowering() const;
  /// Fills one buffer for each argument that the program reads, in order;
  /// initially they contain randomInputs(). Default: no change.
  virtual llvm::Error fillInputs(llvm::ArrayRef<Argument> arguments,
                                 llvm::ArrayRef<HostBuffer> inputs) const;
  /// Fills one buffer for each argument that the program writes, in order, with
  /// the correct outputs for `inputs`; called once. Returns false if there is
  /// no reference, which is the default.
  virtual llvm::Expected<bool>
  fillReference(llvm::ArrayRef<Argument> arguments,
                llvm::ArrayRef<HostBuffer> inputs,
                llvm::ArrayRef<HostBuffer> expected) const;
  /// Memory for one argument, aligned to 64 bytes, not initialised. Empty if
  /// there is none.
  virtual HostBuffer allocate(const Argument &argument) const;
  /// Succeeds if `outputs` (one buffer for each argument that the program
  /// writes, in order) are correct for `inputs`. Errors: the reason for wrong
  /// outputs, which becomes the status WrongResult; a WorkloadError or
  /// ExecutionError if the check itself fails, which ends the call. Default:
  /// compareWithReference().
  virtual llvm::Error verify(llvm::ArrayRef<Argument> arguments,
                             llvm::ArrayRef<HostBuffer> inputs,
                             llvm::ArrayRef<HostBuffer> outputs) const;
  /// Default: one thread.
  virtual llvm::Expected<WorkloadRequirements> requirements() const;
  /// The identity of the workload; nullopt if it depends on something that its
  /// key does not cover: an Engine then stores no result of it
  /// (Execution::forget()). The text itself is not part of any key. Default:
  /// name().
  virtual llvm::Expected<std::optional<std::string>> cacheKey() const;
  /// Work of one call. Default: the program's complexity.
  virtual llvm::Expected<Complexity> complexity(const Program &program) const;

  /// The payload, loaded by the first call and kept. Errors: those of
  /// payloadModule() and SandboxedLoader.
  virtual llvm::Expected<std::shared_ptr<const Program>> program() const;
  /// randomInputs() after fillInputs(), computed by the first call that
  /// succeeds and kept.
  virtual llvm::Expected<std::vector<HostBuffer>> inputs() const;
  /// Outputs of fillReference() for inputs(), kept; nullopt if there are none.
  virtual llvm::Expected<std::optional<std::vector<HostBuffer>>>
  reference() const;
  /// New memory for each argument that the program writes, in order. Errors:
  /// ExecutionError if there is not enough.
  virtual llvm::Expected<std::vector<HostBuffer>> newOutputs() const;

  /// A new buffer for each argument that the program reads, in order, with
  /// random numbers: floating-point ones in [-1, 1), integers in [-8, 8). The
  /// seed depends on the program's key: the same program has the same inputs on
  /// every machine and in every language.
  llvm::Expected<std::vector<HostBuffer>> randomInputs() const;
  /// Succeeds without a reference(). Otherwise compares element by element: an
  /// output b may differ from the reference a by T (|a| + rms(a)), where T is
  /// the program's verificationTolerance(), and by a quarter of that on
  /// average; integers must be equal. Errors: as verify().
  llvm::Error compareWithReference(llvm::ArrayRef<HostBuffer> outputs) const;

private:
  mutable std::shared_ptr<const Program> keptProgram;
  mutable std::optional<std::vector<HostBuffer>> keptInputs;
  /// The inner optional is empty without a reference.
  mutable std::optional<std::optional<std::vector<HostBuffer>>> keptReference;
};

/// A program file: `.mlir` or `.mlirbc`.
class FileWorkload : public Workload {
public:
  explicit FileWorkload(std::string file) : path(std::move(file)) {}
  /// The file's stem.
  std::string name() const override;
  /// Errors: ProgramError if it cannot be read.
  llvm::Expected<std::string> payloadModule() const override;

private:
  std::string path;
};

/// A member of a generator family: "matmul_256_1536_1000".
class FamilyWorkload : public Workload {
public:
  explicit FamilyWorkload(std::string program)
      : programName(std::move(program)) {}
  std::string name() const override { return programName; }
  /// Errors: as generateProgram().
  llvm::Expected<std::string> payloadModule() const override;

private:
  std::string programName;
};
} // namespace mlirgym
#endif // MLIRGYM_WORKLOADS_WORKLOAD_H
