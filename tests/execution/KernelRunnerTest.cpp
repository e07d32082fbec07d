#include "execution/KernelRunner.h"
#include "actions/Schedule.h"
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "execution/kernelcache/KernelCache.h"
#include "lowering/Machine.h"
#include "outcome/Measurement.h"
#include "program/ProgramLoader.h"
#include "tests/execution/NarrowerHost.h"
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

namespace mlirgym {
namespace {

using testing::HasSubstr;
using testing::Not;

class KernelRunnerTest : public testing::Test {
protected:
  void SetUp() override {
    folder = std::filesystem::path(testing::TempDir()) /
             ("mlirgym-kernels-" + std::to_string(::getpid()));
    std::filesystem::remove_all(folder);
    options.cacheDir = folder.string(); // never the user's
    options.compileTimeoutMs = options.runTimeoutMs = 120000;
    program = std::make_shared<const Program>(
        llvm::cantFail(ProgramLoader().loadGenerated("relu_6_10")));
    for (int i = 0; i < 60; ++i)
      input.push_back(float(i - 30));
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::unique_ptr<Execution> open() {
    return llvm::cantFail(Execution::create(options));
  }
  ExecutionRequest request(const char *schedule) const {
    return {program, llvm::cantFail(Schedule::parse(schedule))};
  }
  llvm::ArrayRef<char> inputBytes() const {
    return {reinterpret_cast<const char *>(input.data()),
            input.size() * sizeof(float)};
  }
  /// The outputs of one call, or its message.
  std::string call(const Kernel &kernel) const {
    auto result = kernel({inputBytes()});
    if (!result)
      return "error: " + llvm::toString(result.takeError());
    if (!result->measurement.ok())
      return nameOf(result->measurement.status).str() + ": " +
             result->measurement.message;
    std::vector<float> output(60);
    EXPECT_EQ(result->outputs.size(), 1u);
    EXPECT_EQ(result->outputs.front().size(), 240u);
    std::memcpy(output.data(), result->outputs.front().data(), 240);
    for (size_t i = 0; i < 60; ++i)
      EXPECT_EQ(output[i], std::max(input[i], 0.0f)) << i;
    return "right";
  }

  std::filesystem::path folder;
  ExecutionOptions options;
  std::shared_ptr<const Program> program;
  std::vector<float> input;
};

TEST_F(KernelRunnerTest, CompilesOnceAndCallsManyTimes) {
  auto execution = open();
  Kernel kernel =
      llvm::cantFail(execution->compile(request("op0: tile(2,0) vectorize")));
  EXPECT_EQ(kernel.on().workerPid(), 0);
  EXPECT_EQ(call(kernel), "right");
  const pid_t worker = kernel.on().workerPid();
  EXPECT_GT(worker, 0);
  EXPECT_EQ(call(kernel), "right");
  EXPECT_EQ(kernel.on().workerPid(), worker);
  EXPECT_EQ(kernel.bundle().facts.schedule, "op0: tile(2,0) vectorize");
  EXPECT_EQ(execution->statistics().measured, 0u);
  // Another session finds it on disk.
  auto later = open();
  Kernel again =
      llvm::cantFail(later->compile(request("op0: tile(2,0) vectorize")));
  EXPECT_TRUE(again.bundle().key == kernel.bundle().key);
  EXPECT_EQ(later->statistics().compiled, 0u);
  EXPECT_EQ(call(again), "right");
}

TEST_F(KernelRunnerTest, TheProcessThatRunsKernelsHasNoMlir) {
  const std::string hash =
      llvm::cantFail(open()->compile(request("op0: vectorize")))
          .bundle()
          .key.hex();
  auto cache =
      llvm::cantFail(KernelCache::open({.directory = folder.string()}));
  Kernel kernel(llvm::cantFail(cache->find(hash)),
                llvm::cantFail(KernelRunner::create({})));
  EXPECT_EQ(call(kernel), "right");
  std::ifstream maps("/proc/" + std::to_string(kernel.on().workerPid()) +
                     "/maps");
  const std::string mapped{std::istreambuf_iterator<char>(maps), {}};
  EXPECT_THAT(mapped, HasSubstr("mlirgym-kernel-worker"));
  EXPECT_THAT(mapped, Not(HasSubstr("libMLIR")));
}

TEST_F(KernelRunnerTest, InputsStayBetweenCalls) {
  auto execution = open();
  Kernel kernel = llvm::cantFail(execution->compile(request("")));
  const std::vector<float> original = input;
  KernelCall twice = llvm::cantFail(kernel.withInputs({inputBytes()}));
  input.assign(60, 7); // they were copied
  EXPECT_EQ(call(kernel), "right");
  for (int i = 0; i < 2; ++i) {
    std::vector<float> output(60);
    const Measurement result =
        llvm::cantFail(twice({llvm::MutableArrayRef<char>(
            reinterpret_cast<char *>(output.data()), 240)}));
    EXPECT_TRUE(result.ok());
    EXPECT_EQ(output[59], original[59]);
  }
  EXPECT_EQ(call(kernel), "right");
}

TEST_F(KernelRunnerTest, HeldInputsAreCopiedByTheFirstOfTheirCalls) {
  auto execution = open();
  Kernel kernel = llvm::cantFail(execution->compile(request("")));
  auto lastOf = [&](std::shared_ptr<const HeldInputs> held) {
    std::vector<float> output(60);
    const Measurement result = llvm::cantFail(
        kernel({inputBytes()},
               {llvm::MutableArrayRef<char>(
                   reinterpret_cast<char *>(output.data()), 240)},
               std::move(held)));
    EXPECT_TRUE(result.ok());
    return output[59];
  };
  auto held = std::make_shared<const HeldInputs>(HeldInputs{{0}}),
       others = std::make_shared<const HeldInputs>(HeldInputs{{0}}),
       none = std::make_shared<const HeldInputs>();
  const float before = input[59], after = before + 1;
  EXPECT_EQ(lastOf(held), before);
  input[59] = after;
  EXPECT_EQ(lastOf(held), before) << "copied although it was there";
  EXPECT_EQ(lastOf(others), after);
  EXPECT_EQ(lastOf(held), after) << "other inputs have taken its place";
  input[59] = before;
  EXPECT_EQ(lastOf(none), before);
  input[59] = after;
  EXPECT_EQ(lastOf(none), after);
  input[59] = before;
  EXPECT_EQ(lastOf(nullptr), before);
}

TEST_F(KernelRunnerTest, KernelsTakeTurns) {
  auto execution = open();
  Kernel first = llvm::cantFail(execution->compile(request(""))),
         second = llvm::cantFail(execution->compile(request("op0: vectorize")));
  KernelCall stays = llvm::cantFail(first.withInputs({inputBytes()}));
  for (int i = 0; i < 2; ++i) {
    std::vector<float> output(60);
    EXPECT_EQ(call(second), "right");
    llvm::cantFail(stays({llvm::MutableArrayRef<char>(
        reinterpret_cast<char *>(output.data()), 240)}));
    EXPECT_EQ(output[59], 29);
    input[i] += 1;
    EXPECT_EQ(call(first), "right");
  }
  EXPECT_EQ(first.on().workerPid(), second.on().workerPid());
}

TEST_F(KernelRunnerTest, AnArgumentThatIsReadAndWrittenDoesNotChange) {
  program = std::make_shared<const Program>(
      llvm::cantFail(ProgramLoader().loadText(R"(
func.func @increase(%a: memref<6x10xf32>) {
  linalg.exp ins(%a : memref<6x10xf32>) outs(%a : memref<6x10xf32>)
  return
}
)",
                                              "increase")));
  Kernel kernel = llvm::cantFail(open()->compile(request("")));
  input.assign(60, 0);
  KernelCall stays = llvm::cantFail(kernel.withInputs({inputBytes()}));
  for (int i = 0; i < 2; ++i) {
    std::vector<float> output(60);
    const Measurement result =
        llvm::cantFail(stays({llvm::MutableArrayRef<char>(
            reinterpret_cast<char *>(output.data()), 240)}));
    EXPECT_TRUE(result.ok());
    EXPECT_EQ(output[17], 1);
  }
}

TEST_F(KernelRunnerTest, ACrashIsAStatusAndTheNextCallRuns) {
  Kernel kernel = llvm::cantFail(open()->compile(request("")));
  KernelBundle wrong = kernel.bundle();
  // The kernel writes past an output that is smaller than it expects.
  wrong.facts.arguments.back().shape = {1, 1};
  auto runner = llvm::cantFail(KernelRunner::create({}));
  EXPECT_THAT(call(Kernel(std::move(wrong), runner)), HasSubstr("crashed: "));
  EXPECT_EQ(call(Kernel(kernel.bundle(), runner)), "right");
}

TEST_F(KernelRunnerTest, RefusesWhatItCannotCall) {
  Kernel kernel = llvm::cantFail(open()->compile(request("")));
  auto messageOf = [](llvm::Expected<KernelResult> result) {
    return llvm::toString(result.takeError());
  };
  EXPECT_THAT(messageOf(kernel({})), HasSubstr("0 inputs for a program that "
                                               "reads more"));
  EXPECT_THAT(messageOf(kernel({inputBytes().drop_back(4)})),
              HasSubstr("an input of 236 bytes where 240 belong"));
  auto refused = [&](auto change) {
    KernelBundle other = kernel.bundle();
    change(other.facts);
    return call(
        Kernel(std::move(other), llvm::cantFail(KernelRunner::create({}))));
  };
  EXPECT_THAT(refused([](KernelFacts &facts) { facts.cpu = "i486"; }),
              HasSubstr("was compiled for another processor (i486; this is"));
  EXPECT_THAT(refused([](KernelFacts &facts) { facts.entry.clear(); }),
              HasSubstr("was stored without its signature"));
}

TEST_F(KernelRunnerTest, CallsCodeThatDoesWithoutSomeFeatures) {
  options.deviceFeatures = removableFeature();
  if (options.deviceFeatures.empty())
    GTEST_SKIP() << "no feature to remove";
  Kernel kernel = llvm::cantFail(open()->compile(request("op0: vectorize")));
  EXPECT_THAT(kernel.bundle().facts.features,
              HasSubstr(options.deviceFeatures));
  EXPECT_EQ(call(kernel), "right");
  KernelBundle other = kernel.bundle();
  other.facts.features += ",+warp9";
  EXPECT_THAT(
      call(Kernel(std::move(other), llvm::cantFail(KernelRunner::create({})))),
      HasSubstr("was compiled for another processor"));
}

TEST_F(KernelRunnerTest, WhatCannotBeCompiledIsAnError) {
  ExecutionRequest script{program, {}, "transform.named_sequence junk"};
  auto kernel = open()->compile(script);
  ASSERT_FALSE(bool(kernel));
  EXPECT_THAT(llvm::toString(kernel.takeError()),
              HasSubstr("relu_6_10: transform_failed: "));
}

} // namespace
} // namespace mlirgym
