#include "execution/SandboxedLoader.h"
#include "execution/ProgramModule.h"
#include "execution/process/WorkerPath.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/MessageArchive.h"
#include "execution/wire/Messages.h"
#include "execution/wire/ProgramArchive.h" // IWYU pragma: keep, serialize()
#include "execution/wire/WeightLayout.h"
#include "execution/wire/Wire.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/EntryChoice.h"
#include "program/Limits.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/ProgramParts.h"
#include "program/Try.h"
#include "program/files/ProgramFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace mlirgym {

struct SandboxedLoader::Exchange {
  worker::MessageType question, answer;
  std::string request; ///< the encoded record
  llvm::StringRef origin;
  llvm::ArrayRef<int> files = {}; ///< sent with it

  /// The worker's verdict on the text.
  struct Verdict {
    llvm::StringRef error; ///< "" if it has read the text
    bool retiring = false;
  };
  /// Decodes an answer; nullopt if it is invalid. Takes the files of the frame
  /// that belong to it.
  llvm::function_ref<std::optional<Verdict>(worker::Frame &)> decode;
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
  MLIRGYM_TRY(auto path, worker::findWorker(options.workerPath));
  worker::WorkerOptions start;
  start.path = std::move(path);
  start.role = worker::WorkerRole::Load;
  start.memoryLimitBytes = options.memoryLimitBytes;
  start.timeoutMs = options.timeoutMs;
  MLIRGYM_TRY(process, worker::WorkerProcess::start(start, &stop));
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
  if (death.fromCaller || death.blame != worker::Blame::Request)
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

llvm::Error SandboxedLoader::ask(const Exchange &exchange) {
  StopCheck stop(options.interrupted, {});
  worker::SecondChance secondChance;
  while (true) {
    MLIRGYM_TRY_TO(startWorker(stop));
    const bool wasFresh = std::exchange(isFresh, false);
    bool parsed = false;
    std::optional<worker::WorkerDeath> death;
    llvm::Error error = attempt(exchange, stop, death, parsed);
    if (error || !death)
      return error;
    // An earlier text may have damaged the process; a timeout is due to this.
    const bool mayBeDamage = !wasFresh && !death->stopped &&
                             !death->fromCaller &&
                             death->status != Status::TimedOut;
    if (!mayBeDamage && !secondChance.isGiven(*death))
      return explain(*death, parsed, exchange.origin);
  }
}

llvm::Error SandboxedLoader::attempt(const Exchange &exchange, StopCheck &stop,
                                     std::optional<worker::WorkerDeath> &death,
                                     bool &parsed) {
  const uint64_t before = process->progress();
  auto bury = [&] {
    parsed = process->progress() != before;
    death = process->bury();
    process.reset();
    return llvm::Error::success();
  };
  worker::Frame frame;
  if (!process->send(exchange.question, exchange.request, exchange.files) ||
      !process->receive(exchange.answer, frame, &stop))
    return bury();
  constexpr size_t longestError = 4096;
  const std::optional<Exchange::Verdict> verdict = exchange.decode(frame);
  if (!verdict || !frame.files.empty() ||
      verdict->error.size() > longestError) {
    process->distrust();
    return bury();
  }
  if (process->progress() == before)
    ++refusals;
  if (verdict->retiring || refusals >= options.refusalsPerWorker)
    process.reset();
  // Names in a damaged file may not be UTF-8, which Python and JSON require.
  if (!verdict->error.empty())
    return llvm::make_error<ProgramError>(llvm::json::fixUTF8(verdict->error));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// The limit holds for programs and for modules.
static llvm::Error checkSize(llvm::StringRef text, llvm::StringRef origin) {
  if (text.size() <= maxProgramBytes)
    return llvm::Error::success();
  return programError(origin,
                      "{0} MiB; at most {1} MiB are read, so make "
                      "weights arguments of the function",
                      text.size() >> 20, maxProgramBytes >> 20);
}

llvm::Expected<Program>
SandboxedLoader::loadFile(llvm::StringRef path,
                          llvm::ArrayRef<std::string> shapes,
                          ProgramWeights *weights) {
  auto [name, entry] = splitEntry(path);
  MLIRGYM_TRY(auto opened, openProgramFile(name));
  const llvm::StringRef stem = llvm::sys::path::stem(name);
  const std::string title =
      entry.empty() ? stem.str() : (stem + "@" + entry).str();
  worker::LoadTextMessage request;
  request.origin = name.str();
  request.entry = entry.str();
  request.shapes = shapes.vec();
  if (opened.bytes > WeightLimits().mostConstantBytes)
    return load(request, opened.file.get(), title, weights);
  MLIRGYM_TRY(auto file, readProgramFile(name));
  request.text = file->getBuffer().str();
  return load(request, /*file=*/-1, title, weights);
}

llvm::Expected<Program> SandboxedLoader::loadText(llvm::StringRef text,
                                                  llvm::StringRef name,
                                                  llvm::StringRef origin,
                                                  const EntryChoice &entry,
                                                  ProgramWeights *weights) {
  MLIRGYM_TRY_TO(checkSize(text, origin));
  worker::LoadTextMessage request;
  request.text = text.str();
  request.origin = origin.str();
  request.entry = entry.function;
  request.shapes = entry.shapes;
  return load(request, /*file=*/-1, name, weights);
}

/// The weights that the worker has sent; false if they are not those of the
/// program.
static bool takeWeights(worker::Frame &frame, const ProgramParts &parts,
                        ProgramWeights &weights) {
  const worker::WeightLayout layout = worker::layOutWeights(parts.source);
  weights = {};
  if (layout.places.empty())
    return true;
  auto memory = std::make_shared<worker::MemoryFile>(
      worker::MemoryFile::adoptOnly(frame.files));
  frame.files.clear();
  if (!memory->valid() || memory->bytes().size() != layout.totalBytes)
    return false;
  for (const auto &[offset, bytes] : layout.places)
    weights.elements.push_back(memory->bytes().slice(offset, bytes));
  weights.owner = std::move(memory);
  return true;
}

llvm::Expected<Program>
SandboxedLoader::load(const worker::LoadTextMessage &request, int file,
                      llvm::StringRef name, ProgramWeights *weights) {
  worker::TextLoadedMessage reply;
  auto decode = [&](worker::Frame &frame) -> std::optional<Exchange::Verdict> {
    reply = {};
    if (!worker::decode(frame.payload, reply))
      return std::nullopt;
    if (reply.error.empty() &&
        (llvm::errorToBool(checkParts(reply.parts)) ||
         (weights && !takeWeights(frame, reply.parts, *weights))))
      return std::nullopt;
    return Exchange::Verdict{reply.error, reply.retiring != 0};
  };
  worker::LoadTextMessage asked = request;
  asked.wantsWeights = weights != nullptr;
  const auto files = file < 0 ? llvm::ArrayRef<int>() : llvm::ArrayRef(file);
  MLIRGYM_TRY_TO(
      ask({worker::MessageType::LoadText, worker::MessageType::TextLoaded,
           worker::encode(asked), request.origin, files, decode}));
  return ProgramLoader::assemble(std::move(reply.parts), name);
}

//===----------------------------------------------------------------------===//
// Modules that implement a program
//===----------------------------------------------------------------------===//

llvm::Expected<ProgramModule>
SandboxedLoader::loadModuleFile(llvm::StringRef path, const Program &program) {
  MLIRGYM_TRY(auto file, readProgramFile(path));
  return loadModule(file->getBuffer(), program, path);
}

llvm::Error
SandboxedLoader::askForModule(const worker::LoadModuleMessage &request,
                              worker::ModuleLoadedMessage &reply) {
  MLIRGYM_TRY_TO(checkSize(request.text, request.origin));
  auto decode = [&](worker::Frame &frame) -> std::optional<Exchange::Verdict> {
    reply = {};
    if (!worker::decode(frame.payload, reply) ||
        (reply.error.empty() &&
         (reply.text.empty() || reply.text.size() > maxProgramBytes)))
      return std::nullopt;
    return Exchange::Verdict{reply.error, reply.retiring != 0};
  };
  return ask({worker::MessageType::LoadModule,
              worker::MessageType::ModuleLoaded,
              worker::encode(request),
              request.origin,
              {},
              decode});
}

llvm::Expected<ProgramModule>
SandboxedLoader::loadModule(llvm::StringRef text, const Program &program,
                            llvm::StringRef origin) {
  worker::LoadModuleMessage request;
  request.text = text.str();
  request.origin = origin.str();
  request.program = program.name().str();
  request.arguments = program.arguments().vec();
  request.source = program.source();
  worker::ModuleLoadedMessage reply;
  MLIRGYM_TRY_TO(askForModule(request, reply));
  return ProgramModule{std::move(reply.text), reply.key.hex()};
}

llvm::Expected<KernelModule>
SandboxedLoader::loadKernel(llvm::StringRef text, llvm::StringRef name,
                            llvm::ArrayRef<Argument> arguments,
                            llvm::StringRef origin) {
  worker::LoadModuleMessage request;
  request.text = text.str();
  request.origin = origin.str();
  request.kernel = name.str();
  request.arguments = arguments.vec();
  request.source.entry = name.str();
  for (auto [i, argument] : llvm::enumerate(arguments))
    request.source.parameters.push_back({argument.shape, argument.elementType,
                                         static_cast<int>(i),
                                         /*isTensor=*/false});
  worker::ModuleLoadedMessage reply;
  MLIRGYM_TRY_TO(askForModule(request, reply));
  return KernelModule{std::move(reply.text), std::move(reply.script),
                      std::move(reply.tags)};
}

} // namespace mlirgym
