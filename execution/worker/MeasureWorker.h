//===- execution/worker/MeasureWorker.h - Measures in a process -*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WORKER_MEASUREWORKER_H
#define MLIRGYM_EXECUTION_WORKER_MEASUREWORKER_H

#include "execution/process/RestartingWorker.h"
#include "execution/process/WorkerProcess.h"
#include "execution/timing/MeasureProtocol.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/ProgramData.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Placement.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <sched.h>
#include <string>
#include <vector>

namespace mlirgym::worker {

/// The calling convention of a kernel's function: what it takes for each
/// argument.
enum class CallInterface : uint8_t {
  Descriptors,  ///< `_mlir_ciface_<entry>`: pointers to memref descriptors
  BarePointers, ///< `<entry>`: pointers to the elements
};

/// Options for one run of a kernel.
struct KernelRun {
  llvm::StringRef entry = {}; ///< of the program, without prefix
  /// Take the outputs of the first call as the program's reference.
  bool makeReference = false;
  /// Treatment of the outputs of timed calls if the first call makes the
  /// reference.
  LaterCalls laterCalls = LaterCalls::Compared;
  /// Time it after the first call.
  bool time = true;
  KnownTimes known = {};
  MeasureProtocol protocol = {};
  /// Calls per repeat; 0: as the protocol chooses.
  uint32_t batchSize = 0;
  CallInterface interface = CallInterface::Descriptors;
  /// Resident arguments, for a device with memory of its own.
  Placement placement = {};
  /// A name for code that was handed in, or made by a caller's script or pass.
  /// Such code may corrupt its process, which therefore runs no other code
  /// afterwards. "": code of the lowering, from a schedule.
  std::string foreign = {};
  /// The object of the untransformed program, whose function takes descriptors,
  /// and its entry ("": as above). If it is given, the code runs in a Guest, on
  /// inputs that change with each call. Requires: a reference, time.
  const MemoryFile *own = nullptr;
  llvm::StringRef ownEntry = {};
};

struct KernelOutcome {
  Measurement measurement;
  MemoryFile reference; ///< valid if it was asked for and the status is Ok
  /// True for a failure that the kernel may not have caused.
  bool fromOutside = false;
  /// See Samples::timesNs.
  std::vector<double> timesNs = {};
};

/// MeasureServer in a process of its own, which is started on first use, and
/// again after it died. Not thread safe.
class MeasureWorker {
public:
  explicit MeasureWorker(WorkerOptions options);

  /// Runs the sealed `object` on the program's data. Without a reference in
  /// `data` only the calls of one kernel are compared with each other. A kernel
  /// that crashes or exhausts memory in a process that ran other kernels before
  /// is repeated in a new process, since the earlier kernels may have damaged
  /// the old one; a run that something else may have ended is repeated once
  /// (SecondChance). The process is replaced after a wrong result, and after
  /// foreign code before other code runs. Errors: ExecutionError if no worker
  /// can be started, or this process is out of descriptors for its answer;
  /// InterruptedError.
  llvm::Expected<KernelOutcome> run(const ProgramData &data,
                                    const MemoryFile &object,
                                    const KernelRun &kernel,
                                    StopCheck *stop = nullptr);
  /// See RestartingWorker.
  uint64_t restarts() const {
    return usual.worker.restarts() + guarded.worker.restarts();
  }
  pid_t pid() const { return usual.worker.pid(); }
  llvm::StringRef sandbox() const { return usual.worker.sandbox(); }

private:
  /// `death`: the end of the worker, if there is no outcome.
  llvm::Expected<KernelOutcome> runOnce(const ProgramData &data,
                                        const MemoryFile &object,
                                        const KernelRun &kernel,
                                        std::optional<WorkerDeath> &death,
                                        StopCheck *stop);

  struct Process {
    RestartingWorker worker;
    /// Data in the worker: sent again only when it changes.
    uint64_t loadedInputs = 0, loadedReference = 0;
    /// True if the process has run a kernel.
    bool isUsed = false;
    /// KernelRun::foreign of the code that the process has run.
    std::string foreignInside = {};
  };
  Process &processOf(const KernelRun &kernel) {
    return kernel.own ? guarded : usual;
  }

  Process usual, guarded; ///< the latter runs foreign code in a Guest
  /// Names of the counters.
  std::vector<std::string> counted;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WORKER_MEASUREWORKER_H
