//===- execution/Execution.h - Timings of schedules -------------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_EXECUTION_H
#define MLIRGYM_EXECUTION_EXECUTION_H

#include "actions/Schedule.h"
#include "actions/ScheduleLimits.h"
#include "execution/ExecutionOptions.h"
#include "execution/ExecutionRequest.h"
#include "execution/KernelResult.h" // IWYU pragma: export
#include "execution/KernelRunner.h"
#include "execution/ProgramModule.h"
#include "execution/device/DeviceDescription.h"
#include "execution/timing/MeasureProtocol.h"
#include "outcome/ExecutionError.h" // IWYU pragma: export
#include "outcome/Measurement.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mlirgym {
enum class LoweringStage : uint8_t; // lowering/LoweringStage.h

struct ExecutionStatistics {
  uint64_t requests = 0, cacheHits = 0, compiled = 0, measured = 0,
           kernelCacheHits = 0, workerRestarts = 0;
  /// Answers with a time, including stored ones, and the noisy ones among them.
  uint64_t timed = 0, noisy = 0;
};

/// Compiles, verifies and times schedules on a device and stores each timing
/// and failure; a stored result is returned without any work. Kernels of this
/// machine run in worker processes. Thread safe: callers on many threads share
/// the worker processes. Failures of a kernel or of the compiler are a Status;
/// an Error is a problem that the caller must fix (an illegal schedule, a full
/// disk, no worker program), or InterruptedError if
/// ExecutionOptions::interrupted ended the call. Belongs to the process that
/// created it: in a forked child every call is an error.
class Execution {
public:
  /// Errors: ExecutionError for invalid options, files that cannot be used, a
  /// missing worker program, or an absent device.
  static llvm::Expected<std::unique_ptr<Execution>>
  create(ExecutionOptions options);
  ~Execution();

  /// The timing of `schedule` on `program`. Blocks.
  llvm::Expected<Measurement> measure(std::shared_ptr<const Program> program,
                                      const Schedule &schedule);
  llvm::Expected<Measurement> measure(ExecutionRequest request);
  /// The timing of `module` as an implementation of `program`: lowered from its
  /// level of abstraction, verified like a schedule, and stored under the hash
  /// of its IR.
  llvm::Expected<Measurement>
  measureModule(std::shared_ptr<const Program> program, ProgramModule module);
  /// The timing of the untransformed program with the same lowering, machine
  /// and threads, but without ExecutionOptions::substitution: as foreign code
  /// if there is a substitution, so that both are measured in the same way.
  llvm::Expected<Measurement> baseline(std::shared_ptr<const Program> program);
  /// The timing of the untransformed program, measured as the request is: the
  /// baseline of its speedup.
  llvm::Expected<Measurement> baselineOf(const ExecutionRequest &request);
  /// Measures the request interleaved with the untransformed program, both as
  /// foreign code if one of them has any, five rounds of each (more if they
  /// disagree, fewer if they take long), and stores the result; returns a
  /// stored result if there is one, and only stored results in a replay. A
  /// schedule whose kernel is wrong or crashes when it runs again is stored as
  /// a failure. Use it for speedups to report: the timings of measure() are
  /// taken at different times, between which the speed of the machine may
  /// change. Errors: as measure().
  llvm::Expected<PairedMeasurement>
  measurePaired(const ExecutionRequest &request);
  /// The same for several requests that differ only in their schedules; results
  /// are in request order. Each round measures the untransformed program once
  /// and all schedules without a stored result, so that a slowdown of the
  /// machine affects all of them equally. Errors: as measure(), requests for
  /// several programs.
  llvm::Expected<std::vector<PairedMeasurement>>
  measureInTurn(llvm::ArrayRef<ExecutionRequest> requests);
  /// Many requests at once: compiling overlaps measuring. Results are in
  /// request order. If the batch is interrupted, the requests that are finished
  /// have their result, the others an InterruptedError. A `stop` that can be
  /// requested is polled in place of ExecutionOptions::interrupted.
  std::vector<llvm::Expected<Measurement>>
  measureBatch(llvm::ArrayRef<ExecutionRequest> requests,
               std::stop_token stop = {});

  /// Calls a kernel once on the caller's inputs, on the device; nothing is
  /// verified, timed, looked up or stored. `inputs` are the bytes of each
  /// argument that the program reads, in argument order, row-major. Errors: as
  /// measure(), inputs of other sizes, replay.
  llvm::Expected<KernelResult>
  call(const ExecutionRequest &request,
       llvm::ArrayRef<llvm::ArrayRef<char>> inputs);
  /// The same, and times further calls, which are verified against the outputs
  /// of the first call unless LaterCalls says to ignore them. Errors: as
  /// call().
  llvm::Expected<KernelResult>
  benchmark(const ExecutionRequest &request,
            llvm::ArrayRef<llvm::ArrayRef<char>> inputs,
            const MeasureProtocol &protocol,
            LaterCalls laterCalls = LaterCalls::Compared);

  /// The kernel of a request, to be called on the caller's inputs: from the
  /// kernel cache, or compiled and stored there (ExecutionOptions::cacheDir).
  /// Nothing is verified or timed. Errors: as measure(), replay, another device
  /// than the host; ExecutionError with status and message if the request
  /// cannot be compiled.
  llvm::Expected<Kernel> compile(const ExecutionRequest &request);

  /// From now on, no result of this program is kept: its requests and its
  /// baseline are Results::Forgotten. For a program that depends on something
  /// that its key does not cover.
  void forget(const Program &program);

  /// The IR, or assembly, of the program itself (without substitutions) after a
  /// stage, produced in a worker process; the stage Scheduled includes
  /// ExecutionRequest::passes. Errors: as measure(), replay, and a crash of the
  /// worker process, with the pass or the transform operation that failed.
  llvm::Expected<std::string> lower(const ExecutionRequest &request,
                                    LoweringStage stage);

  const ExecutionOptions &options() const;
  /// The device that runs the kernels; its metric is that of measurements.
  const DeviceDescription &device() const;
  /// Limits of masks, and of most searches, on the device:
  /// StateOptions::limits.
  ScheduleLimits scheduleLimits() const;
  /// Limits of a search that measures each candidate: as many vector operations
  /// as the device's registers make worthwhile. In a replay, which is the same
  /// on every machine, scheduleLimits().
  ScheduleLimits searchLimits() const;
  /// Samples that are measured at a time: one, or one per process of a cluster,
  /// of which the number may change.
  unsigned concurrency() const;
  ExecutionStatistics statistics() const;
  /// The folder in which kernels are looked up and stored; "" for none.
  std::string kernelFolder() const;

private:
  Execution();
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECUTION_H
