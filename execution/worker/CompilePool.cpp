#include "execution/worker/CompilePool.h"
#include "execution/process/WorkerProcess.h"
#include "execution/worker/CompileWorker.h"
#include "execution/worker/QuietGate.h"
#include "lowering/LoweringStage.h"
#include "outcome/ExecutionError.h"
#include "outcome/StopCheck.h"
#include "program/Program.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <mutex>
#include <optional>

namespace mlirgym::worker {

CompilePool::CompilePool(unsigned numWorkers, const WorkerOptions &options,
                         QuietGate *quietGate)
    : gate(quietGate) {
  for (unsigned i = 0; i < numWorkers; ++i) {
    workers.push_back(std::make_unique<CompileWorker>(options));
    idle.push_back(workers.back().get());
  }
}

template <typename Result, typename Use>
llvm::Expected<Result> CompilePool::withWorker(StopCheck *given, Use use) {
  StopCheck never;
  StopCheck &stop = given ? *given : never;
  CompileWorker *worker;
  {
    std::unique_lock lock(mutex);
    if (!waitUnlessStopped(returned, lock, stop, [&] { return !idle.empty(); }))
      return llvm::make_error<InterruptedError>();
    worker = idle.back();
    idle.pop_back();
  }
  auto useAlone = [&]() -> llvm::Expected<Result> {
    if (gate && !gate->enterCompiling(stop))
      return llvm::make_error<InterruptedError>();
    llvm::Expected<Result> made = use(*worker, &stop);
    if (gate)
      gate->leaveCompiling();
    return made;
  };
  llvm::Expected<Result> result = useAlone();
  {
    std::lock_guard lock(mutex);
    idle.push_back(worker);
  }
  returned.notify_one();
  return result;
}

llvm::Expected<CompiledKernel>
CompilePool::compile(llvm::StringRef programText, llvm::StringRef entry,
                     llvm::StringRef script, std::optional<LoweringStage> stage,
                     StopCheck *given) {
  return withWorker<CompiledKernel>(
      given, [&](CompileWorker &worker, StopCheck *stop) {
        return worker.compile(programText, entry, script, stage, stop);
      });
}

llvm::Expected<PreparedData>
CompilePool::prepare(const Program &program, StopCheck *given, uint64_t nonce) {
  return withWorker<PreparedData>(given,
                                  [&](CompileWorker &worker, StopCheck *stop) {
                                    return worker.prepare(program, stop, nonce);
                                  });
}

uint64_t CompilePool::restarts() const {
  uint64_t sum = 0;
  for (const std::unique_ptr<CompileWorker> &worker : workers)
    sum += worker->restarts();
  return sum;
}

} // namespace mlirgym::worker
