#include "workloads/Engine.h"
#include "execution/Peak.h"
#include "program/ProgramLoader.h"
#include "tests/execution/MeasuredPeak.h"
#include "tests/execution/QuickProtocol.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>
#include <utility>

namespace mlirgym {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;

/// c[i] = a[i] + b[i], with inputs and a check of its own.
class Sum : public Workload {
public:
  std::string name() const override { return "sum"; }
  llvm::Expected<std::string> payloadModule() const override {
    return std::string(R"(
func.func @sum(%a: tensor<96xf32>, %b: tensor<96xf32>) -> tensor<96xf32> {
  %e = tensor.empty() : tensor<96xf32>
  %r = linalg.add ins(%a, %b : tensor<96xf32>, tensor<96xf32>)
      outs(%e : tensor<96xf32>) -> tensor<96xf32>
  return %r : tensor<96xf32>
})");
  }
  llvm::Expected<std::string>
  scheduleModule(const WorkloadParameters &parameters) const override {
    if (!script.empty() || parameters.empty())
      return script;
    llvm::Expected<int64_t> tile = parameters.integer("tile");
    if (!tile)
      return tile.takeError();
    return "op0: tile(" + std::to_string(*tile) + ") vectorize";
  }
  llvm::Expected<std::vector<std::string>> stages() const override {
    return std::vector<std::string>{"tiled"};
  }
  llvm::Expected<std::string>
  scheduleUpTo(const WorkloadParameters &parameters,
               llvm::StringRef stage) const override {
    if (stage != "tiled")
      return Workload::scheduleUpTo(parameters, stage);
    return "op0: tile(" + std::to_string(orZero(parameters)) + ")";
  }
  llvm::Expected<std::string> lowering() const override { return passes; }
  llvm::Error fillInputs(llvm::ArrayRef<Argument>,
                         llvm::ArrayRef<HostBuffer> inputs) const override {
    if (std::exchange(failsOnce, false))
      return llvm::createStringError("no inputs yet");
    ++fills;
    for (auto [which, buffer] : llvm::enumerate(inputs))
      for (float &value : floats(buffer))
        value = which == 0 ? 3 : 4;
    return llvm::Error::success();
  }
  llvm::Error verify(llvm::ArrayRef<Argument>, llvm::ArrayRef<HostBuffer>,
                     llvm::ArrayRef<HostBuffer> outputs) const override {
    for (float value : floats(outputs[0]))
      if (value != expected)
        return llvm::createStringError("an element is not " +
                                       std::to_string(expected));
    return llvm::Error::success();
  }
  HostBuffer allocate(const Argument &argument) const override {
    ++*living;
    HostBuffer made = Workload::allocate(argument);
    return {made.bytes,
            {made.data(), [made, count = living](void *) { --*count; }}};
  }
  llvm::Expected<WorkloadRequirements> requirements() const override {
    return needs;
  }
  llvm::Expected<std::optional<std::string>> cacheKey() const override {
    return identity ? Workload::cacheKey() : std::nullopt;
  }

  static llvm::MutableArrayRef<float> floats(const HostBuffer &buffer) {
    return {reinterpret_cast<float *>(buffer.data()),
            buffer.size() / sizeof(float)};
  }

  static int64_t orZero(const WorkloadParameters &parameters) {
    auto tile = parameters.integer("tile");
    if (tile)
      return *tile;
    llvm::consumeError(tile.takeError());
    return 0;
  }

  /// In place of the schedule; "": the schedule above.
  std::string script;
  std::string passes = "mlirgym";
  mutable int fills = 0;
  std::shared_ptr<int> living = std::make_shared<int>(0);
  mutable bool failsOnce = false;
  float expected = 7;
  WorkloadRequirements needs;
  bool identity = true;
};

/// The value; an error ends the test program with its message.
template <typename T> T orExit(llvm::Expected<T> value) {
  static const llvm::ExitOnError exitOnError("engine test: ");
  return exitOnError(std::move(value));
}

class EngineTest : public testing::Test {
protected:
  static ExecutionOptions quickOptions() {
    ExecutionOptions options;
    options.protocol = quickProtocol();
    options.protocol.tooSlowFactor = 0;
    options.compileTimeoutMs = options.runTimeoutMs = 120000;
    return options;
  }
  /// For benchmarks, which say how close a time comes to the machine's peak.
  void usePeak() {
    ExecutionOptions options = quickOptions();
    findMeasuredPeak(options);
    execution = orExit(Execution::create(options));
  }
  std::unique_ptr<Engine> engineFor(std::shared_ptr<const Workload> workload) {
    return orExit(Engine::create(std::move(workload), execution));
  }

