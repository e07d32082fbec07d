#include "kernels/benchmark/ObjectBenchmark.h"
#include "TemporaryFolder.h"
#include "execution/ExecutionOptions.h"
#include "kernels/Binding.h"
#include "outcome/Measurement.h"
#include "tests/execution/QuickProtocol.h"
#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace mlirgym {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const char *const functions = R"(
#include <math.h>
#include <stdlib.h>
void twice(const float *a, float *b) {
  for (int i = 0; i < 4; ++i) b[i] = 2 * a[i];
}
void add(const float *a, float *b) {
  for (int i = 0; i < 4; ++i) b[i] += a[i];
}
void root(const float *a, float *b) {
  float *copy = malloc(4 * sizeof(float));
  for (int i = 0; i < 4; ++i) copy[i] = cbrtf(a[i]);
  for (int i = 0; i < 4; ++i) b[i] = copy[i];
  free(copy);
}
void grow(const float *a, float *b) {
  static float kept[4];
  for (int i = 0; i < 4; ++i) b[i] = kept[i] += a[i];
}
void crash(const float *a, float *b) { *(volatile int *)a = 1; b[0] = 0; }
void past(const float *a, float *b) {
  for (int i = 0; i < 5; ++i) b[i] = a[i % 4];
}
void hang(const float *a, float *b) {
  for (volatile int i = 1; i;) b[0] = a[0];
}
)";

ExecutionOptions quickLimits() {
  ExecutionOptions limits;
  limits.protocol = quickProtocol();
  return limits;
}

/// Objects of these functions in both formats.
class ObjectBenchmarkTest : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    folder.write("k.c", functions);
    ASSERT_EQ(folder.shell("gcc -O1 -fPIC -c -o k.o k.c && "
                           "gcc -shared -o k.so k.o -lm"),
              0);
  }

  llvm::Expected<ObjectBenchmark>
  run(const std::string &entry, const std::vector<std::string> &bindings,
      const std::vector<std::string> &expected = {}) {
    ObjectBenchmarkOptions options;
    options.entry = entry;
    for (const std::string &text : bindings)
      options.bindings.push_back(llvm::cantFail(parseBinding(text)));
    for (const std::string &text : expected)
      options.expected.push_back(llvm::cantFail(parseBinding(text)));
    options.batchSize = batchSize;
    options.repeats = repeats;
    return benchmarkObject(folder / GetParam(), options, limits);
  }
  Measurement statusOf(const std::string &entry,
                       const std::vector<std::string> &expected = {}) {
    return llvm::cantFail(run(entry, {"4xf32=1,2,3,4", "4xf32"}, expected))
        .measurement;
  }
  std::string complaint(const std::vector<std::string> &bindings,
                        const std::vector<std::string> &expected = {}) {
    auto result = run("twice", bindings, expected);
    EXPECT_FALSE(bool(result));
    return result ? "" : llvm::toString(result.takeError());
  }

  TemporaryFolder folder;
  uint32_t batchSize = 0;
  unsigned repeats = 0;
  ExecutionOptions limits = quickLimits();
};
INSTANTIATE_TEST_SUITE_P(Formats, ObjectBenchmarkTest,
                         testing::Values("k.so", "k.o"), [](const auto &test) {
                           return std::string(test.param).substr(2);
                         });

TEST_P(ObjectBenchmarkTest, TimesAFunctionAndReturnsItsOutputs) {
  ObjectBenchmark result =
      llvm::cantFail(run("twice", {"4xf32=1,2,3,4", "4xf32"}));
  ASSERT_EQ(result.measurement.status, Status::Ok)
      << result.measurement.message;
  EXPECT_GT(result.measurement.medianNs, 0);
  ASSERT_THAT(result.outputs, SizeIs(1));
  EXPECT_THAT(result.outputs[0].values(9), ElementsAre("2", "4", "6", "8"));
}

TEST_P(ObjectBenchmarkTest, FunctionsOfTheSystemAreThere) {
  ObjectBenchmark result =
      llvm::cantFail(run("root", {"4xf32=1,8,27,64", "4xf32"}));
  ASSERT_EQ(result.measurement.status, Status::Ok)
      << result.measurement.message;
  EXPECT_THAT(result.outputs[0].values(9), ElementsAre("1", "2", "3", "4"));
}

TEST_P(ObjectBenchmarkTest, ComparesOutputsWithExpectedOnes) {
  EXPECT_EQ(statusOf("twice", {"4xf32=2,4,6,8"}).status, Status::Ok);
  EXPECT_EQ(statusOf("twice", {"4xf32=2,4,6.00001,8"}).status, Status::Ok);
  Measurement wrong = statusOf("twice", {"4xf32=2,4,6.1,8"});
  EXPECT_EQ(wrong.status, Status::WrongResult);
  EXPECT_THAT(wrong.message,
              HasSubstr("argument 1: [2] is 6 instead of 6.0999"));
  // The first call counts, not the sum of all calls.
  EXPECT_EQ(
      llvm::cantFail(run("add", {"4xf32=1", "inout:4xf32=10"}, {"4xf32=11"}))
          .measurement.status,
      Status::Ok);
}

