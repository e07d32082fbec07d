//===- execution/Engine.h - Runs workloads ----------------------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_ENGINE_H
#define MLIRGYM_EXECUTION_ENGINE_H

#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "execution/Workload.h"
#include "execution/WorkloadParameters.h"
#include "execution/lowering/LoweringStage.h"
#include "execution/outcome/Measurement.h"
#include "execution/timing/MeasureProtocol.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// Lowers, runs, checks and times one workload. Kernels run in the workers of
/// an Execution; the workload supplies inputs, outputs and the check. One
/// caller at a time. Python's mlirgym.Engine is this class.
class Engine {
public:
  /// Errors: as Workload::program(); RequirementError if the machine or the
  /// execution does not meet the requirements.
  static llvm::Expected<std::unique_ptr<Engine>>
  create(std::shared_ptr<const Workload> workload,
         std::shared_ptr<Execution> execution);

  const std::shared_ptr<const Program> &program() const { return payload; }
  const Workload &workload() const { return *work; }
  Execution &execution() const { return *runner; }

  /// The request for parameters; `{.program = program()}` is the untransformed
  /// payload. Errors: those of scheduleModule() and ExecutionRequest::parse().
  llvm::Expected<ExecutionRequest>
  request(const WorkloadParameters &parameters) const;

  /// The IR, or assembly, after a stage. Errors: as request(), and as
  /// Execution::lower().
  llvm::Expected<std::string>
  lowerPayload(const WorkloadParameters &parameters = {},
               LoweringStage stage = LoweringStage::Llvm);

  /// Whether a run's outputs are passed to Workload::verify().
  enum class Check : uint8_t { Outputs, Nothing };
  struct Run {
    /// WrongResult with verify()'s message if that rejects the outputs.
    Measurement measurement;
    /// One for each argument that the program writes; empty unless the kernel
    /// ran.
    std::vector<HostBuffer> outputs;
  };
  /// Calls the kernel once on the workload's inputs; not timed. Errors: as
  /// request() and Execution::run(), those of the workload, no memory.
  llvm::Expected<Run> execute(const WorkloadParameters &parameters = {},
                              Check check = Check::Outputs);
  /// The same for a request.
  llvm::Expected<Run> run(const ExecutionRequest &what,
                          Check check = Check::Outputs);

  struct Benchmark {
    Measurement measurement;
    /// Workload::complexity() per nanosecond; 0 unless the status is Ok.
    double gflops = 0, gbytesPerSecond = 0;
    /// Relative to measurePeak(); 0 if the complexity has no such work.
    double percentOfPeakFlops = 0, percentOfPeakBandwidth = 0;
  };
  /// Times the kernel on the workload's inputs, checked; nothing is stored but
  /// the machine's peak. Errors: as execute(), and as measurePeak().
  llvm::Expected<Benchmark>
  benchmark(const WorkloadParameters &parameters = {});
  /// The same for a request.
  llvm::Expected<Benchmark> time(const ExecutionRequest &what);

  /// Timing from Execution: on its own random inputs, checked against the
  /// untransformed payload, stored in its exec data. Searches use this.
  llvm::Expected<Measurement>
  measure(const WorkloadParameters &parameters = {});

private:
  Engine(std::shared_ptr<const Workload> forWorkload,
         std::shared_ptr<const Program> program, std::shared_ptr<Execution> on)
      : work(std::move(forWorkload)), payload(std::move(program)),
        runner(std::move(on)) {}
  llvm::Expected<Run> run(const ExecutionRequest &what, Check check,
                          std::optional<MeasureProtocol> protocol);
  llvm::Error verify(llvm::ArrayRef<HostBuffer> inputs, Run &run) const;

  std::shared_ptr<const Workload> work;
  std::shared_ptr<const Program> payload;
  std::shared_ptr<Execution> runner;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_ENGINE_H
