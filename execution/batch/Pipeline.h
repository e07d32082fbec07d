//===- execution/batch/Pipeline.h - Compile, verify, measure, store -------===//
#ifndef MLIRGYM_EXECUTION_BATCH_PIPELINE_H
#define MLIRGYM_EXECUTION_BATCH_PIPELINE_H

#include "execution/CodeSubstitution.h"
#include "execution/ExecutionOptions.h"
#include "execution/ExecutionRequest.h"
#include "execution/ProgramContexts.h"
#include "execution/SandboxedLoader.h"
#include "execution/batch/Claims.h"
#include "execution/batch/CountedTimings.h"
#include "execution/device/Device.h"
#include "execution/execdata/ExecData.h"
#include "execution/kernelcache/KernelBundle.h"
#include "execution/kernelcache/KernelCache.h"
#include "execution/process/Waiting.h"
#include "execution/timing/MeasureProtocol.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/CompilePool.h"
#include "execution/worker/CompileWorker.h"
#include "execution/worker/MeasureWorker.h"
#include "execution/worker/QuietGate.h"
#include "lowering/LoweringStage.h"
#include "outcome/ContentHash.h" // IWYU pragma: export
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mlirgym {

/// Prefix of the keys of transform scripts from callers, and of schedules with
/// a tag.
inline constexpr llvm::StringLiteral scriptKeyPrefix = "script:";

/// Suffix of the keys of foreign code on this machine: other timings of it may
/// be of a protocol that it could deceive.
inline constexpr llvm::StringLiteral guestKeySuffix = " guest";

/// A request with the key of its timing and the code to run.
struct Job {
  /// The request, with its effective `results` and `counters`.
  ExecutionRequest request;
  ExecDataKey key = {};
  std::string script = {}; ///< ExecutionRequest::transformScript()
  /// The replacement code for the program under its schedule; null for none.
  std::shared_ptr<CodeSubstitution> substitution = nullptr;
  Placement placement = {};
  /// Different for each request whose results are not kept.
  uint64_t serial = 0;
  /// Claims::published() before its look-up in the exec data.
  uint64_t askedAt = 0;

  const Program &program() const { return *request.program; }
  /// Counters of its timing: names of CounterEvent.
  llvm::ArrayRef<std::string> counters() const { return *request.counters; }
  bool isKept() const { return request.results == Results::Kept; }
  bool isBaseline() const { return key.schedule.empty(); }
  bool hasForeignCode() const {
    return request.hasForeignCode() || substitution;
  }
  /// True if it is measured as foreign code.
  bool isForeign() const { return hasForeignCode() || request.asForeign; }
  /// The job of the untransformed program, without counters.
  Job baseline() const;
  /// The key for Claims.
  std::string claimKey() const;
  /// As KernelRun::foreign.
  std::string foreignCode() const;
};

/// A job's object code, or the reason for its absence.
struct JobObject {
  worker::CompiledKernel kernel;
  std::string hash; ///< of the object, 32 hexadecimal digits
  Answer failed;    ///< without an error there is a kernel

  /// The status of a kernel that could not be compiled.
  Measurement failedMeasurement() const;
};

/// The atomic counters behind ExecutionStatistics.
struct ExecutionCounters {
  std::atomic<uint64_t> requests = 0, cacheHits = 0, compiled = 0, measured = 0,
                        kernelCacheHits = 0, timed = 0, noisy = 0;
};

/// Processes jobs that exec data lacks: compiles in a worker, verifies and
/// measures on a device, stores in exec data. Thread safe. Errors are those of
/// Execution; they are inside an Answer where several callers wait for it.
class Pipeline {
public:
  /// `data` and `counters` must outlive this. Errors: ExecutionError for a
  /// cache or a worker program that cannot be used, or too few processors.
  static llvm::Expected<std::unique_ptr<Pipeline>>
  create(const ExecutionOptions &options, const DeviceDescription &device,
         ExecData &data, ExecutionCounters &counters);

  /// Compiles, verifies, measures, and stores the results of jobs that keep
  /// them.
  Answer run(const Job &job, StopCheck &stop);
  /// The first half: object code, from the kernel cache if available.
  JobObject compile(const Job &job, StopCheck &stop);
  /// The second half: verified, measured and stored. Requires: not a baseline,
  /// except one whose results are not kept or that has counters of its own.
  Answer finish(const Job &job, JobObject object, StopCheck &stop);

  /// Device::run(), with the counters of the job in the order of its request.
  llvm::Expected<worker::KernelOutcome>
  runOnDevice(const Job &job, const worker::ProgramData &programData,
              const worker::MemoryFile &object, const worker::KernelRun &kernel,
              StopCheck &stop);
  /// As runOnDevice(), for a schedule, or for foreign code: that runs on inputs
  /// which nobody knows beforehand, and on this machine in a Guest.
  llvm::Expected<worker::KernelOutcome>
  runVerified(const Job &job, ProgramContext &context,
              const worker::MemoryFile &object, worker::KernelRun kernel,
              StopCheck &stop);
  /// The timings that answer a job.
  CountedTimings timingsOf(const Job &job) const {
    return {data, job.counters()};
  }
  /// Inputs, reference and time of the job's untransformed program, computed
  /// once. The answer is the baseline's; if it is Ok, the context is ready.
  struct Ready {
    Answer baseline;
    std::shared_ptr<ProgramContext> context;
  };
  Ready makeReady(const Job &job, StopCheck &stop);
  /// True if the job is a baseline whose stored timing must be measured again
  /// by run() (ExecutionOptions::quietBaselineSeconds).
  bool awaitsQuiet(const Job &job, const Measurement &stored) const;
  /// Stores a job's measurement, unless it is a failure that the job may not
  /// have caused. The answer is the stored measurement: see ExecData::settle().
  Answer store(const Job &job, Measurement measurement,
               llvm::StringRef objectHash, bool fromOutside, StopCheck &stop,
               const Measurement *replaced = nullptr);

  /// The key of a job's object code, and the facts stored with it.
  KernelKey keyOf(const Job &job) const;
  KernelFacts factsOf(const Job &job) const;
  /// The IR of a job after a stage, or its object code, from the program or
  /// module. The stage Scheduled includes ExecutionRequest::passes.
  llvm::Expected<worker::CompiledKernel>
  lower(const Job &job, std::optional<LoweringStage> stage, StopCheck &stop);
  KernelCache &kernelCache() { return *kernels; }

  const MeasureProtocol &measureProtocol() const { return protocol; }
  worker::CompilePool &compilePool() { return *compilers; }
  Device &device() { return *runs; }
  /// Path of the worker program.
  const std::string &workerPath() const { return workerProgram; }
  uint64_t workerRestarts() const {
    return compilers->restarts() + runs->restarts() + othersRestarts();
  }

private:
  Pipeline(const ExecutionOptions &options, ExecData &timings,
           ExecutionCounters &executionCounters);
  llvm::Error startUp(const ExecutionOptions &options,
                      const DeviceDescription &onto);
  /// The device with the counters that the job requests.
  llvm::Expected<std::shared_ptr<Device>> deviceFor(const Job &job);
  uint64_t othersRestarts() const;
  llvm::Expected<worker::CompiledKernel> compileAnew(const Job &job,
                                                     StopCheck &stop);
  /// The module after schedule and passes; a status if there is none.
  llvm::Expected<worker::CompiledKernel> applyPasses(const Job &job,
                                                     StopCheck &stop);
  Answer makeReady(ProgramContext &context, const Job &job, StopCheck &stop);
  /// Measures a noisy stored baseline repeatedly. The answer is the timing that
  /// is stored in the end.
  Answer timeUntilQuiet(const ProgramContext &context, const Job &job,
                        const JobObject &object, const Measurement &stored,
                        StopCheck &stop);
  /// The timing of a job with the same object code.
  std::optional<Answer>
  answerOfEqualObject(const Job &job, llvm::StringRef hash, StopCheck &stop);
  /// Stores the timing of equal object code as the job's own.
  Answer storeEqual(const Job &job, Measurement equal, llvm::StringRef hash,
                    StopCheck &stop);

  const MeasureProtocol protocol;
  const uint64_t memoryLimitBytes;
  const double quietSeconds; ///< ExecutionOptions::quietBaselineSeconds
  worker::Waiting waiting;
  const unsigned threads;
  const uint64_t nonce; ///< added to the seeds of foreign code's inputs
  ExecData &data;
  ExecutionCounters &counters;
  std::string workerProgram;
  /// Identifies the toolchain and the worker program, which contains the
  /// lowering; the program changes more often than the lowering's version.
  std::string compilerId;
  std::unique_ptr<KernelCache> kernels;
  worker::QuietGate gate;
  std::unique_ptr<worker::CompilePool> compilers;
  /// Options for opening devices; the counters are those of `runs`.
  DeviceOptions deviceOptions;
  std::shared_ptr<Device> runs;
  mutable std::mutex othersMutex; ///< guards the next two
  /// Devices with processes of their own for requests with other counters, by
  /// those counters.
  std::map<std::vector<std::string>, std::shared_ptr<Device>> others;
  uint64_t closedRestarts = 0; ///< of those that were closed
  /// Contexts of jobs that keep their results, and of other jobs.
  ProgramContexts contexts, otherContexts;
  std::mutex loaderMutex;
  SandboxedLoader loader; ///< of IR after passes
  mutable std::mutex quietMutex;
  std::set<std::string> timedUntilQuiet; ///< by Job::claimKey()
};

/// Copies the times of compilation into the measurement of the kernel.
void addCompilePhases(Measurement &measurement, const PhaseTimes &phases);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_BATCH_PIPELINE_H
