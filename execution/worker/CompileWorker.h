//===- execution/worker/CompileWorker.h - Compiles in a process -*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_COMPILEWORKER_H
#define MLIRGYM_EXECUTION_WORKER_COMPILEWORKER_H

#include "execution/process/RestartingWorker.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "execution/wire/ProgramData.h"
#include "lowering/LoweringStage.h"
#include "lowering/target/GivenCode.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Program.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <sched.h>
#include <string>
#include <vector>

namespace mlirgym::worker {

/// The result of compiling.
struct CompiledKernel {
  Status status = Status::Ok;
  std::string message;
  MemoryFile object; ///< or text; valid if status is Ok
  PhaseTimes phases;
  /// True for a failure that the program may not have caused.
  bool fromOutside = false;
};

/// The result of preparing a program's data.
struct PreparedData {
  enum class Outcome : uint8_t {
    Done,
    /// The evaluator does not support an operation, or would take too long.
    Unknown,
    /// None of the inputs tried distinguishes a correct kernel from a wrong
    /// one.
    Unusable,
    Died ///< the worker died; `status` has the cause
  };
  Outcome outcome = Outcome::Done;
  Status status = Status::Ok;
  std::string message;
  std::optional<ProgramData> data; ///< if Done
  bool fromOutside = false;        ///< as of CompiledKernel
};

/// Some of the outputs of a program.
struct SampledData {
  Status status = Status::Ok; ///< or that of a worker that died
  /// The reason why there are none, or "".
  std::string missing;
  std::vector<SampledSet> sets;
  bool fromOutside = false; ///< as of CompiledKernel
  std::string message;      ///< of the worker that died
};

/// KernelCompiler in a process of its own, which is started on first use, and
/// again after it died. Not thread safe.
class CompileWorker {
public:
  explicit CompileWorker(WorkerOptions options);

  /// As KernelCompiler::compile(), and Crashed, TimedOut, OutOfMemory; with a
  /// stage as KernelCompiler::dump(), whose errors are LoweringFailed. Errors:
  /// ExecutionError if no worker can be started, or this process is out of
  /// descriptors for its answer; InterruptedError.
  llvm::Expected<CompiledKernel>
  compile(llvm::StringRef programText, llvm::StringRef entry,
          llvm::StringRef script,
          std::optional<LoweringStage> stage = std::nullopt,
          StopCheck *stop = nullptr);
  /// Inputs and reference of the program: see reference/Preparation.h. `nonce`
  /// changes the seed of the inputs. Errors: as compile().
  llvm::Expected<PreparedData> prepare(const Program &program,
                                       StopCheck *stop = nullptr,
                                       uint64_t nonce = 0);
  /// Some outputs of the program for inputs that any host can make: see
  /// reference/Sampling.h. Errors: as compile().
  llvm::Expected<SampledData> sample(const Program &program,
                                     uint64_t wholeBytes, uint32_t mostElements,
                                     StopCheck *stop = nullptr);
  /// A binary of the code: see lowering/GivenCode.h. Errors: ProgramError with
  /// the message of toBinary(), or if reading the code crashes or hangs;
  /// otherwise as compile().
  llvm::Expected<MemoryFile> assemble(const GivenCode &code,
                                      StopCheck *stop = nullptr);
  /// See RestartingWorker.
  uint64_t restarts() const { return worker.restarts(); }
  pid_t pid() const { return worker.pid(); }

private:
  RestartingWorker worker;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WORKER_COMPILEWORKER_H
