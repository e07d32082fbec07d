//===- execution/SandboxedLoader.h - Untrusted programs ---------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_SANDBOXEDLOADER_H
#define MLIRGYM_EXECUTION_SANDBOXEDLOADER_H

#include "execution/ProgramModule.h"
#include "program/EntryChoice.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {
class StopCheck;
namespace worker {
class WorkerProcess;
struct LoadModuleMessage;
struct LoadTextMessage;
struct ModuleLoadedMessage;
struct WorkerDeath;
} // namespace worker

/// A function that replaces a kernel, on bare pointers.
struct KernelModule {
  std::string text;
  /// The transform script in the same text, "" for none.
  std::string script;
  /// Tags of its operations: "op3", "op3.init".
  std::vector<std::string> tags;
};

/// Elements of the constants of a file that are arguments of its program.
struct ProgramWeights {
  /// One for each parameter of the source whose origin is
  /// ParameterOrigin::Constant, in order.
  std::vector<llvm::ArrayRef<char>> elements;
  std::shared_ptr<const void> owner; ///< of the memory
};

struct SandboxedLoaderOptions {
  /// Wall time of one load, after which the worker process is killed.
  double timeoutMs = 60000;
  /// Memory for one load in the worker process.
  uint64_t memoryLimitBytes = 8ull << 30;
  /// The worker process is replaced after this many texts that MLIR's parser
  /// rejected: on errors the parser may write to freed memory (a block defined
  /// twice), which could affect the next program.
  unsigned refusalsPerWorker = 1;
  /// As ExecutionOptions::workerPath.
  std::string workerPath = {};
  /// As ExecutionOptions::interrupted.
  std::function<bool()> interrupted = nullptr;
};

/// Loads files and untrusted text in a worker process: if MLIR's parser
/// crashes, hangs or exhausts memory on a damaged file, that is an error and
/// never ends the calling process. The worker's result is checked before it
/// becomes a Program; after a crash that an earlier text may have caused, the
/// load is repeated in a new worker. The worker is started by the first load
/// (about 50 ms) and kept: each further load of a small program takes a
/// millisecond. Not thread safe: use one loader per thread.
class SandboxedLoader {
public:
  explicit SandboxedLoader(SandboxedLoaderOptions options = {});
  ~SandboxedLoader();
  SandboxedLoader(SandboxedLoader &&) noexcept;
  SandboxedLoader &operator=(SandboxedLoader &&) noexcept;

  /// Reads `.mlir` or `.mlirbc`, or, from FILE@NAME, the function NAME of a
  /// file with several; the program's name is the file's stem, "stem@NAME".
  /// `shapes`: see EntryChoice. A large file is mapped, not copied; `weights`,
  /// if given, become copies of its large constants.
  /// Errors: ProgramError with file, line, what is wrong and how to fix it;
  /// ExecutionError if no worker can be started; InterruptedError.
  llvm::Expected<Program> loadFile(llvm::StringRef path,
                                   llvm::ArrayRef<std::string> shapes = {},
                                   ProgramWeights *weights = nullptr);

  /// Loads `text`, MLIR as text or bytecode: see ProgramLoader::loadText().
  /// Errors: as loadFile().
  llvm::Expected<Program> loadText(llvm::StringRef text, llvm::StringRef name,
                                   llvm::StringRef origin = "<text>",
                                   const EntryChoice &entry = {},
                                   ProgramWeights *weights = nullptr);

  /// Reads a module that implements `program`: any IR of MLIR's own dialects
  /// whose entry function has the signature of the program, as it was written
  /// or in normal form. Its results are verified when it is executed. Errors:
  /// as loadFile(); a different signature, with both signatures.
  llvm::Expected<ProgramModule> loadModuleFile(llvm::StringRef path,
                                               const Program &program);
  llvm::Expected<ProgramModule> loadModule(llvm::StringRef text,
                                           const Program &program,
                                           llvm::StringRef origin = "<text>");

  /// Reads MLIR that replaces a kernel, or the host function of its program:
  /// the text defines the function `name`, which takes these arguments. Errors:
  /// as loadModule(); no such function.
  llvm::Expected<KernelModule> loadKernel(llvm::StringRef text,
                                          llvm::StringRef name,
                                          llvm::ArrayRef<Argument> arguments,
                                          llvm::StringRef origin);

private:
  /// Loads the text of the request, or the file with this descriptor, -1 if
  /// there is none.
  llvm::Expected<Program> load(const worker::LoadTextMessage &request, int file,
                               llvm::StringRef name, ProgramWeights *weights);
  /// Sends the request, whose text is checked, and receives the answer.
  llvm::Error askForModule(const worker::LoadModuleMessage &request,
                           worker::ModuleLoadedMessage &reply);
  /// A request to the worker, and its answer.
  struct Exchange;
  llvm::Error startWorker(StopCheck &stop);
  /// Succeeds if the worker has read the text. Repeats the request in a new
  /// worker after a crash that an earlier text may have caused.
  llvm::Error ask(const Exchange &exchange);
  /// One attempt. `death`: how the worker ended, if it did not answer;
  /// `parsed`: true if MLIR's parser had finished by then.
  llvm::Error attempt(const Exchange &exchange, StopCheck &stop,
                      std::optional<worker::WorkerDeath> &death, bool &parsed);

  SandboxedLoaderOptions options;
  std::unique_ptr<worker::WorkerProcess> process;
  bool isFresh = false;  ///< the worker has not loaded any text yet
  unsigned refusals = 0; ///< of this worker's parser
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_SANDBOXEDLOADER_H
