#include "kernels/benchmark/Microbenchmark.h"
#include "KernelTests.h"
#include "TemporaryFolder.h"
#include "execution/Execution.h"
#include "execution/ExecutionOptions.h"
#include "kernels/KernelDump.h"
#include "kernels/KernelSubstituter.h"
#include "kernels/Substitutions.h"
#include "outcome/Measurement.h"
#include "tests/execution/MeasuredPeak.h"
#include "tests/execution/QuickProtocol.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace mlirgym {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class MicrobenchmarkTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    ExecutionOptions options;
    options.protocol = quickProtocol();
    options.protocol.tooSlowFactor = 0; // the machine may be busy
    findMeasuredPeak(options);
    execution = llvm::cantFail(Execution::create(std::move(options)));
  }
  static void TearDownTestSuite() { execution.reset(); }

  static BenchmarkSet setOf(const std::shared_ptr<const Program> &program,
                            const std::string &schedule = "") {
    return llvm::cantFail(benchmarksOf(program, scheduleOf(schedule)));
  }
  static BenchmarkReport run(const BenchmarkSet &set,
                             const BenchmarkOptions &options = {}) {
    auto report = runBenchmarks(*execution, set, options);
    if (report)
      return std::move(*report);
    ADD_FAILURE() << llvm::toString(report.takeError());
    return {};
  }
  static std::string complaint(const BenchmarkSet &set,
                               const BenchmarkOptions &options) {
    auto report = runBenchmarks(*execution, set, options);
    EXPECT_FALSE(bool(report));
    return report ? "" : llvm::toString(report.takeError());
  }

  static inline std::unique_ptr<Execution> execution;
  TemporaryFolder folder;
};

TEST_F(MicrobenchmarkTest, TimesEachKernelAndTheWhole) {
  BenchmarkReport report = run(setOf(load(twoProducts, "twice")));
  EXPECT_EQ(report.status(), Status::Ok);
  EXPECT_FALSE(report.isTransformed);
  // Equal kernels are one row, and count twice.
  ASSERT_THAT(report.kernels, SizeIs(2));
  const BenchmarkResult &product = report.kernels[0],
                        &exponential = report.kernels[1];
  EXPECT_EQ(product.name, "twice_op0");
  EXPECT_EQ(product.calls, 2u);
  EXPECT_EQ(product.flops, 2.0 * 16 * 16 * 16);
  EXPECT_EQ(exponential.calls, 1u);
  ASSERT_TRUE(report.sum);
  EXPECT_DOUBLE_EQ(report.sum->baselineNs, 2 * product.timing.baselineNs +
                                               exponential.timing.baselineNs);
  EXPECT_DOUBLE_EQ(product.share + exponential.share, 1);
  ASSERT_TRUE(report.whole && report.whole->isTimed());
  EXPECT_DOUBLE_EQ(*report.sum->baselineGap,
                   report.sum->baselineNs / report.whole->timing.baselineNs -
                       1);
  for (const BenchmarkResult &row : report.kernels) {
    EXPECT_EQ(row.timing.rounds, 5u);
    EXPECT_DOUBLE_EQ(row.gflops, row.flops / row.timing.scheduleNs);
    EXPECT_DOUBLE_EQ(row.gbytesPerSecond, row.bytes / row.timing.scheduleNs);
  }
}

TEST_F(MicrobenchmarkTest, TheNearerPeakIsNamed) {
  BenchmarkReport report = run(setOf(generate("matmul_64_64_64")));
  ASSERT_THAT(report.peaks, SizeIs(1));
  EXPECT_EQ(report.peaks[0].type, ElementType::F32);
  const BenchmarkResult &row = report.kernels[0];
  const MachinePeak &peak = report.peaks[0].peak;
  const double arithmetic = 100 * row.gflops / peak.gflops,
               memory = 100 * row.gbytesPerSecond / peak.gbytesPerSecond;
  EXPECT_DOUBLE_EQ(row.percentOfPeak, std::max(arithmetic, memory));
  EXPECT_EQ(row.peak,
            arithmetic > memory ? PeakKind::Arithmetic : PeakKind::Memory);
  EXPECT_EQ(nameOf(PeakKind::Arithmetic), "arithmetic");
}