  std::shared_ptr<Execution> execution =
      orExit(Execution::create(quickOptions()));
  std::shared_ptr<Sum> sum = std::make_shared<Sum>();
};

TEST_F(EngineTest, RunsOnTheWorkloadsInputsAndChecksItsOutputs) {
  auto engine = engineFor(sum);
  for (const WorkloadParameters &parameters :
       {WorkloadParameters{}, WorkloadParameters{{"tile", 8}}}) {
    auto run = orExit(engine->call(parameters));
    ASSERT_EQ(run.measurement.status, Status::Ok) << run.measurement.message;
    ASSERT_EQ(run.outputs.size(), 1u);
    EXPECT_THAT(Sum::floats(run.outputs[0]), testing::Each(7.0f));
  }
  EXPECT_EQ(sum->fills, 1) << "inputs are made once";
  EXPECT_EQ(*sum->living, 2) << "those of the inputs; runs keep their own";
  const std::shared_ptr<int> living = sum->living;
  engine.reset();
  sum.reset();
  EXPECT_EQ(*living, 0);
}

TEST_F(EngineTest, NothingOfAWorkloadWithoutIdentityIsKept) {
  EXPECT_EQ(orExit(sum->cacheKey()), "sum");
  auto engine = engineFor(sum);
  for (bool expected : {false, true})
    EXPECT_EQ(orExit(engine->measure({{"tile", 8}})).cacheHit, expected);

  sum->identity = false;
  engine = engineFor(sum);
  const uint64_t found = execution->statistics().kernelCacheHits;
  for (unsigned round = 0; round < 2; ++round)
    EXPECT_FALSE(orExit(engine->measure({{"tile", 8}})).cacheHit);
  EXPECT_EQ(execution->statistics().kernelCacheHits, found);
}

TEST_F(EngineTest, InputsThatCouldNotBeMadeAreMadeTheNextTime) {
  sum->failsOnce = true;
  auto engine = engineFor(sum);
  EXPECT_THAT(llvm::toString(engine->call().takeError()),
              HasSubstr("no inputs yet"));
  EXPECT_EQ(*sum->living, 0);
  auto run = orExit(engine->call());
  EXPECT_EQ(run.measurement.status, Status::Ok) << run.measurement.message;
  EXPECT_EQ(sum->fills, 1);
}

TEST_F(EngineTest, AWrongResultIsAStatus) {
  sum->expected = 8;
  auto engine = engineFor(sum);
  auto run = orExit(engine->call());
  EXPECT_EQ(run.measurement.status, Status::WrongResult);
  EXPECT_THAT(run.measurement.message, HasSubstr("an element is not 8"));
  EXPECT_EQ(orExit(engine->call(WorkloadParameters(), Engine::Check::Nothing))
                .measurement.status,
            Status::Ok);
  EXPECT_EQ(orExit(engine->benchmark()).measurement.status,
            Status::WrongResult);
}

TEST_F(EngineTest, BenchmarksAgainstTheMeasuredPeak) {
  usePeak();
  auto engine = engineFor(sum);
  auto result = orExit(engine->benchmark({{"tile", 32}}));
  ASSERT_EQ(result.measurement.status, Status::Ok)
      << result.measurement.message;
  double ns = result.measurement.medianNs;
  EXPECT_NEAR(result.gflops, 96 / ns, 1e-9);
  EXPECT_NEAR(result.gbytesPerSecond, 3 * 96 * 4 / ns, 1e-9);
  MachinePeak peak = orExit(measurePeak(*execution));
  EXPECT_GT(peak.gflops, 0);
  EXPECT_GT(peak.gbytesPerSecond, 0);
  EXPECT_NEAR(result.percentOfPeakFlops, 100 * result.gflops / peak.gflops,
              1e-9);
  uint64_t measured = execution->statistics().measured;
  MachinePeak again = orExit(measurePeak(*execution));
  EXPECT_EQ(again.gflops, peak.gflops);
  EXPECT_EQ(execution->statistics().measured, measured) << "it is on file";
}

TEST_F(EngineTest, ReturnsTheTimesOfAllRuns) {
  usePeak();
  sum->expected = 8;
  auto engine = engineFor(sum);
  const Engine::TimingOptions timing{.runs = 7, .warmUpCalls = 3};
  EXPECT_EQ(orExit(engine->benchmark(WorkloadParameters(), timing))
                .measurement.status,
            Status::WrongResult);
  Engine::TimingOptions unchecked = timing;
  unchecked.check = Engine::Check::Nothing;
  auto result = orExit(engine->benchmark({{"tile", 8}}, unchecked));
  ASSERT_EQ(result.measurement.status, Status::Ok)
      << result.measurement.message;
  ASSERT_EQ(result.timesNs.size(), 7u);
  EXPECT_LE(result.measurement.repeats, 7u);
  EXPECT_LE(*llvm::min_element(result.timesNs), result.measurement.minNs);
  sum->expected = 7;
  EXPECT_GE(orExit(engine->benchmark()).timesNs.size(),
            quickProtocol().minRepeats);
}

TEST_F(EngineTest, MeasuresSchedulesAndScriptsOnce) {
  auto engine = engineFor(sum);
  Measurement first = orExit(engine->measure({{"tile", 16}}));
  EXPECT_EQ(first.status, Status::Ok) << first.message;
  EXPECT_TRUE(orExit(engine->measure({{"tile", 16}})).cacheHit);

  // A script of its own, the way stock tools write them.
  std::string script = R"(
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %add tile_sizes [24] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
})";
  const ExecutionRequest request =
      orExit(ExecutionRequest::parse(engine->program(), script));
  EXPECT_EQ(request.script, script);
  Measurement own = orExit(execution->measure(request));
  EXPECT_EQ(own.status, Status::Ok) << own.message;
  EXPECT_FALSE(own.cacheHit);
  EXPECT_TRUE(orExit(execution->measure(request)).cacheHit);
  PairedMeasurement inTurn = orExit(execution->measurePaired(request));
  EXPECT_EQ(inTurn.status, Status::Ok) << inTurn.message;
  EXPECT_TRUE(orExit(execution->measurePaired(request)).cacheHit);
  std::vector<llvm::Expected<Measurement>> batch = execution->measureBatch(
      {request, {engine->program(), {}, script + "garbage"}});
  EXPECT_TRUE(orExit(std::move(batch[0])).cacheHit);
  EXPECT_EQ(orExit(std::move(batch[1])).status, Status::TransformFailed);
  EXPECT_TRUE(
      orExit(execution->measure(ExecutionRequest{engine->program()})).ok());
}

