#include "execution/SandboxedLoader.h"
#include "execution/outcome/ExecutionError.h"
#include "execution/worker/ProgramArchive.h"
#include "execution/worker/WorkerPath.h"
#include "execution/worker/WorkerProcess.h"
#include "program/ProgramFile.h"
#include "program/ProgramLoader.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

namespace mlirgym {

struct SandboxedLoader::Attempt {
  llvm::Expected<Program> program;
  /// The worker died, of this request or of what one before it had left. A
  /// time limit is this request's alone.
  bool crashed = false;
};

SandboxedLoader::SandboxedLoader(SandboxedLoaderOptions loaderOptions)
    : options(std::move(loaderOptions)) {}
SandboxedLoader::~SandboxedLoader() = default;
SandboxedLoader::SandboxedLoader(SandboxedLoader &&) noexcept = default;
SandboxedLoader &
SandboxedLoader::operator=(SandboxedLoader &&) noexcept = default;

template <typename... Args>
static llvm::Error programError(llvm::StringRef origin, const char *format,
                                Args &&...args) {
  return llvm::make_error<ProgramError>(
      (origin + ": " + llvm::formatv(format, std::forward<Args>(args)...).str())
          .str());
}

llvm::Error SandboxedLoader::startWorker(StopCheck &stop) {
  if (worker && worker->isOurs() && worker->isAlive())
    return llvm::Error::success();
  auto path = findWorker(options.workerPath);
  if (!path)
    return path.takeError();
  WorkerOptions start;
  start.path = std::move(*path);
  start.role = WorkerRole::Load;
  start.memoryLimitBytes = options.memoryLimitBytes;
  start.timeoutMs = options.timeoutMs;
  auto started = WorkerProcess::start(start, &stop);
  if (!started)
    return started.takeError();
  worker = std::move(*started);
  isFresh = true;
  refusals = 0;
  return llvm::Error::success();
}

/// What the death of a worker means for who wrote the text. `parsed`: MLIR's
/// parser had come to its end.
static llvm::Error explain(const WorkerDeath &death, bool parsed,
                           llvm::StringRef origin) {
  if (death.stopped)
    return llvm::make_error<InterruptedError>();
  if (death.fromCaller || death.fromOutside)
    return executionError("{0}: not loaded: {1}", origin, death.message);
  switch (death.status) {
  case Status::TimedOut:
    if (!parsed)
      return programError(origin,
                          "MLIR's parser does not terminate: {0}; use a "
                          "smaller program, or write a damaged file again",
                          death.message);
    return programError(
        origin, "checking it does not terminate: {0}; use a smaller program",
        death.message);
  case Status::OutOfMemory:
    return programError(origin,
                        "{0} of memory; use a smaller program, or make "
                        "weights arguments of the function",
                        death.message);
  default:
    break;
  }
  if (parsed)
    return programError(origin,
                        "checking it crashed: {0}; this is a defect of mlirgym "
                        "or MLIR, please report it with the program",
                        death.message);
  return programError(
      origin,
      "MLIR's parser crashed on this file: {0}; fix text that is misspelt, "
      "truncated or nested too deeply (`mlir-opt` crashes on it too)",
      death.message);
}

llvm::Expected<Program> SandboxedLoader::loadFile(llvm::StringRef path) {
  auto file = readProgramFile(path);
  if (!file)
    return file.takeError();
  return loadText((*file)->getBuffer(), llvm::sys::path::stem(path), path);
}

llvm::Expected<Program> SandboxedLoader::loadText(llvm::StringRef text,
                                                  llvm::StringRef name,
                                                  llvm::StringRef origin) {
  if (text.size() > maxProgramBytes)
    return programError(origin,
                        "{0} MiB; at most {1} MiB are read, so make "
                        "weights arguments of the function",
                        text.size() >> 20, maxProgramBytes >> 20);
  const std::string request = encode(LoadTextMessage{text.str(), origin.str()});
  StopCheck stop(options.interrupted, {});
  if (llvm::Error error = startWorker(stop))
    return std::move(error);
  const bool wasFresh = std::exchange(isFresh, false);
  Attempt first = attempt(request, name, origin, stop);
  if (!first.crashed || wasFresh)
    return std::move(first.program);
  llvm::consumeError(first.program.takeError());
  if (llvm::Error error = startWorker(stop))
    return std::move(error);
  isFresh = false;
  return std::move(attempt(request, name, origin, stop).program);
}

SandboxedLoader::Attempt SandboxedLoader::attempt(llvm::StringRef request,
                                                  llvm::StringRef name,
                                                  llvm::StringRef origin,
                                                  StopCheck &stop) {
  const uint64_t before = worker->progress();
  auto bury = [&]() -> Attempt {
    const bool parsed = worker->progress() != before;
    const WorkerDeath death = worker->bury();
    worker.reset();
    const bool ended = death.status == Status::TimedOut || death.stopped;
    return {explain(death, parsed, origin), !ended};
  };
  Frame frame;
  if (!worker->send(MessageType::LoadText, request, {}) ||
      !worker->receive(MessageType::TextLoaded, frame, &stop))
    return bury();
  TextLoadedMessage reply;
  constexpr size_t longestError = 4096;
  bool isRecord = decode(frame.payload, reply) && frame.files.empty() &&
                  reply.error.size() <= longestError;
  if (isRecord && reply.error.empty())
    isRecord = !llvm::errorToBool(checkParts(reply.parts));
  if (!isRecord) {
    worker->distrust();
    return bury();
  }
  if (worker->progress() == before)
    ++refusals;
  if (reply.retiring || refusals >= options.refusalsPerWorker)
    worker.reset();
  // Names in a damaged file are in no encoding; Python and JSON want UTF-8.
  if (!reply.error.empty())
    return {llvm::make_error<ProgramError>(llvm::json::fixUTF8(reply.error))};
  return {ProgramLoader::assemble(std::move(reply.parts), name)};
}

} // namespace mlirgym