TEST_F(MicrobenchmarkTest, TimesWithAndWithoutTheSchedule) {
  BenchmarkReport report =
      run(setOf(generate("softmax_8_24"), "op3: tile_fuse(4,0) vectorize"));
  EXPECT_TRUE(report.isTransformed);
  ASSERT_THAT(report.kernels, SizeIs(1));
  const PairedMeasurement &timing = report.kernels[0].timing;
  EXPECT_GT(timing.baselineNs, 0);
  EXPECT_NE(timing.baselineNs, timing.scheduleNs);
  EXPECT_DOUBLE_EQ(report.kernels[0].share, 1);
  auto object = nlohmann::json::parse(report.json());
  EXPECT_EQ(object["status"], "ok");
  EXPECT_EQ(object["kernels"][0]["after_ns"], timing.scheduleNs);
  EXPECT_EQ(object["whole"]["name"], "softmax_8_24");
  EXPECT_EQ(object["sum"]["before_gap"], *report.sum->baselineGap);
}

TEST_F(MicrobenchmarkTest, TimesFilesInPlaceOfKernels) {
  const auto program = generate("relu_8_12");
  const std::string file = folder / "mine.mlir";
  auto timed = [&](const std::string &operation) {
    std::ofstream(file) << "func.func @relu_8_12_op0(%in: memref<8x12xf32>, "
                           "%out: memref<8x12xf32>) {\n"
                           "  %zero = arith.constant 0.0 : f32\n"
                           "  affine.for %i = 0 to 8 {\n"
                           "    affine.for %j = 0 to 12 {\n"
                           "      %x = affine.load %in[%i, %j] : "
                           "memref<8x12xf32>\n"
                           "      %y = "
                        << operation
                        << " %x, %zero : f32\n"
                           "      affine.store %y, %out[%i, %j] : "
                           "memref<8x12xf32>\n"
                           "    }\n  }\n  return\n}\n";
    Substitutions files;
    files.sources.files.push_back({"relu_8_12_op0", file});
    auto substituter = llvm::cantFail(KernelSubstituter::create(files));
    BenchmarkSet set =
        llvm::cantFail(benchmarksOf(program, Schedule(), *substituter));
    EXPECT_THAT(set.substitutions, SizeIs(1));
    EXPECT_EQ(set.kernels.at(0).code->function, "relu_8_12_op0");
    return run(set);
  };
  BenchmarkReport right = timed("arith.maximumf");
  EXPECT_EQ(right.status(), Status::Ok) << right.json();
  EXPECT_TRUE(right.isTransformed);
  EXPECT_NE(right.kernels[0].timing.baselineNs,
            right.kernels[0].timing.scheduleNs);
  BenchmarkReport wrong = timed("arith.minimumf");
  EXPECT_EQ(wrong.kernels[0].timing.status, Status::WrongResult);
  EXPECT_EQ(wrong.whole->timing.status, Status::WrongResult);
}

TEST_F(MicrobenchmarkTest, AFilterChoosesKernels) {
  const BenchmarkSet set = setOf(generate("softmax_8_24"));
  BenchmarkReport report = run(set, {.filter = "op[02]$"});
  ASSERT_THAT(report.kernels, SizeIs(2));
  EXPECT_EQ(report.kernels[1].name, "softmax_8_24_op2");
  EXPECT_FALSE(report.whole);
  ASSERT_TRUE(report.sum);
  EXPECT_FALSE(report.sum->baselineGap);
  EXPECT_THAT(complaint(set, {.filter = "op7"}),
              AllOf(HasSubstr("no kernel is called 'op7'"),
                    HasSubstr("softmax_8_24_op0, softmax_8_24_op1")));
  EXPECT_THAT(complaint(set, {.filter = "op(7"}),
              HasSubstr("'op(7' is not a regular expression"));
}

