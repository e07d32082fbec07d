//===- execution/SandboxedLoader.h - Strangers' programs --------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SANDBOXEDLOADER_H
#define MLIRGYM_EXECUTION_SANDBOXEDLOADER_H

#include "program/Program.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <string>

namespace mlirgym {
class StopCheck;
class WorkerProcess;

struct SandboxedLoaderOptions {
  /// Wall time of one load; then the worker is killed.
  double timeoutMs = 60000;
  /// What one load may take in the worker.
  uint64_t memoryLimitBytes = 8ull << 30;
  /// After so many texts that MLIR's parser refused, a worker is replaced: when
  /// it gives up, the parser may write to what it has freed (a block defined
  /// twice), and the next program deserves a sound process.
  unsigned refusalsPerWorker = 1;
  /// As ExecutionOptions::workerPath.
  std::string workerPath = {};
  /// As ExecutionOptions::interrupted.
  std::function<bool()> interrupted = nullptr;
};

/// Loads files, and text that others wrote, in a worker process: what MLIR's
/// parser makes of a damaged file (a crash, a hang, all of the memory) is an
/// error, never the end of the caller. What the worker sends is checked before
/// it becomes a Program; a crash that may be an earlier text's fault is
/// repeated in a new worker. The worker is started with the first load (some 50
/// ms) and kept: each further load of a small program costs a millisecond. Not
/// thread safe: one loader a thread.
class SandboxedLoader {
public:
  explicit SandboxedLoader(SandboxedLoaderOptions options = {});
  ~SandboxedLoader();
  SandboxedLoader(SandboxedLoader &&) noexcept;
  SandboxedLoader &operator=(SandboxedLoader &&) noexcept;

  /// Reads `.mlir` or `.mlirbc`; the name is the file's stem. Errors:
  /// ProgramError with file, line, what is wrong and how to mend it;
  /// ExecutionError if no worker can be started; InterruptedError.
  llvm::Expected<Program> loadFile(llvm::StringRef path);

  /// Loads `text`, MLIR as text or bytecode; `name` names the program, `origin`
  /// stands for the file in messages. Errors: as loadFile().
  llvm::Expected<Program> loadText(llvm::StringRef text, llvm::StringRef name,
                                   llvm::StringRef origin = "<text>");

private:
  /// What came of one attempt.
  struct Attempt;
  llvm::Error startWorker(StopCheck &stop);
  /// `request` is an encoded LoadTextMessage.
  Attempt attempt(llvm::StringRef request, llvm::StringRef name,
                  llvm::StringRef origin, StopCheck &stop);

  SandboxedLoaderOptions options;
  std::unique_ptr<WorkerProcess> worker;
  bool isFresh = false;  ///< the worker has loaded nothing yet
  unsigned refusals = 0; ///< of this worker's parser
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_SANDBOXEDLOADER_H
