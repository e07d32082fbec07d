#include "execution/server/WorkerMain.h"
#include "execution/process/CrashNote.h"
#include "execution/process/Sandbox.h"
#include "execution/reference/Preparation.h"
#include "execution/reference/Sampling.h"
#include "execution/server/DeviceServer.h"
#include "execution/server/EstimateServer.h"
#include "execution/server/MeasureRole.h"
#include "execution/server/ToolServer.h"
#include "execution/server/WorkerStart.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "execution/wire/ProgramArchive.h" // IWYU pragma: keep, serialize()
#include "execution/wire/WeightLayout.h"
#include "execution/wire/Wire.h"
#include "lowering/KernelCompiler.h"
#include "lowering/LoweringStage.h"
#include "lowering/module/ModuleReader.h"
#include "lowering/target/GivenCode.h"
#include "lowering/target/Target.h"
#include "outcome/Measurement.h"
#include "program/EntryChoice.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/ProgramParts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace mlirgym::worker {

/// A context keeps the types, attributes and code of all programs. Above 2 GiB,
/// or half of the memory limit, the worker is replaced.
class ContextSize {
public:
  /// Create it before entering the sandbox, which forbids opening files.
  explicit ContextSize(uint64_t memoryLimitBytes)
      : statistics(::open("/proc/self/statm", O_RDONLY | O_CLOEXEC)) {
    if (memoryLimitBytes != 0)
      mostBytes = std::min(mostBytes, memoryLimitBytes / 2);
  }
  bool hasGrown() const {
    char text[128] = {};
    uint64_t totalPages = 0, residentPages = 0, sharedPages = 0;
    if (::pread(statistics.get(), text, sizeof(text) - 1, 0) <= 0 ||
        std::sscanf(text, "%" SCNu64 " %" SCNu64 " %" SCNu64, &totalPages,
                    &residentPages, &sharedPages) != 3)
      return false;
    auto pageBytes = static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
    return (residentPages - sharedPages) * pageBytes > mostBytes;
  }

private:
  FileDescriptor statistics;
  uint64_t mostBytes = 2ull << 30;
};

/// Object code, or the text of a stage, as requested.
static CompileOutput compileOrDump(KernelCompiler &compiler,
                                   const CompileMessage &request) {
  if (request.stage == 0)
    return compiler.compile(request.programText, request.entry, request.script);
  CompileOutput output;
  output.status = Status::LoweringFailed;
  if (request.stage - 1 > static_cast<int>(LoweringStage::Bitcode)) {
    output.message = "there is no such stage";
    return output;
  }
  llvm::Expected<std::string> text =
      compiler.dump(request.programText, request.entry, request.script,
                    static_cast<LoweringStage>(request.stage - 1));
  if (!text) {
    output.message = llvm::toString(text.takeError());
    return output;
  }
  output.status = Status::Ok;
  output.object.assign(text->begin(), text->end());
  return output;
}

static std::vector<Argument>
argumentsOf(llvm::ArrayRef<ArgumentRecord> records) {
  std::vector<Argument> arguments;
  for (const ArgumentRecord &record : records) {
    Argument &argument = arguments.emplace_back();
    argument.shape.assign(record.shape.begin(), record.shape.end());
    argument.elementType = static_cast<ElementType>(record.elementType);
    argument.isInput = record.isInput != 0;
    argument.isOutput = record.isOutput != 0;
  }
  return arguments;
}

/// Returns true if the worker ends after this answer.
static bool serveSample(const SettingsMessage &settings, const Frame &frame,
                        const ContextSize &context, CrashNote &note) {
  auto request = read<SampleMessage>(frame, MessageType::Sample);
  auto goesOn = [&] {
    ++note.progress;
    limitProcessorTime(settings.cpuSecondsPerRequest);
  };
  SampledMessage reply =
      reference::sample(request, argumentsOf(request.arguments), goesOn);
  reply.retiring = context.hasGrown();
  send(MessageType::Sampled, reply);
  return reply.retiring != 0;
}

