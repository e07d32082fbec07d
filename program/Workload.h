//===- program/Workload.h - A program with its data and check ---*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_WORKLOAD_H
#define MLIRGYM_PROGRAM_WORKLOAD_H

#include "program/Program.h"
#include "llvm/Support/Error.h"
#include <map>

namespace mlirgym {

/// Values of a workload's own schedule parameters, by name.
using WorkloadParameters = std::map<std::string, int64_t>;

/// Bytes of one argument, row major. Made by Workload::allocate().
using HostBuffer = llvm::MutableArrayRef<char>;

/// What a machine must have.
struct WorkloadRequirements {
  unsigned threads = 1, vectorBits = 0;
  int64_t memoryBytes = 0;
  /// LLVM's names: "avx512f", "fma".
  std::vector<std::string> features;
};

/// Something to run and to tune: a payload, schedules for it that depend on
/// parameters, inputs, and what a right result is. Subclass it; all but name()
/// and payloadModule() have a default. See Engine. One caller at a time.
class Workload {
public:
  virtual ~Workload();

  virtual std::string name() const = 0;
  /// MLIR, text or bytecode, of the untransformed payload: see
  /// docs/programs.md. Parsed in a worker.
  virtual llvm::Expected<std::string> payloadModule() const = 0;
  /// Names of the schedule's parameters, each with the values to choose from.
  /// Default: none.
  virtual std::vector<std::pair<std::string, std::vector<int64_t>>>
  parameters() const;
  /// Schedule text, or a transform-dialect module with
  /// `@__transform_main`. Errors: parameters that are not its own. Default: the
  /// empty schedule, for no parameters.
  virtual llvm::Expected<std::string>
  scheduleModule(const WorkloadParameters &parameters) const;
  /// Fills one buffer for each argument that the program reads, in order; asked
  /// for once. Default: seeded random numbers, floating-point ones in [-1, 1),
  /// integers in [-8, 8).
  virtual llvm::Error fillInputs(llvm::ArrayRef<Argument> arguments,
                                 llvm::ArrayRef<HostBuffer> inputs) const;
  /// Memory for one argument, aligned to 64 bytes, until deallocate(). Empty if
  /// there is none.
  virtual HostBuffer allocate(const Argument &argument) const;
  virtual void deallocate(HostBuffer buffer) const;
  /// Whether `outputs` (one buffer for each argument that the program writes,
  /// in order) are right for `inputs`. Errors: what is wrong. Default: success;
  /// that a schedule computes what the untransformed payload does is checked
  /// anyway.
  virtual llvm::Error verify(llvm::ArrayRef<Argument> arguments,
                             llvm::ArrayRef<HostBuffer> inputs,
                             llvm::ArrayRef<HostBuffer> outputs) const;
  virtual WorkloadRequirements requirements() const;
  /// Work of one call. Default: that of the program.
  virtual Complexity complexity(const Program &program) const;
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
#endif // MLIRGYM_PROGRAM_WORKLOAD_H
