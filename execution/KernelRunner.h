//===- execution/KernelRunner.h - Calls kernels, without MLIR ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_KERNELRUNNER_H
#define MLIRGYM_EXECUTION_KERNELRUNNER_H

#include "execution/KernelResult.h"
#include "execution/kernelcache/KernelBundle.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <string>
#include <sys/types.h>

namespace mlirgym {
namespace worker {
class ProgramData;
}

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

/// Calls kernels on the caller's inputs, in a worker process in a sandbox that
/// loads no MLIR: it is started by the first call (about 30 ms), kept, and
/// started again after a kernel has ended it. Nothing is verified or timed, and
/// calls do not wait for other measurements. Thread safe; calls run one after
/// the other.
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
  /// Inputs that the first call passes to the worker process, where they stay
  /// until a call with other inputs. Errors: as call().
  llvm::Expected<std::shared_ptr<const worker::ProgramData>>
  load(const KernelBundle &kernel,
       llvm::ArrayRef<llvm::ArrayRef<char>> inputs) const;
  /// One call on the inputs of load() for this kernel.
  llvm::Expected<KernelResult> call(const KernelBundle &kernel,
                                    const worker::ProgramData &inputs);
  /// The worker process; 0 before the first call.
  pid_t workerPid();

private:
  KernelRunner();
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// A kernel with its inputs. Consecutive calls leave the inputs in the worker
/// process.
class KernelCall {
public:
  KernelCall(std::shared_ptr<const KernelBundle> of,
             std::shared_ptr<KernelRunner> on,
             std::shared_ptr<const worker::ProgramData> loaded)
      : contents(std::move(of)), runner(std::move(on)),
        inputs(std::move(loaded)) {}

  const KernelBundle &bundle() const { return *contents; }
  /// See KernelRunner::call().
  llvm::Expected<KernelResult> operator()() const {
    return runner->call(*contents, *inputs);
  }

private:
  std::shared_ptr<const KernelBundle> contents;
  std::shared_ptr<KernelRunner> runner;
  std::shared_ptr<const worker::ProgramData> inputs;
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
  /// For several calls on the same inputs, which are copied. Errors: as
  /// KernelRunner::call().
  llvm::Expected<KernelCall>
  withInputs(llvm::ArrayRef<llvm::ArrayRef<char>> inputs) const {
    auto loaded = runner->load(*contents, inputs);
    if (!loaded)
      return loaded.takeError();
    return KernelCall(contents, runner, std::move(*loaded));
  }

private:
  std::shared_ptr<const KernelBundle> contents;
  std::shared_ptr<KernelRunner> runner;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_KERNELRUNNER_H
