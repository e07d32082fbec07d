#include "execution/MeasureBench.h"
#include "execution/ExecutionError.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>

namespace mlirgym {

llvm::Expected<std::unique_ptr<MeasureBench>>
MeasureBench::create(const WorkerOptions &options, QuietGate *gate) {
  FileDescriptor file(::open(options.path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid())
    return executionError("{0}: cannot be opened: {1}", options.path,
                          std::strerror(errno));
  return std::unique_ptr<MeasureBench>(
      new MeasureBench(options, gate, std::move(file)));
}

llvm::Expected<KernelOutcome> MeasureBench::run(const ProgramData &data,
                                                const MemoryFile &object,
                                                const KernelRun &kernel) {
  std::lock_guard lock(mutex);
  if (gate)
    gate->enterMeasuring();
  // The kernel lets go of it with the process, however that ends. Where files
  // cannot be locked (some network file systems) there is nothing to wait for.
  while (::flock(lockFile.get(), LOCK_EX) != 0 && errno == EINTR)
    ;
  llvm::Expected<KernelOutcome> outcome = worker.run(data, object, kernel);
  ::flock(lockFile.get(), LOCK_UN);
  if (gate)
    gate->leaveMeasuring();
  return outcome;
}

} // namespace mlirgym