/// Returns true if the worker ends after this answer.
static bool servePrepare(const SettingsMessage &settings, const Frame &frame,
                         const ContextSize &context, CrashNote &note) {
  auto request = read<PrepareMessage>(frame, MessageType::Prepare);
  const std::vector<Argument> arguments = argumentsOf(request.arguments);
  // Large programs take long: reports progress, so that the caller continues to
  // wait.
  auto goesOn = [&] {
    ++note.progress;
    limitProcessorTime(settings.cpuSecondsPerRequest);
  };
  llvm::Expected<reference::Prepared> prepared = reference::prepare(
      request.programText, request.entry, arguments, request.seed, goesOn);
  if (!prepared)
    exitOutOfMemory();
  PreparedMessage reply;
  reply.outcome = static_cast<uint8_t>(prepared->outcome);
  reply.message = std::move(prepared->message);
  reply.program = std::move(prepared->program);
  reply.retiring = context.hasGrown();
  llvm::SmallVector<int, 2> files;
  if (prepared->outcome == reference::Prepared::Outcome::Done)
    files = {prepared->inputs.fd(), prepared->reference.fd()};
  send(MessageType::Prepared, reply, files);
  return reply.retiring != 0;
}

/// Returns true if the worker ends after this answer.
static bool serveAssemble(Frame &frame, const Target &target,
                          const ContextSize &context) {
  auto request = read<AssembleMessage>(frame, MessageType::Assemble);
  MemoryFile code = takeFile(frame, 0);
  if (request.form > static_cast<uint8_t>(CodeForm::Binary))
    leave(WorkerExit::ProtocolError);
  auto binary = toBinary({code.bytes(), static_cast<CodeForm>(request.form),
                          request.origin, request.symbol, request.numArguments},
                         target);
  AssembledMessage reply;
  reply.retiring = context.hasGrown();
  if (!binary) {
    reply.error = llvm::toString(binary.takeError());
    send(MessageType::Assembled, reply);
    return reply.retiring != 0;
  }
  llvm::Expected<MemoryFile> object =
      MemoryFile::create("mlirgym-object", *binary);
  if (!object)
    exitOutOfMemory();
  send(MessageType::Assembled, reply, object->fd());
  return reply.retiring != 0;
}

static void serveCompile(const SettingsMessage &settings, const Target &target,
                         const ContextSize &context, CrashNote &note) {
  KernelCompiler compiler({.target = target});
  greet(settings, FileReading::Forbidden);
  while (true) {
    Frame frame = receive();
    if (frame.type == MessageType::Prepare) {
      limitProcessorTime(settings.cpuSecondsPerRequest);
      if (servePrepare(settings, frame, context, note))
        return;
      continue;
    }
    if (frame.type == MessageType::Sample) {
      limitProcessorTime(settings.cpuSecondsPerRequest);
      if (serveSample(settings, frame, context, note))
        return;
      continue;
    }
    if (frame.type == MessageType::Assemble) {
      limitProcessorTime(settings.cpuSecondsPerRequest);
      if (serveAssemble(frame, target, context))
        return;
      continue;
    }
    auto request = read<CompileMessage>(frame, MessageType::Compile);
    limitProcessorTime(settings.cpuSecondsPerRequest);
    CompileOutput output = compileOrDump(compiler, request);
    CompiledMessage reply;
    reply.status = static_cast<uint8_t>(output.status);
    reply.message = std::move(output.message);
    reply.transformMs = output.phases.transformMs;
    reply.lowerMs = output.phases.lowerMs;
    reply.compileMs = output.phases.compileMs;
    reply.retiring = context.hasGrown();
    if (output.status != Status::Ok) {
      send(MessageType::Compiled, reply);
    } else {
      llvm::Expected<MemoryFile> object =
          MemoryFile::create("mlirgym-object", output.object);
      if (!object)
        exitOutOfMemory();
      send(MessageType::Compiled, reply, object->fd());
    }
    if (reply.retiring)
      return;
  }
}

static ModuleLoadedMessage readModule(ModuleReader &reader,
                                      const LoadModuleMessage &request,
                                      CrashNote &note) {
  ModuleLoadedMessage reply;
  llvm::Expected<ModuleReader::Module> module =
      reader.read({request.text, request.origin, request.program,
                   request.arguments, request.source, request.kernel},
                  [&] { ++note.progress; });
  if (!module) {
    reply.error = llvm::toString(module.takeError());
    return reply;
  }
  reply.text = std::move(module->text);
  reply.key = module->key;
  reply.script = std::move(module->script);
  reply.tags = std::move(module->tags);
  return reply;
}

/// The file of a frame, mapped for reading.
static std::unique_ptr<llvm::MemoryBuffer> mapped(Frame &frame) {
  const int file = frame.files.front().get();
  struct stat status{};
  if (::fstat(file, &status) != 0)
    leave(WorkerExit::ProtocolError);
  auto buffer = llvm::MemoryBuffer::getOpenFile(
      file, "file", static_cast<uint64_t>(status.st_size),
      /*RequiresNullTerminator=*/false);
  if (!buffer)
    exitOutOfMemory();
  return std::move(*buffer);
}