TEST_F(MicrobenchmarkTest, InvalidOptionsAreTold) {
  const BenchmarkSet set = setOf(generate("relu_8_12"));
  EXPECT_THAT(complaint(set, {.batchSize = 2, .caches = CacheState::Cold}),
              HasSubstr("cold caches"));
  ExecutionOptions stored;
  stored.replay = true;
  auto replay = llvm::cantFail(Execution::create(std::move(stored)));
  EXPECT_THAT(llvm::toString(runBenchmarks(*replay, set, {}).takeError()),
              HasSubstr("replay"));
  EXPECT_THAT(llvm::toString(benchmarksOf(generate("relu_8_12"),
                                          scheduleOf("op0: tile(99,0)"))
                                 .takeError()),
              HasSubstr("op0: tile size 99"));
}

TEST_F(MicrobenchmarkTest, ProgressEndsAtTheLastRound) {
  BenchmarkOptions options;
  std::vector<double> steps;
  double total = 0;
  options.progress = [&](double done, double all, llvm::StringRef) {
    steps.push_back(done);
    total = all;
  };
  run(setOf(generate("relu_8_12")), options);
  ASSERT_THAT(steps, SizeIs(12)); // two rows, prepared and timed five times
  EXPECT_EQ(steps.front(), 0);
  EXPECT_EQ(steps.back(), 11);
  EXPECT_EQ(total, 12);
}

//===----------------------------------------------------------------------===//
// Preprocessing
//===----------------------------------------------------------------------===//

TEST_F(MicrobenchmarkTest, APassPipelineChangesEachKernel) {
  BenchmarkReport report =
      run(setOf(load(twoProducts, "twice")),
          {.preprocess = "builtin.module(func.func(linalg-generalize-named-ops)"
                         ",canonicalize)"});
  EXPECT_EQ(report.status(), Status::Ok) << report.json();
  EXPECT_TRUE(report.isTransformed);
  EXPECT_NE(report.kernels[0].timing.baselineNs,
            report.kernels[0].timing.scheduleNs);
  ASSERT_TRUE(report.whole);
  EXPECT_THAT(report.whole->skipped, HasSubstr("only kernels"));
}

TEST_F(MicrobenchmarkTest, ACommandChangesEachKernelBeforeItsSchedule) {
  const BenchmarkSet set = setOf(generate("relu_8_12"), "op0: tile(4,0)");
  BenchmarkReport same = run(set, {.preprocess = "cat"});
  EXPECT_EQ(same.status(), Status::Ok) << same.json();
  // A module that computes something else is found out.
  BenchmarkReport wrong =
      run(set, {.preprocess = "sed s/arith.maximumf/arith.minimumf/"});
  EXPECT_EQ(wrong.status(), Status::WrongResult) << wrong.json();
  EXPECT_FALSE(wrong.sum);
  EXPECT_EQ(nlohmann::json::parse(wrong.json())["kernels"][0]["status"],
            "wrong_result");
}

TEST_F(MicrobenchmarkTest, FailedPreprocessingIsTheRowsStatus) {
  const BenchmarkSet set = setOf(generate("relu_8_12"));
  auto messageOf = [&](const std::string &preprocess) {
    BenchmarkReport report = run(set, {.preprocess = preprocess});
    EXPECT_EQ(report.status(), Status::TransformFailed);
    return report.kernels[0].timing.message;
  };
  EXPECT_THAT(messageOf("builtin.module(no-such-pass)"),
              AllOf(HasSubstr("preprocessing: "), HasSubstr("no-such-pass")));
  EXPECT_THAT(messageOf("builtin.module(canonicalize"),
              HasSubstr("pass pipeline"));
  EXPECT_THAT(messageOf("false"), HasSubstr("false: exit code 1"));
  EXPECT_THAT(messageOf("echo nonsense"), HasSubstr("after preprocessing: "));
  EXPECT_THAT(messageOf("true"), HasSubstr("after preprocessing: "));
}

//===----------------------------------------------------------------------===//
// Dumped benchmarks
//===----------------------------------------------------------------------===//

