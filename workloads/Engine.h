//===- workloads/Engine.h - Runs workloads ----------------------*- C++ -*-===//
#ifndef MLIRGYM_WORKLOADS_ENGINE_H
#define MLIRGYM_WORKLOADS_ENGINE_H

#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "execution/SharedLibraries.h"
#include "execution/timing/MeasureProtocol.h"
#include "lowering/LoweringStage.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include "workloads/ScheduleKnobs.h"
#include "workloads/Workload.h"
#include "workloads/WorkloadParameters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// Lowers, calls, checks and times one workload, with the verbs of an
/// Execution. Kernels run in the workers of the execution; the workload
/// supplies inputs, outputs and the check. Not thread safe. Python's
/// mlirgym.Engine is this class.
class Engine {
public:
  /// `execution` forgets a workload without Workload::cacheKey(). Errors: those
  /// of the workload; RequirementError if the machine or the execution does not
  /// meet the requirements.
  static llvm::Expected<std::unique_ptr<Engine>>
  create(std::shared_ptr<const Workload> workload,
         std::shared_ptr<Execution> execution);

  const std::shared_ptr<const Program> &program() const { return payload; }
  const Workload &workload() const { return *work; }
  Execution &execution() const { return *runner; }

  /// Workload::parameters() or, if there are none, the knobs of its schedule,
  /// which are read in a worker process. Errors: those of the workload; as
  /// readKnobs(); as Execution::lower().
  llvm::Expected<ParameterChoices> parameters();
  /// The request for parameters. Errors: those of scheduleModule(), and as
  /// requestFor().
  llvm::Expected<ExecutionRequest>
  request(const WorkloadParameters &parameters);
  /// The request for the text of a schedule or of scripts that the workload
  /// made from parameters; some of the parameters may be knobs. Errors: those
  /// of ExecutionRequest::parse(), parameters() and withKnobs().
  llvm::Expected<ExecutionRequest>
  requestFor(llvm::StringRef code, const WorkloadParameters &parameters);
  /// The request for the untransformed payload with the lowering of the
  /// workload.
  ExecutionRequest untransformed() const;

  /// The IR, or assembly, after a stage. Errors: as request(), and as
  /// Execution::lower().
  llvm::Expected<std::string> lower(const WorkloadParameters &parameters = {},
                                    LoweringStage stage = LoweringStage::Llvm);
  /// The same for a name of stages(), or "lowered" for "llvm". Errors: also
  /// ProgramError for another name.
  llvm::Expected<std::string> lower(const WorkloadParameters &parameters,
                                    llvm::StringRef stage);
  /// The same for a request and a stage that is not one of the workload's own.
  llvm::Expected<std::string> lower(const ExecutionRequest &what,
                                    llvm::StringRef stage);
  /// "payload", the stages of the workload's own, "scheduled", "passes" if the
  /// lowering is a pipeline of the workload's own, "vectorized", "bufferized",
  /// "llvm", "assembly". Errors: those of Workload::stages().
  llvm::Expected<std::vector<std::string>> stages() const;

  /// Outputs: the outputs of a call are passed to Workload::verify(), and those
  /// of timed calls are compared with them. Nothing: neither.
  enum class Check : uint8_t { Outputs, Nothing };
  struct CallResult {
    /// WrongResult with the message of verify() if it rejects the outputs.
    Measurement measurement;
    /// One for each argument that the program writes; empty unless the kernel
    /// ran.
    std::vector<HostBuffer> outputs;
  };
  /// Calls the kernel once on the workload's inputs; not timed. Errors: as
  /// request() and Execution::call(), those of the workload, no memory.
  llvm::Expected<CallResult> call(const WorkloadParameters &parameters = {},
                                  Check check = Check::Outputs);
  /// The same for a request.
  llvm::Expected<CallResult> call(const ExecutionRequest &what,
                                  Check check = Check::Outputs);

  /// Options of benchmark().
  struct TimingOptions {
    Check check = Check::Outputs;
    /// Number of timed runs, each with as many calls as fill
    /// MeasureProtocol::minRepeatMs; 0: until the median is accurate enough.
    unsigned runs = 0;
    /// Number of untimed calls before the first run, in addition to the checked
    /// call.
    unsigned warmUpCalls = 0;
  };
  struct Benchmark {
    Measurement measurement;
    /// KernelResult::timesNs of all runs.
    std::vector<double> timesNs;
    /// Workload::complexity() per nanosecond; 0 unless the status is Ok.
    double gflops = 0, gbytesPerSecond = 0;
    /// Relative to measurePeak(); 0 if the complexity has no such work.
    double percentOfPeakFlops = 0, percentOfPeakBandwidth = 0;
  };
  /// Times the kernel on the workload's inputs, checked; only the machine's
  /// peak is stored. Errors: as call(), and as measurePeak().
  llvm::Expected<Benchmark>
  benchmark(const WorkloadParameters &parameters = {});
  llvm::Expected<Benchmark> benchmark(const WorkloadParameters &parameters,
                                      const TimingOptions &timing);
  /// The same for a request.
  llvm::Expected<Benchmark> benchmark(const ExecutionRequest &what,
                                      const TimingOptions &timing);

  /// Timing by the Execution: on its random inputs, checked against the
  /// untransformed payload, stored in its exec data. Searches use this.
  llvm::Expected<Measurement>
  measure(const WorkloadParameters &parameters = {});
  /// The same for a request.
  llvm::Expected<Measurement> measure(const ExecutionRequest &what);

private:
  Engine(std::shared_ptr<const Workload> forWorkload,
         std::shared_ptr<const Program> program, std::shared_ptr<Execution> on)
      : work(std::move(forWorkload)), payload(std::move(program)),
        runner(std::move(on)) {}
  /// The first call, and the times of the repeats after it.
  struct TimedCall {
    CallResult result;
    std::vector<double> timesNs;
  };
  llvm::Expected<TimedCall> call(const ExecutionRequest &what, Check check,
                                 std::optional<MeasureProtocol> protocol);
  /// The knobs of scripts, read once as long as the text does not change.
  llvm::Expected<llvm::ArrayRef<ScheduleKnob>> knobsOf(llvm::StringRef code);
  llvm::Error checkNames(llvm::ArrayRef<ScheduleKnob> knobs,
                         const WorkloadParameters &values) const;
  llvm::Error verify(llvm::ArrayRef<HostBuffer> inputs,
                     CallResult &result) const;

  std::shared_ptr<const Workload> work;
  std::shared_ptr<const Program> payload;
  std::shared_ptr<Execution> runner;
  /// See ExecutionRequest.
  std::string passes;
  std::shared_ptr<const SharedLibraries> libraries;
  std::string knownCode; ///< whose knobs are known
  std::vector<ScheduleKnob> knownKnobs;
};
} // namespace mlirgym
#endif // MLIRGYM_WORKLOADS_ENGINE_H
