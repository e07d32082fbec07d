#include "execution/CodeSubstitution.h"
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "execution/SandboxedLoader.h"
#include "execution/batch/TargetLimits.h"
#include "execution/device/Device.h"
#include "execution/execdata/ExecData.h"
#include "execution/worker/CompileWorker.h"
#include "lowering/target/Target.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "program/ProgramLoader.h"
#include "tests/execution/ExecutionFolder.h"
#include "tests/execution/NarrowerHost.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include <cstdlib>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

namespace mlirgym {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using testing::UnorderedElementsAre;

/// Executions on a device.
class DeviceExecution : public ExecutionFolder {
protected:
  std::string errorOf() const {
    auto execution = Execution::create(options);
    return execution ? "no error" : llvm::toString(execution.takeError());
  }
};

TEST_F(DeviceExecution, TheHostIsTheDefaultAndCountsTime) {
  auto execution = llvm::cantFail(Execution::create(options));
  EXPECT_TRUE(execution->device().isHost());
  EXPECT_EQ(execution->device().metric, Metric::Nanoseconds);
  EXPECT_EQ(execution->device().machine(), Target::host().id());
}

TEST_F(DeviceExecution, SaysWhichDevicesThereAre) {
  options.device = "qemu:z80";
  EXPECT_THAT(errorOf(), StartsWith("there is no device 'qemu:z80'; choose "
                                    "host, "));
  options.device = "host";
  options.deviceFeatures = "-warp9";
  EXPECT_THAT(errorOf(), StartsWith("host: 'warp9' is no feature of "));
}

/// Code for an older processor, timed here.
class NarrowerHostExecution : public DeviceExecution {
protected:
  void SetUp() override {
    DeviceExecution::SetUp();
    feature = removableFeature();
    if (feature.empty())
      GTEST_SKIP() << "no feature to remove";
    options.cacheDir = (folder / "kernels").string();
  }
  std::unique_ptr<Execution> open(const std::string &features) {
    options.deviceFeatures = features;
    return llvm::cantFail(Execution::create(options));
  }
  std::string feature;
  std::shared_ptr<const Program> matmul = load("matmul_26_48_40");
  Schedule tiles = parse("op0: tile(2,16,1) vectorize");
};

TEST_F(NarrowerHostExecution, ItsTimingsAndItsCodeNeverMeetThoseOfTheHost) {
  for (const std::string &features : {std::string(), feature}) {
    auto execution = open(features);
    const Measurement timed = llvm::cantFail(execution->measure(matmul, tiles));
    ASSERT_TRUE(timed.ok()) << timed.message;
    EXPECT_EQ(timed.metric, Metric::Nanoseconds);
    EXPECT_FALSE(timed.cacheHit) << features;
    EXPECT_EQ(execution->statistics().kernelCacheHits, 0u) << features;
  }
  for (const std::string &features : {std::string(), feature})
    EXPECT_TRUE(
        llvm::cantFail(open(features)->measure(matmul, tiles)).cacheHit);
  auto data = llvm::cantFail(
      ExecData::open({.file = options.execDataFile, .readOnly = true}));
  std::set<std::string> machines, objects;
  for (const ExecData::Record &record : llvm::cantFail(data->records())) {
    machines.insert(record.key.machine);
    if (!record.key.schedule.empty())
      objects.insert(record.provenance.objectHash);
  }
  EXPECT_THAT(machines,
              UnorderedElementsAre(
                  Target::host().id(),
                  llvm::cantFail(Device::describe("host", feature)).machine()));
  EXPECT_EQ(objects.size(), 2u);
}

TEST_F(NarrowerHostExecution, AReplayOfAnyMachineKeepsThemApart) {
  ASSERT_TRUE(llvm::cantFail(open(feature)->baseline(matmul)).ok());
  options.replay = options.anyMachine = true;
  EXPECT_TRUE(llvm::cantFail(open(feature)->baseline(matmul)).ok());
  EXPECT_EQ(llvm::cantFail(open("")->baseline(matmul)).status,
            Status::NotCached);
}

TEST_F(NarrowerHostExecution, RefusesCodeThatIsMadeForAllOfTheHost) {
  class Nothing : public CodeSubstitution {
    std::string keyOf(const Program &) const override { return ""; }
    llvm::Expected<std::optional<worker::CompiledKernel>>
    compile(const std::shared_ptr<const Program> &, const Schedule &,
            StopCheck &) override {
      return std::nullopt;
    }
  };
  options.substitution = std::make_shared<Nothing>();
  options.deviceFeatures = feature;
  EXPECT_THAT(errorOf(), HasSubstr("is made for all of this machine"));
}

TEST_F(DeviceExecution, ADeviceWithoutThreadsRefusesSeveral) {
  options.device = "qemu:aarch64";
  options.threads = 2;
  EXPECT_EQ(errorOf(), "qemu:aarch64: has one thread, and kernels are to have "
                       "2; choose one thread");
}

/// Programs on each emulator that is installed.
class EmulatorExecution : public DeviceExecution,
                          public testing::WithParamInterface<const char *> {
protected:
  void SetUp() override {
    DeviceExecution::SetUp();
    options.device = GetParam();
    if (auto device = Device::open(GetParam()); !device)
      GTEST_SKIP() << llvm::toString(device.takeError());
  }
};

TEST_P(EmulatorExecution, VerifiesAndCountsInstructions) {
  auto execution = llvm::cantFail(Execution::create(options));
  auto matmul = load("matmul_26_48_40");
  const Measurement baseline = llvm::cantFail(execution->baseline(matmul));
  ASSERT_TRUE(baseline.ok()) << baseline.message;
  EXPECT_EQ(baseline.metric, Metric::Instructions);
  // At least a load, a multiplication and an addition for each product.
  EXPECT_GT(baseline.medianNs, 26 * 48 * 40);
  const Measurement tiled = llvm::cantFail(
      execution->measure(matmul, parse("op0: tile(2,16,1) vectorize")));
  ASSERT_TRUE(tiled.ok()) << tiled.message;
  EXPECT_EQ(tiled.metric, Metric::Instructions);
  EXPECT_GT(baseline.medianNs / tiled.medianNs, 3);
  EXPECT_GT(tiled.medianNs, 26 * 48 * 40 / 16);
  const PairedMeasurement paired = llvm::cantFail(execution->measurePaired(
      {.program = matmul, .schedule = parse("op0: tile(2,16,1) vectorize")}));
  ASSERT_TRUE(paired.ok()) << paired.message;
  EXPECT_EQ(paired.metric, Metric::Instructions);
  EXPECT_EQ(paired.rounds, 1u);
  // The number is the same in each run.
  EXPECT_EQ(paired.baselineNs, baseline.medianNs);
  EXPECT_EQ(paired.scheduleNs, tiled.medianNs);
}

TEST_P(EmulatorExecution, ProgramsOfEachFamilyAndTypeAreRight) {
  auto execution = llvm::cantFail(Execution::create(options));
  for (const char *name :
       {"add_7_9_12", "softmax_13_40", "conv_2d_nchw_fchw_1_3_9_9_5_3_3_7_7",
        "pooling_nchw_max_1_5_9_9_3_4_4", "matmul_9_10_12_f64",
        "mlp_5_12_9_7"}) {
    const Measurement measured =
        llvm::cantFail(execution->baseline(load(name)));
    EXPECT_TRUE(measured.ok()) << name << ": " << measured.message;
  }
}

/// All values of a program of elements of this type: sums of products.
static std::shared_ptr<const Program> narrowMatmul(llvm::StringRef type) {
  const std::string text = llvm::formatv(
      "func.func @mm(%a: tensor<13x20x{0}>, %b: tensor<20x48x{0}>, "
      "%c: tensor<13x48x{0}>) -> tensor<13x48x{0}> {{\n"
      "  %0 = linalg.matmul ins(%a, %b : tensor<13x20x{0}>, tensor<20x48x{0}>) "
      "outs(%c : tensor<13x48x{0}>) -> tensor<13x48x{0}>\n"
      "  %1 = linalg.exp ins(%0 : tensor<13x48x{0}>) outs(%c : "
      "tensor<13x48x{0}>) -> tensor<13x48x{0}>\n"
      "  return %1 : tensor<13x48x{0}>\n}\n",
      type);
  return std::make_shared<const Program>(
      llvm::cantFail(ProgramLoader().loadText(text, type)));
}

TEST_P(EmulatorExecution, NarrowFloatsAreRight) {
  auto execution = llvm::cantFail(Execution::create(options));
  for (const char *type : {"f16", "bf16"}) {
    auto program = narrowMatmul(type);
    const Measurement baseline = llvm::cantFail(execution->baseline(program));
    EXPECT_TRUE(baseline.ok()) << type << ": " << baseline.message;
    const Measurement tiled = llvm::cantFail(execution->measure(
        program, parse("op1: vectorize; op0: tile(2,16,1) vectorize")));
    EXPECT_TRUE(tiled.ok()) << type << ": " << tiled.message;
  }
}

TEST_F(DeviceExecution, AnEmulatorHasTheFeaturesThatCodeIsMadeFor) {
  options.device = "qemu:aarch64";
  if (auto device = Device::open(options.device); !device)
    GTEST_SKIP() << llvm::toString(device.takeError());
  for (const char *features : {"+sve", "+sve2", "+fullfp16,+bf16"}) {
    options.deviceFeatures = features;
    auto execution = llvm::cantFail(Execution::create(options));
    const Measurement matmul = llvm::cantFail(execution->measure(
        load("matmul_26_48_40"), parse("op0: tile(2,16,1) vectorize")));
    EXPECT_TRUE(matmul.ok()) << features << ": " << matmul.message;
    const Measurement narrow =
        llvm::cantFail(execution->baseline(narrowMatmul("f16")));
    EXPECT_TRUE(narrow.ok()) << features << ": " << narrow.message;
  }
}

TEST_P(EmulatorExecution, AParallelLoopHasOneThread) {
  auto execution = llvm::cantFail(Execution::create(options));
  const Measurement measured = llvm::cantFail(execution->measure(
      load("matmul_26_48_40"), parse("op0: tile_parallel(13,0,0)")));
  EXPECT_TRUE(measured.ok()) << measured.message;
}

TEST_P(EmulatorExecution, FindsAModuleThatComputesSomethingElse) {
  auto execution = llvm::cantFail(Execution::create(options));
  auto program = load("add_6_9");
  std::string text = program->text().str();
  const size_t place = text.find("linalg.add");
  ASSERT_NE(place, std::string::npos) << text;
  text.replace(place, 10, "linalg.sub");
  auto module =
      llvm::cantFail(SandboxedLoader().loadModule(text, *program, "test"));
  const Measurement measured =
      llvm::cantFail(execution->measureModule(program, std::move(module)));
  EXPECT_EQ(measured.status, Status::WrongResult);
  EXPECT_THAT(measured.message, HasSubstr("argument 2: "));
}

/// The exec data of a device and of the host are one file, and the numbers of
/// one are never those of the other.
TEST_P(EmulatorExecution, ItsNumbersNeverMeetTimes) {
  auto relu = load("relu_12_20");
  const Measurement counted = llvm::cantFail(
      llvm::cantFail(Execution::create(options))->baseline(relu));
  ASSERT_TRUE(counted.ok()) << counted.message;
  ExecutionOptions replay = options;
  replay.replay = true;
  {
    ExecutionOptions host = replay;
    host.device = "host";
    for (bool any : {false, true}) {
      host.anyMachine = any;
      EXPECT_EQ(llvm::cantFail(
                    llvm::cantFail(Execution::create(host))->baseline(relu))
                    .status,
                Status::NotCached);
    }
  }
  // Neither emulator nor compiler are needed, and other options of timing do
  // not matter.
  const std::string path = llvm::sys::Process::GetEnv("PATH").value_or("");
  ::setenv("PATH", "/", 1);
  replay.protocol.budgetMs = 17;
  const Measurement stored =
      llvm::cantFail(llvm::cantFail(Execution::create(replay))->baseline(relu));
  ::setenv("PATH", path.c_str(), 1);
  ASSERT_TRUE(stored.ok()) << stored.message;
  EXPECT_TRUE(stored.cacheHit);
  EXPECT_EQ(stored.metric, Metric::Instructions);
  EXPECT_EQ(stored.medianNs, counted.medianNs);

  auto data = llvm::cantFail(
      ExecData::open({.file = options.execDataFile, .readOnly = true}));
  const std::vector<ExecData::Record> records = llvm::cantFail(data->records());
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records.front().key.metric, Metric::Instructions);
  EXPECT_THAT(records.front().key.machine,
              StartsWith(std::string(GetParam()) + "/"));
}