class DumpedBenchmarkTest : public MicrobenchmarkTest {
protected:
  void dump(const std::shared_ptr<const Program> &program,
            const std::string &schedule, const KernelDumpOptions &options) {
    llvm::cantFail(
        dumpKernels(program, scheduleOf(schedule), options, llvm::nulls())
            .takeError());
  }
  void dumpBenchmarks() {
    KernelDumpOptions options;
    options.benchmarks = folder / "k";
    dump(load(twoProducts, "twice"), "op1: tile(4,0)", options);
  }
  BenchmarkReport read(const std::string &path = "k") {
    return run(llvm::cantFail(readBenchmarks(folder / path)));
  }
  std::string unreadable(const std::string &path = "k") {
    auto set = readBenchmarks(folder / path);
    EXPECT_FALSE(bool(set));
    return set ? "" : llvm::toString(set.takeError());
  }
};

TEST_F(DumpedBenchmarkTest, AFolderHasKernelsSchedulesAndTheWhole) {
  dumpBenchmarks();
  EXPECT_TRUE(isBenchmarkPath(folder / "k"));
  BenchmarkReport report = read();
  EXPECT_EQ(report.status(), Status::Ok) << report.json();
  EXPECT_EQ(report.program, "twice");
  EXPECT_EQ(report.schedule.text(), "op1: tile(4,0)");
  ASSERT_THAT(report.kernels, SizeIs(2));
  EXPECT_EQ(report.kernels[0].calls, 2u);
  EXPECT_EQ(report.kernels[1].schedule.text(), "op0: tile(4,0)");
  // Unchanged inputs are checked by the evaluator.
  EXPECT_THAT(report.kernels[0].note, IsEmpty());
  ASSERT_TRUE(report.whole);
  EXPECT_EQ(report.whole->name, "twice_host");
  EXPECT_TRUE(report.whole->isTimed());
  EXPECT_TRUE(report.sum->baselineGap);
}

TEST_F(DumpedBenchmarkTest, OneFileIsOneKernelWithItsSchedule) {
  dumpBenchmarks();
  EXPECT_TRUE(isBenchmarkPath(folder / "k/twice_op1.benchmark.mlir"));
  BenchmarkReport report = read("k/twice_op1.benchmark.mlir");
  ASSERT_THAT(report.kernels, SizeIs(1));
  EXPECT_EQ(report.kernels[0].name, "twice_op1");
  EXPECT_TRUE(report.isTransformed);
  EXPECT_FALSE(report.whole);
  EXPECT_THAT(unreadable("k/none.benchmark.mlir"), HasSubstr("no such file"));
}

TEST_F(DumpedBenchmarkTest, ArraysOfTheFolderAreInputsAndReference) {
  KernelDumpOptions options;
  options.files = folder / "k";
  dump(generate("relu_8_12"), "", options);
  BenchmarkReport report = read();
  EXPECT_EQ(report.status(), Status::Ok) << report.json();
  EXPECT_THAT(report.kernels[0].note, HasSubstr("expected outputs from files"));
  // Other inputs do not have these outputs.
  ASSERT_EQ(folder.shell("cp k/relu_8_12_op0.output1.npy "
                         "k/relu_8_12_op0.input0.npy && printf '\\1\\2' | dd "
                         "of=k/relu_8_12_op0.output1.npy bs=1 seek=160 "
                         "conv=notrunc 2> /dev/null"),
            0);
  EXPECT_EQ(read().kernels[0].timing.status, Status::WrongResult);
  // Without outputs, the untransformed kernel is the reference.
  ASSERT_EQ(folder.shell("rm k/relu_8_12_op0.output1.npy"), 0);
  report = read();
  EXPECT_TRUE(report.kernels[0].isTimed()) << report.json();
  EXPECT_THAT(report.kernels[0].note, HasSubstr("its own compiled code"));
}

