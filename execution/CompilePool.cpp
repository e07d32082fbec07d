#include "execution/CompilePool.h"

namespace mlirgym {

CompilePool::CompilePool(unsigned numWorkers, const WorkerOptions &options,
                         QuietGate *quietGate)
    : gate(quietGate) {
  for (unsigned i = 0; i < numWorkers; ++i) {
    workers.push_back(std::make_unique<CompileWorker>(options));
    idle.push_back(workers.back().get());
  }
}

llvm::Expected<CompiledKernel>
CompilePool::compile(llvm::StringRef programText, llvm::StringRef entry,
                     llvm::StringRef script,
                     std::optional<LoweringStage> stage) {
  CompileWorker *worker;
  {
    std::unique_lock lock(mutex);
    returned.wait(lock, [&] { return !idle.empty(); });
    worker = idle.back();
    idle.pop_back();
  }
  if (gate)
    gate->enterCompiling();
  llvm::Expected<CompiledKernel> result =
      worker->compile(programText, entry, script, stage);
  if (gate)
    gate->leaveCompiling();
  {
    std::lock_guard lock(mutex);
    idle.push_back(worker);
  }
  returned.notify_one();
  return result;
}

uint64_t CompilePool::restarts() const {
  uint64_t sum = 0;
  for (const std::unique_ptr<CompileWorker> &worker : workers)
    sum += worker->restarts();
  return sum;
}

} // namespace mlirgym