TEST_P(EmulatorExecution, CallsAKernelOnInputsOfTheCaller) {
  auto execution = llvm::cantFail(Execution::create(options));
  auto relu = load("relu_2_3");
  const float input[] = {-1, 2, -3, 4, -5, 6};
  const llvm::ArrayRef<char> bytes(reinterpret_cast<const char *>(input),
                                   sizeof(input));
  auto result = llvm::cantFail(execution->call({.program = relu}, {bytes}));
  ASSERT_TRUE(result.measurement.ok()) << result.measurement.message;
  ASSERT_EQ(result.outputs.size(), 1u);
  const auto *output =
      reinterpret_cast<const float *>(result.outputs.front().data());
  EXPECT_THAT(std::vector<float>(output, output + 6),
              testing::ElementsAre(0, 2, 0, 4, 0, 6));
}

TEST_P(EmulatorExecution, KernelsOfItAreNotForThisProcess) {
  auto execution = llvm::cantFail(Execution::create(options));
  auto kernel = execution->compile({.program = load("relu_2_3")});
  ASSERT_FALSE(bool(kernel));
  EXPECT_EQ(llvm::toString(kernel.takeError()),
            std::string(GetParam()) +
                ": this process cannot call its kernels; make an execution on "
                "the host");
}

INSTANTIATE_TEST_SUITE_P(
    , EmulatorExecution,
    testing::Values("qemu:aarch64", "qemu:aarch64-sve", "qemu:riscv64"),
    [](const testing::TestParamInfo<const char *> &info) {
      std::string name = llvm::StringRef(info.param).split(':').second.str();
      llvm::replace(name, '-', '_');
      return name;
    });