TEST_F(EngineTest, AppliesSeveralScriptsInOrder) {
  const std::string tile = R"(
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %add tile_sizes [SIZE] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
})";
  auto by = [&tile](const std::string &size) {
    std::string script = tile;
    return script.replace(script.find("SIZE"), 4, size);
  };
  auto engine = engineFor(sum);
  auto request = [&engine](const std::string &script) {
    return orExit(ExecutionRequest::parse(engine->program(), script));
  };
  const std::string ir = orExit(
      execution->lower(request(by("24") + by("8")), LoweringStage::Scheduled));
  EXPECT_EQ(llvm::StringRef(ir).count("scf.for"), 2U) << ir;
  EXPECT_TRUE(orExit(execution->measure(request(by("24") + by("8")))).ok());
  const Measurement empty = orExit(execution->measure(request(
      by("24") + "\nmodule attributes {transform.with_named_sequence} {}")));
  EXPECT_EQ(empty.status, Status::TransformFailed);
  EXPECT_THAT(empty.message, HasSubstr("no transform.named_sequence"));
}

TEST_F(EngineTest, LowersToAStage) {
  auto engine = engineFor(sum);
  EXPECT_THAT(orExit(engine->lower({{"tile", 8}}, LoweringStage::Scheduled)),
              HasSubstr("scf.for"));
  EXPECT_THAT(orExit(engine->lower()), HasSubstr("define void @_mlir_ciface"));
  auto failed =
      execution->lower({engine->program(), {}, "garbage"}, LoweringStage::Llvm);
  EXPECT_THAT(llvm::toString(failed.takeError()),
              HasSubstr("cannot be lowered"));
}

