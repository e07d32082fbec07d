#include "execution/LoadedKernel.h"
#include "actions/Schedule.h"
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "execution/KernelRunner.h"
#include "program/ProgramLoader.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <barrier>
#include <cstdint>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

using testing::HasSubstr;

/// Numbers at a multiple of 64 bytes, or `offset` elements after one.
struct Numbers {
  explicit Numbers(size_t count, size_t offset = 0) : memory(count + 32) {
    const auto address = reinterpret_cast<uintptr_t>(memory.data());
    values = {memory.data() + (64 - address % 64) % 64 / 4 + offset, count};
  }
  llvm::MutableArrayRef<char> bytes() const {
    return {reinterpret_cast<char *>(values.data()), 4 * values.size()};
  }

  std::vector<float> memory;
  llvm::MutableArrayRef<float> values;
};

class LoadedKernelTest : public testing::Test {
protected:
  LoadedKernelTest() {
    options.cacheOnDisk = false;
    options.compileTimeoutMs = options.runTimeoutMs = 120000;
  }
  std::shared_ptr<const KernelBundle> compile(const std::string &program,
                                              const char *schedule) {
    return compile(llvm::cantFail(ProgramLoader().loadGenerated(program)),
                   schedule);
  }
  std::shared_ptr<const KernelBundle> compile(Program program,
                                              const char *schedule) {
    auto execution = llvm::cantFail(Execution::create(options));
    return std::make_shared<const KernelBundle>(
        llvm::cantFail(execution->compile(
                           {std::make_shared<const Program>(std::move(program)),
                            llvm::cantFail(Schedule::parse(schedule))}))
            .bundle());
  }

  ExecutionOptions options;
};

TEST_F(LoadedKernelTest, ReadsAndWritesTheCallersMemory) {
  auto kernel = llvm::cantFail(
      LoadedKernel::load(compile("relu_6_10", "op0: tile(2,0) vectorize")));
  for (const size_t offset : {0, 1}) { // aligned, and not
    Numbers input(60, offset), output(60, offset);
    for (int call = 0; call < 2; ++call) {
      for (int i = 0; i < 60; ++i)
        input.values[i] = float(i - 30 + call);
      llvm::cantFail(kernel->call({input.bytes()}, {output.bytes()}));
      for (int i = 0; i < 60; ++i)
        EXPECT_EQ(output.values[i], std::max(float(i - 30 + call), 0.0f));
    }
  }
}

TEST_F(LoadedKernelTest, SeveralThreadsMayCallIt) {
  // Its softmax allocates memory.
  auto kernel =
      llvm::cantFail(LoadedKernel::load(compile("softmax_64_256", "")));
  constexpr size_t count = size_t(64) * 256;
  Numbers input(count), expected(count);
  for (size_t i = 0; i < input.values.size(); ++i)
    input.values[i] = float(i % 17);
  llvm::cantFail(kernel->call({input.bytes()}, {expected.bytes()}));
  std::vector<std::thread> threads;
  std::vector<int> wrong(4);
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      Numbers output(count);
      for (int call = 0; call < 20; ++call) {
        llvm::cantFail(kernel->call({input.bytes()}, {output.bytes()}));
        wrong[thread] += output.values != expected.values;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_THAT(wrong, testing::Each(0));
}

TEST_F(LoadedKernelTest, SeveralThreadsMayCallItFirst) {
  // The first call copies the constant into tiles of 8 columns.
  constexpr size_t depth = 512, columns = 1021;
  std::vector<float> weights(depth * columns);
  for (size_t i = 0; i < weights.size(); ++i)
    weights[i] = float(i % 13) - 6;
  const std::string digits = llvm::toHex(
      {reinterpret_cast<const char *>(weights.data()), 4 * weights.size()});
  auto bundle = compile(
      llvm::cantFail(ProgramLoader().loadText(
          R"(func.func @product(%a: tensor<4x512xf32>) -> tensor<4x1021xf32> {
               %b = arith.constant dense<"0x)" +
              digits + R"("> : tensor<512x1021xf32>
               %zero = arith.constant 0.0 : f32
               %empty = tensor.empty() : tensor<4x1021xf32>
               %init = linalg.fill ins(%zero : f32)
                   outs(%empty : tensor<4x1021xf32>) -> tensor<4x1021xf32>
               %c = linalg.matmul
                   ins(%a, %b : tensor<4x512xf32>, tensor<512x1021xf32>)
                   outs(%init : tensor<4x1021xf32>) -> tensor<4x1021xf32>
               return %c : tensor<4x1021xf32>
             })",
          "product")),
      "op0: tile_fuse(0,8,0) promote(1) tile(0,0,8) vectorize");
  Numbers input(4 * depth), expected(4 * columns);
  for (size_t i = 0; i < input.values.size(); ++i)
    input.values[i] = float(i % 17) - 8;
  llvm::cantFail(llvm::cantFail(LoadedKernel::load(bundle))
                     ->call({input.bytes()}, {expected.bytes()}));
  for (int load = 0; load < 5; ++load) {
    auto kernel = llvm::cantFail(LoadedKernel::load(bundle));
    std::vector<std::thread> threads;
    std::vector<int> wrong(4);
    std::barrier start(4);
    for (int thread = 0; thread < 4; ++thread)
      threads.emplace_back([&, thread] {
        Numbers output(4 * columns);
        start.arrive_and_wait();
        for (int call = 0; call < 3; ++call) {
          llvm::cantFail(kernel->call({input.bytes()}, {output.bytes()}));
          wrong[thread] += output.values != expected.values;
        }
      });
    for (std::thread &thread : threads)
      thread.join();
    EXPECT_THAT(wrong, testing::Each(0));
  }
}

TEST_F(LoadedKernelTest, RefusesWhatItCannotCall) {
  auto bundle = compile("relu_6_10", "");
  auto kernel = llvm::cantFail(LoadedKernel::load(bundle));
  Numbers output(60);
  EXPECT_THAT(llvm::toString(kernel->call({}, {output.bytes()})),
              HasSubstr("0 inputs for a program that reads more"));
  auto refused = [&](auto change) {
    auto other = std::make_shared<KernelBundle>(*bundle);
    change(*other);
    return llvm::toString(LoadedKernel::load(other).takeError());
  };
  EXPECT_THAT(refused([](KernelBundle &other) { other.facts.cpu = "i486"; }),
              HasSubstr("was compiled for another processor"));
  EXPECT_THAT(refused([](KernelBundle &other) { other.facts.entry = "x"; }),
              HasSubstr("relu_6_10: the object code cannot be linked: "));
  options.threads = 2;
  auto parallel = compile("relu_64_100", "op0: tile_parallel(32,0)");
  EXPECT_THAT(llvm::toString(LoadedKernel::load(parallel).takeError()),
              HasSubstr("a kernel of several threads needs LLVM's OpenMP"));
}

} // namespace
} // namespace mlirgym