/// Verified as on the emulator, and measured in cycles of a model.
TEST_F(DeviceExecution, EstimatesCyclesOfAModel) {
  auto matmul = load("matmul_26_48_40");
  const ExecutionRequest tiled{
      .program = matmul, .schedule = parse("op0: tile(2,16,1) vectorize")};
  for (const char *id : {"mca:cortex-a55", "mca:spacemit-x60"}) {
    options.device = id;
    if (auto device = Device::open(id); !device)
      GTEST_SKIP() << llvm::toString(device.takeError());
    auto execution = llvm::cantFail(Execution::create(options));
    const Measurement baseline = llvm::cantFail(execution->baseline(matmul));
    ASSERT_TRUE(baseline.ok()) << baseline.message;
    const Measurement measured = llvm::cantFail(execution->measure(tiled));
    ASSERT_TRUE(measured.ok()) << measured.message;
    EXPECT_FALSE(measured.cacheHit) << "cycles of another device";
    EXPECT_EQ(measured.metric, Metric::EstimatedCycles);
    // At least one of the products of eight elements per cycle.
    EXPECT_GT(measured.medianNs, 26 * 48 * 40 / 8);
    EXPECT_GT(baseline.medianNs, 2 * measured.medianNs);
    ASSERT_EQ(measured.counters.size(), 3u);
    EXPECT_EQ(measured.counters[0].name, "estimated_cycles");
    EXPECT_EQ(measured.counters[0].perCall, measured.medianNs);
    const Measurement again = llvm::cantFail(execution->measure(tiled));
    EXPECT_TRUE(again.cacheHit);
    EXPECT_EQ(again.medianNs, measured.medianNs);
    const PairedMeasurement paired =
        llvm::cantFail(execution->measurePaired(tiled));
    EXPECT_EQ(paired.metric, Metric::EstimatedCycles);
    EXPECT_EQ(paired.scheduleNs, measured.medianNs);
  }
}

