//===- execution/worker/CompilePool.h - Compile workers to share ----------===//
#ifndef MLIRGYM_EXECUTION_WORKER_COMPILEPOOL_H
#define MLIRGYM_EXECUTION_WORKER_COMPILEPOOL_H

#include "execution/process/WorkerProcess.h"
#include "execution/worker/CompileWorker.h"
#include "execution/worker/QuietGate.h"
#include "lowering/LoweringStage.h"
#include "outcome/StopCheck.h"
#include "program/Program.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace mlirgym::worker {

/// A fixed number of compile workers, each started on first use. A call takes
/// an idle worker, or waits for one. Thread safe.
class CompilePool {
public:
  /// `gate`, if any, is held while a worker compiles; must outlive this.
  CompilePool(unsigned numWorkers, const WorkerOptions &options,
              QuietGate *gate);

  /// See CompileWorker::compile(). Waits for a worker and for the gate unless
  /// `stop` ends the wait.
  llvm::Expected<CompiledKernel>
  compile(llvm::StringRef programText, llvm::StringRef entry,
          llvm::StringRef script,
          std::optional<LoweringStage> stage = std::nullopt,
          StopCheck *stop = nullptr);
  /// See CompileWorker::prepare().
  llvm::Expected<PreparedData> prepare(const Program &program,
                                       StopCheck *stop = nullptr,
                                       uint64_t nonce = 0);
  unsigned size() const { return static_cast<unsigned>(workers.size()); }
  uint64_t restarts() const;

private:
  /// Calls `use` with an idle worker, while no kernel is measured.
  template <typename Result, typename Use>
  llvm::Expected<Result> withWorker(StopCheck *given, Use use);
  std::vector<std::unique_ptr<CompileWorker>> workers;
  QuietGate *gate;
  std::mutex mutex;
  std::condition_variable returned;
  /// Last in, first out: prefers a worker with a loaded context to a new
  /// process.
  std::vector<CompileWorker *> idle;
};
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WORKER_COMPILEPOOL_H
