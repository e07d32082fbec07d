//===- execution/worker/MeasureWorker.h - Measures in a process -*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_MEASUREWORKER_H
#define MLIRGYM_EXECUTION_WORKER_MEASUREWORKER_H

#include "execution/outcome/Measurement.h"
#include "execution/outcome/StopCheck.h"
#include "execution/process/RestartingWorker.h"
#include "execution/process/WorkerProcess.h"
#include "execution/timing/MeasureProtocol.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/ProgramData.h"
#include "program/Placement.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <sched.h>
#include <string>
#include <vector>

namespace mlirgym::worker {

/// What the function of a kernel takes for each argument.
enum class CallInterface : uint8_t {
  Descriptors,  ///< `_mlir_ciface_<entry>`: pointers to memref descriptors
  BarePointers, ///< `<entry>`: pointers to the elements
};

/// How a kernel is run.
struct KernelRun {
  llvm::StringRef entry = {}; ///< of the program, without prefix
  /// Take the outputs of the first call as the program's reference.
  bool makeReference = false;
  /// Whether those of timed calls are compared with such a reference.
  LaterCalls laterCalls = LaterCalls::Compared;
  /// Time it after the first call.
  bool time = true;
  double baselineNs = 0; ///< see takeSamples()
  MeasureProtocol protocol = {};
  /// Calls per repeat; 0: as the protocol chooses.
  uint32_t batchSize = 0;
  CallInterface interface = CallInterface::Descriptors;
  /// Of a device with memory of its own.
  Placement placement = {};
  /// A name for code that was handed in, or is what a given script or pass made
  /// of it. It may change its process for all that runs there later: one that
  /// has run it runs no other. "": code of the lowering, from a schedule.
  std::string foreign = {};
};

struct KernelOutcome {
  Measurement measurement;
  MemoryFile reference; ///< valid if it was asked for and the status is Ok
  /// True of a failure of which the kernel need not be the cause.
  bool fromOutside = false;
  /// See Samples::timesNs.
  std::vector<double> timesNs = {};
};

/// MeasureServer in a process of its own, which is started when it is first
/// needed and again after it died. One thread at a time.
class MeasureWorker {
public:
  explicit MeasureWorker(WorkerOptions options);

  /// Runs the sealed `object` on the program's data. Without a reference in
  /// `data` only the calls of one kernel are compared with each other. A kernel
  /// that crashes or exhausts memory in a process that ran other kernels before
  /// is repeated in a new process, since those may have damaged the old one;
  /// one that something else may have ended is repeated once (SecondChance).
  /// After a wrong result the process is replaced, and after foreign code
  /// before other code runs. Errors: ExecutionError if no worker can be
  /// started, or this process is out of descriptors for its answer;
  /// InterruptedError.
  llvm::Expected<KernelOutcome> run(const ProgramData &data,
                                    const MemoryFile &object,
                                    const KernelRun &kernel,
                                    StopCheck *stop = nullptr);
  /// See RestartingWorker.
  uint64_t restarts() const { return worker.restarts(); }
  pid_t pid() const { return worker.pid(); }
  llvm::StringRef sandbox() const { return worker.sandbox(); }

private:
  /// `death`: of the worker, in place of an outcome.
  llvm::Expected<KernelOutcome> runOnce(const ProgramData &data,
                                        const MemoryFile &object,
                                        const KernelRun &kernel,
                                        std::optional<WorkerDeath> &death,
                                        StopCheck *stop);

  RestartingWorker worker;
  /// Names of the counters.
  std::vector<std::string> counted;
  /// Data that the worker holds: sent again only when it changes.
  uint64_t loadedInputs = 0, loadedReference = 0;
  /// True if the process has run a kernel.
  bool isUsed = false;
  /// KernelRun::foreign of the code that the process has run.
  std::string foreignInside;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WORKER_MEASUREWORKER_H