TEST_F(DeviceExecution, AModelFindsAWrongModule) {
  options.device = "mca:cortex-a55";
  if (auto device = Device::open(options.device); !device)
    GTEST_SKIP() << llvm::toString(device.takeError());
  auto execution = llvm::cantFail(Execution::create(options));
  auto program = load("add_6_9");
  std::string text = program->text().str();
  text.replace(text.find("linalg.add"), 10, "linalg.sub");
  auto module =
      llvm::cantFail(SandboxedLoader().loadModule(text, *program, "test"));
  const Measurement measured =
      llvm::cantFail(execution->measureModule(program, std::move(module)));
  EXPECT_EQ(measured.status, Status::WrongResult);
}

/// A device with memory of its own: the same code, and times of its own.
TEST_F(DeviceExecution, AnEmulatedDeviceVerifiesAndTimes) {
  auto matmul = load("matmul_26_48_40");
  const ExecutionRequest tiled{
      .program = matmul, .schedule = parse("op0: tile(2,16,1) vectorize")};
  for (const char *id : {"emulated:0", "emulated:1"}) {
    options.device = id;
    auto execution = llvm::cantFail(Execution::create(options));
    const Measurement measured = llvm::cantFail(execution->measure(tiled));
    ASSERT_TRUE(measured.ok()) << measured.message;
    EXPECT_FALSE(measured.cacheHit) << "times of another device";
    EXPECT_EQ(measured.metric, Metric::Nanoseconds);
    EXPECT_GT(measured.medianNs, 0);
    EXPECT_TRUE(llvm::cantFail(execution->measure(tiled)).cacheHit);
    EXPECT_TRUE(llvm::cantFail(execution->measurePaired(tiled)).ok());
  }
  options.device = "host";
  auto host = llvm::cantFail(Execution::create(options));
  EXPECT_FALSE(llvm::cantFail(host->measure(tiled)).cacheHit);
}