/// Copies of the elements of constants, as layOutWeights() says.
static MemoryFile copyWeights(const SourceSignature &source,
                              llvm::ArrayRef<ConstantElements> elements) {
  const WeightLayout layout = layOutWeights(source);
  auto file = MemoryFile::create(
      "mlirgym-weights", layout.totalBytes,
      [&](llvm::MutableArrayRef<char> target) {
        for (auto [place, each] : llvm::zip_equal(layout.places, elements))
          each.copyTo(target.slice(place.first, place.second));
      });
  if (!file)
    exitOutOfMemory();
  return std::move(*file);
}

/// Returns true if the worker ends after this answer.
static bool serveLoadText(Frame &frame, ProgramLoader &loader,
                          const ContextSize &context, CrashNote &note) {
  auto request = read<LoadTextMessage>(frame, MessageType::LoadText);
  frame.payload = {}; // frees one copy of the program
  std::unique_ptr<llvm::MemoryBuffer> file;
  if (!frame.files.empty())
    file = mapped(frame);
  TextLoadedMessage reply;
  EntryChoice entry(request.entry);
  entry.shapes = std::move(request.shapes);
  MemoryFile weights;
  auto parts = loader.parse(
      file ? file->getBuffer() : llvm::StringRef(request.text), request.origin,
      entry, [&] { ++note.progress; },
      [&](const SourceSignature &source,
          llvm::ArrayRef<ConstantElements> elements) {
        if (request.wantsWeights != 0 && !elements.empty())
          weights = copyWeights(source, elements);
      });
  if (parts)
    reply.parts = std::move(*parts);
  else
    reply.error = llvm::toString(parts.takeError());
  reply.retiring = context.hasGrown();
  send(MessageType::TextLoaded, reply,
       weights.valid() ? llvm::ArrayRef<int>(weights.fd())
                       : llvm::ArrayRef<int>());
  return reply.retiring != 0;
}

static void serveLoad(const SettingsMessage &settings, ProgramLoader &loader,
                      const ContextSize &context, CrashNote &note) {
  // Created on demand: its context has all dialects, which few callers need.
  std::optional<ModuleReader> reader;
  while (true) {
    Frame frame = receive();
    if (frame.type == MessageType::LoadModule) {
      auto request = read<LoadModuleMessage>(frame, MessageType::LoadModule);
      limitProcessorTime(settings.cpuSecondsPerRequest);
      frame.payload = {};
      if (!reader)
        reader.emplace();
      ModuleLoadedMessage reply = readModule(*reader, request, note);
      reply.retiring = context.hasGrown();
      send(MessageType::ModuleLoaded, reply);
      if (reply.retiring)
        return;
      continue;
    }
    limitProcessorTime(settings.cpuSecondsPerRequest);
    if (serveLoadText(frame, loader, context, note))
      return;
  }
}

/// This process is not in a sandbox, since it starts other programs.
static void serveTools() {
  while (true) {
    auto request = read<RunToolMessage>(receive(), MessageType::RunTool);
    send(MessageType::ToolRan, runTool(request));
  }
}

int workerMain() {
  const StartedWorker worker = startWorker("mlirgym-worker");
  const auto &[settings, note] = worker;
  if (settings.role == static_cast<uint8_t>(WorkerRole::Tool)) {
    send(MessageType::Hello, HelloMessage{messageVersion, "for tools"});
    serveTools();
    return 0;
  }
  const ContextSize context(settings.memoryLimitBytes);
  if (settings.role == static_cast<uint8_t>(WorkerRole::Compile)) {
    llvm::Expected<Target> target = Target::find(
        {settings.targetTriple, settings.targetCpu, settings.targetFeatures});
    if (!target) { // the caller has found it with another LLVM
      llvm::errs() << llvm::toString(target.takeError()) << '\n';
      leave(WorkerExit::CannotStart);
    }
    serveCompile(settings, *target, context, *note);
    return 0;
  }
  if (settings.role == static_cast<uint8_t>(WorkerRole::Load)) {
    ProgramLoader loader;
    greet(settings, FileReading::Forbidden);
    serveLoad(settings, loader, context, *note);
    return 0;
  }
  if (settings.role == static_cast<uint8_t>(WorkerRole::Device)) {
    serveDevice(worker);
    return 0;
  }
  if (settings.role == static_cast<uint8_t>(WorkerRole::Estimate)) {
    serveEstimates(settings);
    return 0;
  }
  serveMeasure(worker);
  return 0;
}

} // namespace mlirgym::worker