TEST_F(DumpedBenchmarkTest, AModuleOfTheFolderIsTimedInPlaceOfTheSchedule) {
  folder.write("mine.mlir", R"(
func.func @relu_8_12_op0(%in: memref<8x12xf32>, %out: memref<8x12xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 12 {
      %x = affine.load %in[%i, %j] : memref<8x12xf32>
      %y = arith.maximumf %x, %zero : f32
      affine.store %y, %out[%i, %j] : memref<8x12xf32>
    }
  }
  return
})");
  KernelDumpOptions options;
  options.benchmarks = folder / "k";
  options.substituter = llvm::cantFail(KernelSubstituter::create(
      {.sources = {{{"relu_8_12_op0", folder / "mine.mlir"}}}}));
  dump(generate("relu_8_12"), "", options);
  const std::string module = "k/relu_8_12_op0.benchmark.module.mlir";
  ASSERT_EQ(folder.shell("grep -q maximumf " + module), 0);
  BenchmarkReport report = read();
  EXPECT_EQ(report.status(), Status::Ok) << report.json();
  EXPECT_TRUE(report.isTransformed);
  EXPECT_TRUE(report.kernels[0].isTimed());
  EXPECT_THAT(report.whole->skipped,
              HasSubstr("relu_8_12_op0 has a module of its own"));
  EXPECT_EQ(read("k/relu_8_12_op0.benchmark.mlir").status(), Status::Ok);

  ASSERT_EQ(folder.shell("sed -i s/maximumf/minimumf/ " + module), 0);
  EXPECT_EQ(read().kernels[0].timing.status, Status::WrongResult);
  folder.write(module, "nonsense");
  EXPECT_THAT(unreadable(), HasSubstr("relu_8_12_op0.benchmark.module.mlir"));
  ASSERT_EQ(folder.shell("rm " + module), 0);
  EXPECT_FALSE(read().isTransformed);
}

TEST_F(DumpedBenchmarkTest, WhatIsMissingIsSkippedWithItsReason) {
  dumpBenchmarks();
  ASSERT_EQ(folder.shell("rm k/twice_op0.benchmark.mlir "
                         "k/twice_host.input1.npy"),
            0);
  BenchmarkReport report = read();
  EXPECT_EQ(report.status(), Status::Ok);
  EXPECT_EQ(report.kernels[0].skipped, "twice_op0.benchmark.mlir is missing");
  EXPECT_TRUE(report.kernels[1].isTimed());
  EXPECT_THAT(report.whole->skipped,
              HasSubstr("twice_host.input1.npy is missing"));
  EXPECT_FALSE(report.sum);
  auto object = nlohmann::json::parse(report.json());
  EXPECT_EQ(object["kernels"][0]["status"], "skipped");
}

TEST_F(DumpedBenchmarkTest, DamagedFilesAreNamed) {
  ASSERT_FALSE(llvm::sys::fs::create_directory(folder / "k"));
  EXPECT_THAT(unreadable(), HasSubstr("there is no manifest.json"));
  for (const char *text :
       {"", "[]", "{}", "{\"kernels\": []}",
        "{\"kernels\": [], \"host\": \"../evil\"}",
        "{\"kernels\": [7], \"host\": \"a\"}",
        "{\"kernels\": [{\"name\": \"a/b\", \"occurrences\": 1}], \"host\": "
        "\"a\"}",
        "{\"kernels\": [{\"name\": \"a\", \"occurrences\": -1}], \"host\": "
        "\"a\"}",
        "{\"kernels\": [], \"host\": \"a\", \"schedule\": \"nonsense\"}"}) {
    folder.write("k/manifest.json", text);
    EXPECT_THAT(unreadable(), HasSubstr("k/manifest.json: ")) << text;
  }
  dumpBenchmarks();
  folder.write("k/twice_op1.input0.npy", "no array");
  EXPECT_THAT(unreadable(),
              HasSubstr("twice_op1.input0.npy: not an .npy file"));
  folder.write("k/twice_op0.benchmark.schedule", "nonsense");
  EXPECT_THAT(unreadable(), HasSubstr("nonsense"));
  folder.write("k/twice_op0.benchmark.schedule", "op0: \xff");
  EXPECT_THAT(unreadable(), HasSubstr("benchmark.schedule: not a text"));
  folder.write("k/twice_op0.benchmark.mlir", "nonsense");
  EXPECT_THAT(unreadable(), HasSubstr("twice_op0.benchmark.mlir"));
}

} // namespace
} // namespace mlirgym