TEST_F(DeviceExecution, AnEmulatedDeviceFindsAWrongModule) {
  options.device = "emulated:0";
  auto execution = llvm::cantFail(Execution::create(options));
  auto program = load("add_6_9");
  std::string text = program->text().str();
  text.replace(text.find("linalg.add"), 10, "linalg.sub");
  auto module =
      llvm::cantFail(SandboxedLoader().loadModule(text, *program, "test"));
  const Measurement measured =
      llvm::cantFail(execution->measureModule(program, std::move(module)));
  EXPECT_EQ(measured.status, Status::WrongResult);
  EXPECT_THAT(measured.message, HasSubstr("argument 2: "));
}

TEST(ScheduleLimitsTest, AreThoseOfTheRegisters) {
  auto limits = [](const TargetName &name) {
    return maskLimitsOf(llvm::cantFail(Target::find(name)));
  };
  EXPECT_EQ(maskLimitsOf(Target::host()),
            (ScheduleLimits{.matrixTiles = Target::host().dots.tiles}));
  EXPECT_EQ(limits({.triple = "x86_64", .cpu = "x86-64"}), ScheduleLimits());
  EXPECT_EQ(limits({.triple = "x86_64", .cpu = "sapphirerapids"}),
            (ScheduleLimits{.matrixTiles = true}));
  EXPECT_EQ(limits({.triple = "aarch64"}),
            (ScheduleLimits{.vectorBytes = 16, .accumulators = 28}));
  // Groups of four registers.
  EXPECT_EQ(limits({.triple = "riscv64", .features = "+v"}),
            (ScheduleLimits{.vectorBytes = 64, .accumulators = 6}));
  EXPECT_EQ(limits({.triple = "riscv64", .features = "+v,+zvl256b"}),
            (ScheduleLimits{.vectorBytes = 64, .accumulators = 12}));
  EXPECT_EQ(limits({.triple = "riscv64"}).vectorBytes, 4);
  EXPECT_EQ(limits({.triple = "nvptx64"}),
            (ScheduleLimits{.vectorBytes = 16,
                            .accumulators = 48,
                            .hasBlocks = true,
                            .sharedBytes = 163 << 10}));
  EXPECT_EQ(limits({.triple = "nvptx64", .cpu = "sm_90"}).sharedBytes,
            227 << 10);
  EXPECT_EQ(limits({.triple = "nvptx64", .cpu = "sm_60"}).sharedBytes,
            48 << 10);
  EXPECT_EQ(limits({.triple = "riscv64", .features = "+v,+zvl1024b"}),
            ScheduleLimits());
}

TEST(ScheduleLimitsTest, MoreRegistersAreWorthMoreOperations) {
  auto limits = [](const TargetName &name) {
    return scheduleLimitsOf(llvm::cantFail(Target::find(name)));
  };
  // The rest is the same as for masks: limits of x86 do not depend on the
  // machine.
  ScheduleLimits more;
  more.operations = 224;
  EXPECT_EQ(limits({.triple = "x86_64", .cpu = "x86-64-v4"}), more);
  EXPECT_EQ(limits({.triple = "x86_64", .cpu = "x86-64-v3"}), ScheduleLimits());
  EXPECT_EQ(limits({.triple = "aarch64"}).operations, 224);
  // Eight groups of registers, and a GPU.
  EXPECT_EQ(limits({.triple = "riscv64", .features = "+v"}).operations, 128);
  EXPECT_EQ(limits({.triple = "nvptx64"}).operations, 128);
}

TEST(ScheduleLimitsTest, WhatIsLegalOnATargetIsLegalWhereItIsRead) {
  const ScheduleLimits weakest = ScheduleLimits::weakest();
  for (const char *triple : {"x86_64", "aarch64", "riscv64", "nvptx64"}) {
    const ScheduleLimits limits =
        scheduleLimitsOf(llvm::cantFail(Target::find({.triple = triple})));
    EXPECT_LE(limits.operations, weakest.operations) << triple;
    EXPECT_LE(limits.accumulators, weakest.accumulators) << triple;
    EXPECT_LE(limits.vectorBytes, weakest.vectorBytes) << triple;
  }
}

TEST(ScheduleLimitsTest, AReplaySearchesTheSameOnEveryMachine) {
  ExecutionOptions options;
  options.replay = true;
  auto replay = llvm::cantFail(Execution::create(options));
  EXPECT_EQ(replay->searchLimits(), replay->scheduleLimits());
  EXPECT_EQ(replay->searchLimits(), ScheduleLimits());
}

} // namespace
} // namespace mlirgym
