#include "execution/server/WorkerMain.h"
#include "execution/lowering/GivenCode.h"
#include "execution/lowering/KernelCompiler.h"
#include "execution/lowering/LoweringStage.h"
#include "execution/lowering/ModuleReader.h"
#include "execution/outcome/Measurement.h"
#include "execution/reference/Preparation.h"
#include "execution/server/KernelHeap.h"
#include "execution/server/MeasureServer.h"
#include "execution/server/ToolServer.h"
#include "execution/worker/CrashNote.h"
#include "execution/worker/MemoryFile.h"
#include "execution/worker/MessageArchive.h"
#include "execution/worker/Messages.h"
#include "execution/worker/ProgramArchive.h" // IWYU pragma: keep, serialize()
#include "execution/worker/Sandbox.h"
#include "execution/worker/Wire.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/ProgramParts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>
#include <vector>

namespace mlirgym::worker {

namespace {
/// Ends the worker, for example after a frame that violates the protocol: no
/// later data from the caller can be trusted then.
[[noreturn]] void leave(WorkerExit reason) {
  ::_exit(static_cast<int>(reason));
}

Frame receive() {
  Frame frame;
  switch (receiveFrame(workerSocketFd, frame, std::nullopt)) {
  case WireStatus::Ok:
    return frame;
  case WireStatus::Closed:
    leave(WorkerExit::CallerGone);
  case WireStatus::TimedOut:
  case WireStatus::Garbage:
  case WireStatus::NoDescriptors:
  case WireStatus::Stopped:
    break;
  }
  leave(WorkerExit::ProtocolError);
}

template <typename Record> Record read(const Frame &frame, MessageType type) {
  Record record;
  if (frame.type != type || !decode(frame.payload, record))
    leave(WorkerExit::ProtocolError);
  return record;
}

template <typename Record>
void send(MessageType type, const Record &record,
          llvm::ArrayRef<int> files = {}) {
  if (sendFrame(workerSocketFd, type, encode(record), files, std::nullopt) !=
      WireStatus::Ok)
    leave(WorkerExit::CallerGone);
}

MemoryFile takeFile(Frame &frame, size_t index) {
  if (index >= frame.files.size())
    leave(WorkerExit::ProtocolError);
  llvm::Expected<MemoryFile> file =
      MemoryFile::adopt(std::move(frame.files[index]));
  if (file)
    return std::move(*file);
  llvm::consumeError(file.takeError());
  leave(WorkerExit::ProtocolError);
}
} // namespace

//===----------------------------------------------------------------------===//
// Starting
//===----------------------------------------------------------------------===//

static pid_t callerPid = 0;

// The kernel sends this signal when the *thread* that started the worker ends,
// which may not be the end of the process; it sends it again for the next
// thread.
static void onParentDeath(int) {
  if (::getppid() != callerPid)
    ::_exit(static_cast<int>(WorkerExit::CallerGone));
}

/// No worker outlives its caller, even if the caller is killed while a kernel
/// is in an endless loop.
static void dieWithCaller(pid_t caller) {
  callerPid = caller;
  struct sigaction action{};
  action.sa_handler = onParentDeath;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  ::sigaction(SIGUSR1, &action, nullptr);
  ::prctl(PR_SET_PDEATHSIG, SIGUSR1);
  if (::getppid() != caller) // it ended before prctl()
    leave(WorkerExit::CallerGone);
}

static void pinTo(llvm::ArrayRef<uint32_t> cpus) {
  if (cpus.empty())
    return;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (uint32_t cpu : cpus)
    if (cpu < CPU_SETSIZE)
      CPU_SET(cpu, &set);
  ::sched_setaffinity(0, sizeof(set), &set);
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

/// A context keeps the types, attributes and code of all programs. Above 2 GiB,
/// or half of the memory limit, the worker is replaced.
class ContextSize {
public:
  /// Create it before entering the sandbox, in which no file can be opened.
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

/// Returns true if the worker ends after this answer.
static bool servePrepare(const SettingsMessage &settings, const Frame &frame,
                         const ContextSize &context, CrashNote &note) {
  auto request = read<PrepareMessage>(frame, MessageType::Prepare);
  std::vector<Argument> arguments;
  for (const ArgumentRecord &record : request.arguments) {
    Argument &argument = arguments.emplace_back();
    argument.shape.assign(record.shape.begin(), record.shape.end());
    argument.elementType = static_cast<ElementType>(record.elementType);
    argument.isInput = record.isInput != 0;
    argument.isOutput = record.isOutput != 0;
  }
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
static bool serveAssemble(Frame &frame, const ContextSize &context) {
  auto request = read<AssembleMessage>(frame, MessageType::Assemble);
  MemoryFile code = takeFile(frame, 0);
  if (request.form > static_cast<uint8_t>(CodeForm::Binary))
    leave(WorkerExit::ProtocolError);
  auto binary =
      toBinary({code.bytes(), static_cast<CodeForm>(request.form),
                request.origin, request.symbol, request.numArguments});
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

static void serveCompile(const SettingsMessage &settings,
                         KernelCompiler &compiler, const ContextSize &context,
                         CrashNote &note) {
  while (true) {
    Frame frame = receive();
    if (frame.type == MessageType::Prepare) {
      limitProcessorTime(settings.cpuSecondsPerRequest);
      if (servePrepare(settings, frame, context, note))
        return;
      continue;
    }
    if (frame.type == MessageType::Assemble) {
      limitProcessorTime(settings.cpuSecondsPerRequest);
      if (serveAssemble(frame, context))
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

static void serveLoad(const SettingsMessage &settings, ProgramLoader &loader,
                      const ContextSize &context, CrashNote &note) {
  // Its context has all dialects, which few callers need.
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
    auto request = read<LoadTextMessage>(frame, MessageType::LoadText);
    limitProcessorTime(settings.cpuSecondsPerRequest);
    frame.payload = {}; // frees one copy of the program
    TextLoadedMessage reply;
    llvm::Expected<ProgramParts> parts =
        loader.parse(request.text, request.origin, [&] { ++note.progress; });
    if (parts)
      reply.parts = std::move(*parts);
    else
      reply.error = llvm::toString(parts.takeError());
    reply.retiring = context.hasGrown();
    send(MessageType::TextLoaded, reply);
    if (reply.retiring)
      return;
  }
}

/// This process itself starts other programs, so that it is not in a sandbox.
static void serveTools() {
  while (true) {
    auto request = read<RunToolMessage>(receive(), MessageType::RunTool);
    send(MessageType::ToolRan, runTool(request));
  }
}

static void serveMeasure(const SettingsMessage &settings,
                         MeasureServer &server) {
  bool loaded = false;
  while (true) {
    Frame frame = receive();
    limitProcessorTime(settings.cpuSecondsPerRequest);
    if (frame.type == MessageType::LoadProgram) {
      auto message = read<LoadProgramMessage>(frame, MessageType::LoadProgram);
      MemoryFile inputs = takeFile(frame, 0);
      MemoryFile reference;
      if (frame.files.size() > 1)
        reference = takeFile(frame, 1);
      if (llvm::Error error =
              server.load(message, std::move(inputs), std::move(reference))) {
        std::fputs(llvm::toString(std::move(error)).c_str(), stderr);
        leave(WorkerExit::ProtocolError);
      }
      loaded = true;
      continue;
    }
    auto request = read<RunKernelMessage>(frame, MessageType::RunKernel);
    if (!loaded)
      leave(WorkerExit::ProtocolError);
    MeasureServer::Outcome outcome = server.run(request, takeFile(frame, 0));
    if (outcome.reference.valid())
      send(MessageType::KernelRan, outcome.reply, outcome.reference.fd());
    else
      send(MessageType::KernelRan, outcome.reply);
  }
}

int workerMain() {
  int type = 0;
  socklen_t length = sizeof(type);
  if (::getsockopt(workerSocketFd, SOL_SOCKET, SO_TYPE, &type, &length) != 0) {
    std::fputs("mlirgym-worker: must be started by mlirgym, not by hand; run "
               "mlirgym instead\n",
               stderr);
    return static_cast<int>(WorkerExit::NotStartedByUs);
  }
  auto settings = read<SettingsMessage>(receive(), MessageType::Settings);
  if (settings.version != messageVersion)
    leave(WorkerExit::ProtocolError);

  dieWithCaller(static_cast<pid_t>(settings.parentPid));
  // LLVM recurses deeply on large functions, and kernels have their tiles on
  // the stack.
  constexpr uint64_t stackBytes = 64u << 20;
  limitStack(stackBytes);
  exitWhenOutOfMemory();
  offerToTheSystem();
  pinTo(settings.cpus);
  CrashNote *note = installCrashHandlers(workerNoteFd);
  if (!note)
    leave(WorkerExit::CannotStart);

  if (settings.role == static_cast<uint8_t>(WorkerRole::Tool)) {
    send(MessageType::Hello, HelloMessage{messageVersion, "for tools"});
    serveTools();
    return 0;
  }
  // Slow or privileged initialisation precedes the sandbox and the handshake.
  // libomp is initialised later, since it would leave a file in /dev/shm.
  auto hello = [&](FileReading reading) {
    limitMemory(settings.memoryLimitBytes);
    send(MessageType::Hello,
         HelloMessage{messageVersion, enterSandbox(reading)});
  };
  const ContextSize context(settings.memoryLimitBytes);
  if (settings.role == static_cast<uint8_t>(WorkerRole::Compile)) {
    KernelCompiler compiler;
    hello(FileReading::Forbidden);
    serveCompile(settings, compiler, context, *note);
    return 0;
  }
  if (settings.role == static_cast<uint8_t>(WorkerRole::Load)) {
    ProgramLoader loader;
    hello(FileReading::Forbidden);
    serveLoad(settings, loader, context, *note);
    return 0;
  }
  keepFreedMemory();
  llvm::Expected<std::unique_ptr<MeasureServer>> server =
      MeasureServer::create(*note);
  if (!server) {
    std::fputs(llvm::toString(server.takeError()).c_str(), stderr);
    leave(WorkerExit::CannotStart);
  }
  // libomp and libm read files while a kernel runs.
  hello(FileReading::Allowed);
  serveMeasure(settings, **server);
  return 0;
}

} // namespace mlirgym::worker
