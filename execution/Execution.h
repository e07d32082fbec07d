//===- execution/Execution.h - The price of a schedule ----------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_EXECUTION_H
#define MLIRGYM_EXECUTION_EXECUTION_H

#include "actions/Schedule.h"
#include "execution/lowering/KernelCompiler.h"
#include "execution/outcome/ExecutionError.h"
#include "execution/outcome/Measurement.h"
#include "execution/timing/MeasureProtocol.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mlirgym {

struct ExecutionOptions {
  /// Threads of the kernel (OpenMP), pinned.
  unsigned threads = 1;
  /// Workers that compile at the same time; 0: one for each core that is left
  /// for compiling.
  unsigned compileWorkers = 0;
  /// SQLite file, read and written; "" keeps timings in memory only.
  std::string execDataFile;
  /// Further files, read only, looked up first.
  std::vector<std::string> mainExecData;
  /// Kernel cache on disk; "" for $MLIRGYM_CACHE_DIR, or none without it.
  std::string cacheDir;
  /// Answer from exec data alone: a missing key is Status::NotCached, no worker
  /// is ever started.
  bool replay = false;
  /// Replay any machine's timings (machine and toolchain leave the key): the
  /// recorded files in data/ came from another machine.
  bool anyMachine = false;
  /// Wall time of compiling one schedule, and of one call (or repeat) of a
  /// kernel; then the worker is killed. At most 30 days.
  double compileTimeoutMs = 20000, runTimeoutMs = 20000;
  /// What one request may take in a worker, beyond what the worker itself
  /// needs.
  uint64_t memoryLimitBytes = 8ull << 30;
  MeasureProtocol protocol;
  /// mlirgym-worker; "" for $MLIRGYM_WORKER, else beside the executable or
  /// library, else the install tree.
  std::string workerPath;
  /// Asked several times per second by the thread that waits in a call: true
  /// ends it with an InterruptedError, within a fraction of a second. So a
  /// program that catches Ctrl-C passes it on. What was timed by then is on
  /// file; the worker that is at it is killed. Empty: never.
  std::function<bool()> interrupted = nullptr;
};

/// What to run: a schedule, or a transform-dialect module of the caller's own
/// with `transform.named_sequence @__transform_main`, as toTransformScript()
/// makes them.
struct ExecutionRequest {
  std::shared_ptr<const Program> program;
  Schedule schedule = {};
  /// Stands in place of the schedule if it is not empty. Timings are kept under
  /// a hash of the text; what MLIR does not take is Status::TransformFailed.
  std::string script = {};

  /// Of schedule text or a module, whichever `code` is. Errors: ActionError for
  /// text that is neither.
  static llvm::Expected<ExecutionRequest>
  parse(std::shared_ptr<const Program> program, llvm::StringRef code);
  /// The module that is applied; "" for the untransformed program. Errors:
  /// ActionError if the schedule is illegal.
  llvm::Expected<std::string> transformScript() const;
};

/// What a kernel made of the caller's own data; see Execution::run().
struct KernelResult {
  Measurement measurement;
  /// Bytes of each argument that the program writes, in argument order, row
  /// major; empty unless the status is Ok.
  std::vector<std::vector<char>> outputs;
};

struct ExecutionStatistics {
  uint64_t requests = 0, cacheHits = 0, compiled = 0, measured = 0,
           kernelCacheHits = 0, workerRestarts = 0;
};

/// Compiles, checks and times schedules in worker processes and remembers each
/// timing. Lookup before work; failures are remembered too. Thread safe:
/// callers on many threads share the workers. Whatever a kernel or the compiler
/// does is a Status; an Error is what only the caller or the machine can mend
/// (an illegal schedule, a full disk, no worker program), or InterruptedError
/// if ExecutionOptions::interrupted ended the call. Belongs to the process that
/// made it: after fork() it gives the child errors only.
class Execution {
public:
  /// Errors: ExecutionError for options that cannot be, files that cannot be
  /// used, no worker program.
  static llvm::Expected<std::unique_ptr<Execution>>
  create(ExecutionOptions options);
  ~Execution();

  /// Timing of `schedule` on `program`. Blocks.
  llvm::Expected<Measurement> execute(std::shared_ptr<const Program> program,
                                      const Schedule &schedule);
  llvm::Expected<Measurement> execute(const ExecutionRequest &request);
  /// The untransformed program, same lowering, machine and threads.
  llvm::Expected<Measurement> baseline(std::shared_ptr<const Program> program);
  /// Measures what is asked for and the untransformed program in turn, five
  /// rounds of each, and stores what came of it; from file if that was done
  /// before, and in replay only from there. A schedule whose kernel is wrong or
  /// crashes when it runs again is stored as such. For what is going to be
  /// reported: execute() tells schedules apart that were measured at different
  /// times, on a machine that was not the same all the time. Errors: as
  /// execute().
  llvm::Expected<PairedMeasurement>
  measurePaired(const ExecutionRequest &request);
  /// Many at once: compiling overlaps measuring. Answers in request order. Of a
  /// batch that is interrupted, what was answered by then has its answer, the
  /// rest an InterruptedError. A `stop` that can be requested is asked in place
  /// of ExecutionOptions::interrupted.
  std::vector<llvm::Expected<Measurement>>
  executeBatch(llvm::ArrayRef<ExecutionRequest> requests,
               std::stop_token stop = {});

  /// Calls a kernel once on the caller's inputs, in a worker, and times it if
  /// `protocol` is given. Nothing is compared, looked up or stored. `inputs`
  /// are the bytes of each argument that the program reads, in argument order,
  /// row major. Errors: as execute(), inputs of other sizes, replay.
  llvm::Expected<KernelResult>
  run(const ExecutionRequest &request,
      llvm::ArrayRef<llvm::ArrayRef<char>> inputs,
      std::optional<MeasureProtocol> protocol = std::nullopt);

  /// The IR, or assembly, after a stage; made in a worker. Errors: as
  /// execute(), replay, and whatever becomes of the worker, with the pass or
  /// the transform that failed.
  llvm::Expected<std::string> lower(const ExecutionRequest &request,
                                    LoweringStage stage);

  const ExecutionOptions &options() const;
  ExecutionStatistics statistics() const;

private:
  Execution();
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECUTION_H