TEST_F(EngineTest, LowersToAStageOfTheWorkloadsOwn) {
  auto engine = engineFor(sum);
  EXPECT_THAT(orExit(engine->stages()),
              ElementsAre("payload", "tiled", "scheduled", "vectorized",
                          "bufferized", "llvm", "assembly"));
  EXPECT_EQ(orExit(engine->lower({{"tile", 8}}, "payload")),
            engine->program()->text());
  const std::string tiled = orExit(engine->lower({{"tile", 8}}, "tiled"));
  EXPECT_THAT(tiled, HasSubstr("scf.for"));
  EXPECT_THAT(tiled, testing::Not(HasSubstr("vectorize")));
  EXPECT_EQ(orExit(engine->lower({{"tile", 8}}, "lowered")),
            orExit(engine->lower({{"tile", 8}}, LoweringStage::Llvm)));
  EXPECT_THAT(
      llvm::toString(engine->lower(WorkloadParameters(), "tilde").takeError()),
      HasSubstr("sum: no lowering stage 'tilde'; choose one of "
                "payload, tiled, scheduled"));
}

TEST_F(EngineTest, LowersByAPipelineOfTheWorkloadsOwn) {
  sum->passes = "builtin.module(one-shot-bufferize{bufferize-function-"
                "boundaries},func.func(convert-linalg-to-loops))";
  auto engine = engineFor(sum);
  EXPECT_THAT(orExit(engine->stages()), testing::Contains("passes"));
  EXPECT_THAT(orExit(engine->lower({{"tile", 8}}, "scheduled")),
              HasSubstr("linalg.add"));
  const std::string after = orExit(engine->lower({{"tile", 8}}, "passes"));
  EXPECT_THAT(after, testing::Not(HasSubstr("linalg.add")));
  EXPECT_THAT(after, HasSubstr("memref.load"));
  auto run = orExit(engine->call({{"tile", 8}}));
  EXPECT_EQ(run.measurement.status, Status::Ok) << run.measurement.message;
  Measurement first = orExit(engine->measure({{"tile", 8}}));
  EXPECT_EQ(first.status, Status::Ok) << first.message;
  EXPECT_FALSE(first.cacheHit);
  EXPECT_TRUE(orExit(engine->measure({{"tile", 8}})).cacheHit);

  sum->passes = "builtin.module(no-such-pass)";
  run = orExit(engineFor(sum)->call());
  EXPECT_EQ(run.measurement.status, Status::TransformFailed);
  EXPECT_THAT(run.measurement.message, HasSubstr("no-such-pass"));
  sum->passes = "canonicalize";
  EXPECT_THAT(llvm::toString(Engine::create(sum, execution).takeError()),
              HasSubstr("sum: the lowering is 'canonicalize'; give "
                        "\"mlirgym\", or a pass pipeline"));
}

TEST_F(EngineTest, KnobsAreParameters) {
  sum->script = R"(
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %size = transform.tune.knob<"size"> options = [8, 24] -> !transform.param<i64>
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %add tile_sizes [%size] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
})";
  auto engine = engineFor(sum);
  EXPECT_EQ(orExit(engine->parameters()),
            (ParameterChoices{{"size", {int64_t(8), int64_t(24)}}}));
  EXPECT_THAT(orExit(engine->lower({{"size", 24}}, "scheduled")),
              HasSubstr("arith.constant 24 : index"));
  auto run = orExit(engine->call({{"size", 8}}));
  EXPECT_EQ(run.measurement.status, Status::Ok) << run.measurement.message;
  EXPECT_THAT(llvm::toString(engine->call({{"size", 9}}).takeError()),
              HasSubstr("9 is no option of the knob 'size'; give one of 8, "
                        "24"));
  EXPECT_THAT(llvm::toString(engine->call({{"size", 8}, {"b", 1}}).takeError()),
              HasSubstr("no parameter and no knob 'b'; there are size"));
}

TEST_F(EngineTest, ALibraryThatIsMissingIsNamed) {
  sum->needs.libraries = {"/none/libsum.so"};
  EXPECT_THAT(llvm::toString(Engine::create(sum, execution).takeError()),
              HasSubstr("/none/libsum.so"));
}