TEST_P(ObjectBenchmarkTest, ComparesLaterCallsWithTheFirst) {
  Measurement grown = statusOf("grow");
  EXPECT_EQ(grown.status, Status::WrongResult);
  EXPECT_THAT(grown.message,
              HasSubstr("a later call computes something else than the first"));
  // Arguments that are read and written are filled again for each call.
  EXPECT_EQ(llvm::cantFail(run("add", {"4xf32=1", "inout:4xf32=10"}))
                .measurement.status,
            Status::Ok);
}

TEST_P(ObjectBenchmarkTest, RepeatsAndBatchesAreThoseAskedFor) {
  batchSize = 3;
  repeats = 4;
  limits.protocol.budgetMs = 1000;
  Measurement measurement = statusOf("twice");
  EXPECT_EQ(measurement.number, 3u);
  EXPECT_LE(measurement.repeats, 4u); // without interrupted ones
}

TEST_P(ObjectBenchmarkTest, NothingThatAFunctionDoesHarmsItsCaller) {
  EXPECT_EQ(statusOf("crash").status, Status::Crashed);
  Measurement past = statusOf("past");
  EXPECT_EQ(past.status, Status::WrongResult);
  EXPECT_THAT(past.message, HasSubstr("past argument 1"));
  limits.runTimeoutMs = 500;
  EXPECT_EQ(statusOf("hang").status, Status::TimedOut);
}

TEST_P(ObjectBenchmarkTest, AFunctionThatIsMissingIsNamed) {
  Measurement missing = statusOf("no_such_function");
  EXPECT_EQ(missing.status, Status::CompileFailed);
  EXPECT_THAT(missing.message, HasSubstr("no_such_function"));
}

TEST_P(ObjectBenchmarkTest, MistakesAreTold) {
  EXPECT_THAT(complaint({"4xf32=1"}), HasSubstr("no binding is written"));
  EXPECT_THAT(complaint({"4xf32=1", "4xf32"}, {"8xf32=1"}),
              HasSubstr("expected output 0 is 8xf32, and the binding 4xf32"));
  EXPECT_THAT(complaint({"4xf32=1", "4xf32"}, {"4xf32"}),
              HasSubstr("has no values"));
  EXPECT_THAT(complaint({"4xf32=1", "4xf32"}, {"4xf32=1", "4xf32=1"}),
              HasSubstr("2 expected outputs for 1"));
  EXPECT_THAT(complaint({"4xf32=1", "4xf32", "4xf32"}, {"4xf32=1"}),
              HasSubstr("1 expected outputs for a program that writes 2"));
  limits.memoryLimitBytes = 64 << 20;
  EXPECT_THAT(complaint({"4xf32=1", "10000000xf64"}), HasSubstr("memory"));
  batchSize = 2;
  limits.protocol.caches = CacheState::Cold;
  EXPECT_THAT(complaint({"4xf32=1", "4xf32"}), HasSubstr("cold caches"));
}

/// Files that are not objects.
class BrokenObjectTest : public testing::Test {
protected:
  llvm::Expected<ObjectBenchmark> run(const std::string &name) {
    ObjectBenchmarkOptions options{
        .entry = "twice", .bindings = {llvm::cantFail(parseBinding("4xf32"))}};
    return benchmarkObject(folder / name, options, quickLimits());
  }
  TemporaryFolder folder;
};

TEST_F(BrokenObjectTest, IsTold) {
  folder.write("text.so", "no object\n");
  Measurement text = llvm::cantFail(run("text.so")).measurement;
  EXPECT_EQ(text.status, Status::CompileFailed);
  EXPECT_THAT(text.message, HasSubstr("cannot be linked"));
  folder.write("empty.so", "");
  EXPECT_THAT(llvm::toString(run("empty.so").takeError()),
              HasSubstr("empty.so: is empty"));
  EXPECT_THAT(llvm::toString(run("none.so").takeError()), HasSubstr("none.so"));
}

TEST_F(BrokenObjectTest, NoBeginningOfAnObjectHarmsTheCaller) {
  folder.write("k.c", functions);
  ASSERT_EQ(folder.shell("gcc -O1 -fPIC -shared -o k.so k.c -lm && for n in "
                         "64 1000 4096 8000 12288; do head -c $n k.so > "
                         "$n.so; done"),
            0);
  for (const char *bytes : {"64", "1000", "4096", "8000", "12288"}) {
    auto result = run(std::string(bytes) + ".so");
    ASSERT_TRUE(bool(result)) << llvm::toString(result.takeError());
    EXPECT_NE(result->measurement.status, Status::Ok) << bytes;
    EXPECT_THAT(result->outputs, IsEmpty());
  }
}

} // namespace
} // namespace mlirgym
