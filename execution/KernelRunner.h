//===- execution/KernelRunner.h - Calls kernels, without MLIR ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_KERNELRUNNER_H
#define MLIRGYM_EXECUTION_KERNELRUNNER_H

#include "execution/KernelResult.h"
#include "execution/kernelcache/KernelBundle.h"
#include "outcome/Measurement.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace mlirgym {

struct KernelRunnerOptions {
  /// Threads of the kernels (OpenMP).
  unsigned threads = 1;
  /// Wall time of a call, after which the worker process is killed.
  double timeoutMs = 20000;
  uint64_t memoryLimitBytes = 8ull << 30;
  /// As ExecutionOptions::workerPath; mlirgym-kernel-worker is in the same
  /// folder.
  std::string workerPath = {};
  /// As ExecutionOptions::interrupted.
  std::function<bool()> interrupted = nullptr;
};

/// Inputs that are the same in several calls, such as the weights of a model:
/// their positions among the arguments that the kernel reads. Consecutive calls
/// with the same object leave them in the worker process.
struct HeldInputs {
  std::vector<unsigned> positions;
};

/// Calls kernels on the caller's inputs, in a worker process in a sandbox that
/// loads no MLIR: it is started by the first call (about 30 ms), kept, and
/// started again after a kernel has ended it. Nothing is verified or timed, and
/// calls do not wait for other measurements. Thread safe; calls run one after
/// the other. Code and memory of the last kernel stay in the process, so that
/// calls of one kernel only copy its inputs and outputs.
class KernelRunner {
public:
  /// Errors: ExecutionError if there is no worker program.
  static llvm::Expected<std::shared_ptr<KernelRunner>>
  create(KernelRunnerOptions options);
  ~KernelRunner();

  /// One call. `inputs` are the bytes of each argument that the kernel reads,
  /// in argument order, row-major. A crash or a timeout is a status. Errors:
  /// ExecutionError for a wrong number or size of inputs, for a bundle that is
  /// not callable or was compiled for another processor, and if no worker can
  /// be started; InterruptedError.
  llvm::Expected<KernelResult>
  call(const KernelBundle &kernel, llvm::ArrayRef<llvm::ArrayRef<char>> inputs);
  /// One call that writes to `outputs`, one for each argument that the kernel
  /// writes, in order and of its size; they are unchanged unless the status is
  /// Ok. Errors: as above.
  llvm::Expected<Measurement>
  call(const KernelBundle &kernel, llvm::ArrayRef<llvm::ArrayRef<char>> inputs,
       llvm::ArrayRef<llvm::MutableArrayRef<char>> outputs,
       std::shared_ptr<const HeldInputs> held = nullptr);
  /// Copies of inputs. The first call passes them to the worker process, where
  /// they stay until another call. Errors: as call().
  using Inputs = std::vector<std::vector<char>>;
  llvm::Expected<std::shared_ptr<const Inputs>>
  copy(const KernelBundle &kernel,
       llvm::ArrayRef<llvm::ArrayRef<char>> inputs) const;
  /// One call on the inputs of copy() for this kernel.
  llvm::Expected<Measurement>
  call(const KernelBundle &kernel, std::shared_ptr<const Inputs> inputs,
       llvm::ArrayRef<llvm::MutableArrayRef<char>> outputs);
  /// The worker process; 0 before the first call.
  pid_t workerPid();

private:
  KernelRunner();
  /// `positions`: of the inputs that stay in the worker for a call with the
  /// same `owner`.
  llvm::Expected<Measurement>
  run(const KernelBundle &kernel, llvm::ArrayRef<llvm::ArrayRef<char>> inputs,
      llvm::ArrayRef<llvm::MutableArrayRef<char>> outputs,
      std::shared_ptr<const void> owner, llvm::ArrayRef<unsigned> positions);
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// Errors: ExecutionError if the bundle is not callable, or was compiled for
/// another processor.
llvm::Error requireCallable(const KernelBundle &kernel);

/// A kernel with its inputs. Consecutive calls leave the inputs in the worker
/// process.
class KernelCall {
public:
  KernelCall(std::shared_ptr<const KernelBundle> of,
             std::shared_ptr<KernelRunner> on,
             std::shared_ptr<const KernelRunner::Inputs> copied)
      : contents(std::move(of)), runner(std::move(on)),
        inputs(std::move(copied)) {}

  const KernelBundle &bundle() const { return *contents; }
  /// See KernelRunner::call().
  llvm::Expected<Measurement>
  operator()(llvm::ArrayRef<llvm::MutableArrayRef<char>> outputs) const {
    return runner->call(*contents, inputs, outputs);
  }

private:
  std::shared_ptr<const KernelBundle> contents;
  std::shared_ptr<KernelRunner> runner;
  std::shared_ptr<const KernelRunner::Inputs> inputs;
};

/// A compiled kernel as a function.
class Kernel {
public:
  Kernel(KernelBundle compiled, std::shared_ptr<KernelRunner> on)
      : contents(std::make_shared<const KernelBundle>(std::move(compiled))),
        runner(std::move(on)) {}

  const KernelBundle &bundle() const { return *contents; }
  KernelRunner &on() const { return *runner; }
  /// See KernelRunner::call().
  llvm::Expected<KernelResult>
  operator()(llvm::ArrayRef<llvm::ArrayRef<char>> inputs) const {
    return runner->call(*contents, inputs);
  }
  llvm::Expected<Measurement>
  operator()(llvm::ArrayRef<llvm::ArrayRef<char>> inputs,
             llvm::ArrayRef<llvm::MutableArrayRef<char>> outputs,
             std::shared_ptr<const HeldInputs> held = nullptr) const {
    return runner->call(*contents, inputs, outputs, std::move(held));
  }
  /// For several calls on the same inputs, which are copied. Errors: as
  /// KernelRunner::call().
  llvm::Expected<KernelCall>
  withInputs(llvm::ArrayRef<llvm::ArrayRef<char>> inputs) const {
    auto copied = runner->copy(*contents, inputs);
    if (!copied)
      return copied.takeError();
    return KernelCall(contents, runner, std::move(*copied));
  }

private:
  std::shared_ptr<const KernelBundle> contents;
  std::shared_ptr<KernelRunner> runner;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_KERNELRUNNER_H