TEST_F(EngineTest, SaysWhatTheMachineLacks) {
  auto whyNot = [&] {
    return llvm::toString(Engine::create(sum, execution).takeError());
  };
  sum->needs.threads = 64;
  EXPECT_THAT(whyNot(), HasSubstr("needs 64 threads, the execution has 1"));
  sum->needs = {};
  sum->needs.vectorBits = 4096;
  EXPECT_THAT(whyNot(), HasSubstr("vectors of 4096 bits"));
  sum->needs = {};
  sum->needs.memoryBytes = int64_t(1) << 60;
  EXPECT_THAT(whyNot(), HasSubstr("bytes of memory"));
  sum->needs = {};
  sum->needs.features = {"warp9"};
  EXPECT_THAT(whyNot(), HasSubstr("needs warp9, which this machine lacks"));
}

TEST_F(EngineTest, ReplayRunsNothing) {
  ExecutionOptions options = quickOptions();
  options.replay = true;
  execution = orExit(Execution::create(options));
  auto engine = engineFor(sum);
  EXPECT_THAT(llvm::toString(engine->call().takeError()),
              HasSubstr("without replay"));
  EXPECT_EQ(orExit(engine->measure({{"tile", 8}})).status, Status::NotCached);
  EXPECT_THAT(llvm::toString(measurePeak(*execution).takeError()),
              HasSubstr("peak cannot be measured"));
}

TEST_F(EngineTest, FilesAndFamiliesAreWorkloads) {
  auto family = std::make_shared<FamilyWorkload>("matmul_8_12_16");
  auto engine = engineFor(family);
  auto run = orExit(engine->call());
  EXPECT_TRUE(run.measurement.ok()) << run.measurement.message;
  EXPECT_EQ(engine->program()->complexity().flops, 2.0 * 8 * 12 * 16);
  EXPECT_THAT(llvm::toString(engine->call({{"tile", 4}}).takeError()),
              HasSubstr("has no schedule parameter 'tile'"));

  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("mlirgym-sum", "mlir", path));
  {
    std::error_code code;
    llvm::raw_fd_ostream(path, code) << orExit(sum->payloadModule());
  }
  auto file = engineFor(std::make_shared<FileWorkload>(path.str().str()));
  EXPECT_TRUE(orExit(file->call()).measurement.ok());
  EXPECT_EQ(file->program()->key(), engineFor(sum)->program()->key());
  llvm::sys::fs::remove(path);
  EXPECT_THAT(llvm::toString(Engine::create(std::make_shared<FileWorkload>(
                                                path.str().str()),
                                            execution)
                                 .takeError()),
              HasSubstr("cannot be read"));
}

TEST_F(EngineTest, BuffersAreAlignedAndInputsRandomByDefault) {
  FamilyWorkload family("relu_3_5");
  Argument argument;
  argument.shape = {3, 5};
  HostBuffer buffer = family.allocate(argument);
  EXPECT_EQ(buffer.size(), 60u);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer.data()) % 64, 0u);

  auto engine = engineFor(std::make_shared<FamilyWorkload>("relu_30_50"));
  auto run = orExit(engine->call());
  llvm::ArrayRef<float> values = Sum::floats(run.outputs[0]);
  auto isPositive = [](float value) { return value > 0; };
  EXPECT_GT(llvm::count_if(values, isPositive), 500);
  EXPECT_LT(llvm::count_if(values, isPositive), 1000);
}

TEST_F(EngineTest, InputsOfOtherSizesAreRefused) {
  auto engine = engineFor(sum);
  std::vector<char> one(384), half(192); // of 96 floats
  auto whyNot = [&](llvm::ArrayRef<llvm::ArrayRef<char>> inputs) {
    return llvm::toString(
        execution->call({engine->program()}, inputs).takeError());
  };
  EXPECT_THAT(whyNot({one}), HasSubstr("1 inputs for a program that reads"));
  EXPECT_THAT(whyNot({one, half}),
              HasSubstr("argument 1: an input of 192 bytes where 384 belong"));
  EXPECT_THAT(whyNot({one, one, one}), HasSubstr("3 inputs for a program"));
}
} // namespace
} // namespace mlirgym
