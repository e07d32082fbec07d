//===- execution/Engine.h - Runs workloads ----------------------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_ENGINE_H
#define MLIRGYM_EXECUTION_ENGINE_H

#include "execution/Execution.h"
#include "execution/lowering/LoweringStage.h"
#include "program/Workload.h"

namespace mlirgym {

/// Lowers, runs, checks and times one workload. Kernels run in the workers of
/// an Execution; inputs and outputs are the workload's. One caller at a time.
class Engine {
public:
  /// Errors: what payloadModule() and SandboxedLoader say; ExecutionError if
  /// the machine does not meet the requirements.
  static llvm::Expected<std::unique_ptr<Engine>>
  create(std::shared_ptr<const Workload> workload,
         std::shared_ptr<Execution> execution);
  ~Engine();

  const std::shared_ptr<const Program> &program() const { return payload; }
  const Workload &workload() const { return *work; }
  Execution &execution() const { return *runner; }

  /// The IR, or assembly, after a stage. Errors: what scheduleModule() says,
  /// and as Execution::lower().
  llvm::Expected<std::string>
  lowerPayload(const WorkloadParameters &parameters = {},
               LoweringStage stage = LoweringStage::Llvm);

  /// Whether a run's outputs go to Workload::verify().
  enum class Check : uint8_t { Outputs, Nothing };
  struct Run {
    /// WrongResult with verify()'s message if that finds something wrong.
    Measurement measurement;
    /// One for each argument that the program writes, until the next run; void
    /// unless the kernel ran.
    llvm::ArrayRef<HostBuffer> outputs;
  };
  /// Calls the kernel once on the workload's inputs; not timed. Errors: what
  /// scheduleModule() and fillInputs() say, no memory, as Execution::run().
  llvm::Expected<Run> execute(const WorkloadParameters &parameters = {},
                              Check check = Check::Outputs);

  struct Benchmark {
    Measurement measurement;
    /// Of Workload::complexity(), a nanosecond; 0 unless the status is Ok.
    double gflops = 0, gbytesPerSecond = 0;
    /// Of measurePeak(); 0 where the complexity has none of them.
    double percentOfPeakFlops = 0, percentOfPeakBandwidth = 0;
  };
  /// Times the kernel on the workload's inputs, checked; nothing is stored but
  /// the machine's peak. Errors: as execute(), and as measurePeak().
  llvm::Expected<Benchmark>
  benchmark(const WorkloadParameters &parameters = {});

  /// Timing from Execution: on its own random inputs, checked against the
  /// untransformed payload, kept in its exec data. What a search asks for.
  llvm::Expected<Measurement>
  measure(const WorkloadParameters &parameters = {});

private:
  Engine(std::shared_ptr<const Workload> forWorkload,
         std::shared_ptr<Execution> on)
      : work(std::move(forWorkload)), runner(std::move(on)) {}
  llvm::Expected<ExecutionRequest>
  request(const WorkloadParameters &parameters) const;
  llvm::Error makeBuffers();
  llvm::Error allocateAndFill();
  void freeBuffers();
  llvm::Expected<Run> run(const WorkloadParameters &parameters, Check check,
                          std::optional<MeasureProtocol> protocol);

  std::shared_ptr<const Workload> work;
  std::shared_ptr<Execution> runner;
  std::shared_ptr<const Program> payload;
  std::vector<HostBuffer> inputs, outputs; ///< made with the first run
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_ENGINE_H
