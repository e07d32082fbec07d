//===- lowering/LoweringFixture.h - Compile, run, compare -------*- C++ -*-===//
#ifndef MLIRGYM_TESTS_LOWERING_LOWERINGFIXTURE_H
#define MLIRGYM_TESTS_LOWERING_LOWERINGFIXTURE_H

#include "ScalarReference.h"
#include "execution/worker/MeasureWorker.h"
#include "lowering/KernelCompiler.h"
#include "program/ProgramLoader.h"
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <initializer_list>

namespace mlirgym {

/// Inputs and outputs of a kernel.
struct KernelRunData {
  ElementType type = ElementType::F32; ///< of the output
  std::vector<scalar::Tensor> inputs;
  scalar::Tensor output;
};

/// `text` with each word, wherever it stands, replaced.
std::string fillIn(
    std::string text,
    std::initializer_list<std::pair<llvm::StringRef, llvm::StringRef>> words);

/// Compiles programs in this process and runs them in a worker: a kernel needs
/// libomp, and a wrong kernel may write anywhere.
class LoweringTest : public testing::Test {
protected:
  using Expectation =
      std::function<scalar::Tensor(const std::vector<scalar::Tensor> &)>;

  void SetUp() override;
  void TearDown() override;

  /// `name` of a generated program.
  Program generate(llvm::StringRef name);
  Program loadText(llvm::StringRef text);
  KernelCompiler &compiler();

  /// Compiles and runs. nullopt, and a failure of the test, if a step fails.
  std::optional<KernelRunData> run(const Program &program,
                                   llvm::StringRef schedule);
  /// Compiles and runs on `inputs`, one for each argument that is read; returns
  /// the bytes of the written arguments. nullopt, and a failure of the test, if
  /// a step fails.
  std::optional<std::vector<char>>
  runOn(const Program &program, llvm::StringRef schedule,
        llvm::ArrayRef<llvm::ArrayRef<char>> inputs);
  /// Runs `program` under each of the schedules and compares with `expected` of
  /// its inputs. `sumLength`: additions into one element, 0 if none.
  void check(const Program &program,
             std::initializer_list<llvm::StringRef> schedules,
             const Expectation &expected, int64_t sumLength);
  void check(llvm::StringRef name,
             std::initializer_list<llvm::StringRef> schedules,
             const Expectation &expected, int64_t sumLength) {
    check(generate(name), schedules, expected, sumLength);
  }

  /// Threads of the kernels from now on.
  void useThreads(unsigned count);

private:
  /// The outputs in a file. nullopt, and a failure of the test, if a step
  /// fails.
  std::optional<worker::MemoryFile> call(const Program &program,
                                         llvm::StringRef schedule,
                                         const worker::ProgramData &data);

  std::unique_ptr<worker::MeasureWorker> measurer;
  ProgramLoader loader;
  std::unique_ptr<KernelCompiler> kernels;
};

/// Integers, infinities and NaN the same; else |a - b| <= t (|b| + rms b) and
/// rms (a - b) <= t / 4 rms b, with t = eps (4 + 2 sqrt(sumLength)).
void expectEqual(const scalar::Tensor &actual, const scalar::Tensor &expected,
                 ElementType type, int64_t sumLength);

} // namespace mlirgym
#endif // MLIRGYM_TESTS_LOWERING_LOWERINGFIXTURE_H
