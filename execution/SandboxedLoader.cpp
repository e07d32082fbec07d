#include "execution/SandboxedLoader.h"
#include "execution/outcome/ExecutionError.h"
#include "execution/outcome/Measurement.h"
#include "execution/worker/MessageArchive.h"
#include "execution/worker/Messages.h"
#include "execution/worker/ProgramArchive.h" // IWYU pragma: keep, serialize()
#include "execution/worker/Wire.h"
#include "execution/worker/WorkerPath.h"
#include "execution/worker/WorkerProcess.h"
#include "program/Limits.h"
#include "program/Program.h"
#include "program/ProgramFile.h"
#include "program/ProgramLoader.h"
#include "program/ProgramParts.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

namespace mlirgym {

struct SandboxedLoader::Attempt {
  llvm::Expected<Program> program;
  /// The worker crashed because of this request or of damage by an earlier one.
  /// A timeout is always due to this request.
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
  if (process && process->isOurs() && process->isAlive())
    return llvm::Error::success();
  auto path = worker::findWorker(options.workerPath);
  if (!path)
    return path.takeError();
  worker::WorkerOptions start;
  start.path = std::move(*path);
  start.role = worker::WorkerRole::Load;
  start.memoryLimitBytes = options.memoryLimitBytes;
  start.timeoutMs = options.timeoutMs;
  auto started = worker::WorkerProcess::start(start, &stop);
  if (!started)
    return started.takeError();
  process = std::move(*started);
  isFresh = true;
  refusals = 0;
  return llvm::Error::success();
}

/// The error for the author of the text when a worker has died. `parsed`:
/// MLIR's parser had finished.
static llvm::Error explain(const worker::WorkerDeath &death, bool parsed,
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
  const std::string request =
      worker::encode(worker::LoadTextMessage{text.str(), origin.str()});
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
  const uint64_t before = process->progress();
  auto bury = [&]() -> Attempt {
    const bool parsed = process->progress() != before;
    const worker::WorkerDeath death = process->bury();
    process.reset();
    const bool ended = death.status == Status::TimedOut || death.stopped;
    return {explain(death, parsed, origin), !ended};
  };
  worker::Frame frame;
  if (!process->send(worker::MessageType::LoadText, request, {}) ||
      !process->receive(worker::MessageType::TextLoaded, frame, &stop))
    return bury();
  worker::TextLoadedMessage reply;
  constexpr size_t longestError = 4096;
  bool isRecord = worker::decode(frame.payload, reply) && frame.files.empty() &&
                  reply.error.size() <= longestError;
  if (isRecord && reply.error.empty())
    isRecord = !llvm::errorToBool(checkParts(reply.parts));
  if (!isRecord) {
    process->distrust();
    return bury();
  }
  if (process->progress() == before)
    ++refusals;
  if (reply.retiring || refusals >= options.refusalsPerWorker)
    process.reset();
  // Names in a damaged file may not be UTF-8, which Python and JSON require.
  if (!reply.error.empty())
    return {llvm::make_error<ProgramError>(llvm::json::fixUTF8(reply.error))};
  return {ProgramLoader::assemble(std::move(reply.parts), name)};
}

} // namespace mlirgym
