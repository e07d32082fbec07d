#include "execution/server/CallServer.h"
#include "execution/loader/KernelLoader.h"
#include "execution/loader/MemrefDescriptor.h"
#include "execution/process/CrashNote.h"
#include "execution/process/Sandbox.h"
#include "execution/server/KernelHeap.h"
#include "execution/server/WorkerStart.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "execution/wire/SharedMemory.h"
#include "execution/wire/Wire.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "program/Limits.h"
#include "program/Program.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mlirgym::worker {

llvm::Expected<std::unique_ptr<CallServer>>
CallServer::create(CrashNote &note) {
  std::unique_ptr<CallServer> server(new CallServer(note));
  if (llvm::Error error =
          KernelLoader::create(kernelHeapFunctions()).moveInto(server->loader))
    return error;
  return server;
}

CallServer::~CallServer() { unmap(); }

void CallServer::unmap() {
  setGuardedRegions({});
  for (const Pages &pages : arguments)
    ::munmap(pages.mapping, pages.mappingBytes);
  arguments.clear();
  regions.clear();
  descriptors.clear();
  pointers.clear();
}

/// Size of an argument in bytes; nullopt if its record is invalid.
static std::optional<uint64_t> sizeOf(const ArgumentRecord &argument) {
  if (argument.elementType > static_cast<uint8_t>(ElementType::I8))
    return std::nullopt;
  constexpr uint64_t mostBytes = uint64_t(1) << 48;
  uint64_t bytes =
      sizeOfElement(static_cast<ElementType>(argument.elementType));
  for (int64_t size : argument.shape)
    if (size <= 0 || __builtin_mul_overflow(bytes, uint64_t(size), &bytes) ||
        bytes > mostBytes)
      return std::nullopt;
  return bytes;
}

llvm::Error CallServer::add(const ArgumentRecord &argument,
                            const SharedMemory &memory) {
  const std::optional<uint64_t> bytes = sizeOf(argument);
  const uint64_t offset = argument.inputOffset;
  if (!bytes || offset > memory.size() || *bytes > memory.size() - offset)
    return executionError("an argument is outside its memory");
  const auto page = static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  const uint64_t begin = llvm::alignDown(offset, page);
  const size_t pagesBytes = llvm::alignTo(offset + *bytes, page) - begin;
  // Smaller guards where address space is limited (`ulimit -v`).
  void *reserved = MAP_FAILED;
  size_t mappingBytes = 0, guardBytes = 0;
  for (size_t guard : {size_t(1) << 30, size_t(16) << 20}) {
    guardBytes = guard;
    mappingBytes = pagesBytes + 2 * guard;
    reserved = ::mmap(nullptr, mappingBytes, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved != MAP_FAILED)
      break;
  }
  if (reserved == MAP_FAILED)
    return executionError("no address space for an argument");
  auto *mapping = static_cast<char *>(reserved);
  arguments.push_back({mapping, mappingBytes});
  char *pages = mapping + guardBytes;
  const int access = argument.isOutput ? PROT_READ | PROT_WRITE : PROT_READ;
  if (::mmap(pages, pagesBytes, access, MAP_SHARED | MAP_FIXED, memory.fd(),
             static_cast<off_t>(begin)) == MAP_FAILED)
    return executionError("an argument cannot be mapped");
  char *data = pages + (offset - begin);
  regions.push_back({mapping, data, data + *bytes, mapping + mappingBytes});
  descriptors.push_back(makeDescriptor(argument.shape, data));
  return llvm::Error::success();
}

llvm::Error CallServer::load(const LoadKernelMessage &message,
                             const SharedMemory &memory,
                             const MemoryFile &object) {
  unmap();
  kernel.reset();
  problem.clear();
  freeKernelBlocks(); // leaks of the previous kernel
  if (message.arguments.size() > maxArguments)
    return executionError("too many arguments");
  for (const ArgumentRecord &argument : message.arguments)
    if (llvm::Error error = add(argument, memory))
      return error;
  for (std::vector<int64_t> &descriptor : descriptors)
    pointers.push_back(descriptor.data());
  setGuardedRegions(regions);
  auto loaded = loader->load(object.bytes(), message.entry);
  if (loaded)
    kernel = *loaded;
  else
    problem = llvm::toString(loaded.takeError());
  return llvm::Error::success();
}

KernelCalledMessage CallServer::call() {
  KernelCalledMessage reply;
  auto fail = [&](Status status, std::string why) {
    reply.status = static_cast<uint8_t>(status);
    reply.message = std::move(why);
  };
  if (!kernel) {
    fail(Status::CompileFailed, "the object code cannot be linked: " + problem);
    return reply;
  }
  ++note.progress;
  kernel->call(pointers, 1);
  ++note.progress;
  if (std::optional<std::string> damage = findHeapDamage())
    fail(Status::WrongResult, std::move(*damage));
  return reply;
}

static void serve(const SettingsMessage &settings, CallServer &server) {
  bool loaded = false;
  while (true) {
    Frame frame = receive();
    limitProcessorTime(settings.cpuSecondsPerRequest);
    if (frame.type == MessageType::LoadKernel) {
      auto message = read<LoadKernelMessage>(frame, MessageType::LoadKernel);
      const MemoryFile object = takeFile(frame, 1);
      auto memory = SharedMemory::adopt(std::move(frame.files[0]));
      llvm::Error error =
          memory ? server.load(message, *memory, object) : memory.takeError();
      if (error) {
        std::fputs(llvm::toString(std::move(error)).c_str(), stderr);
        leave(WorkerExit::ProtocolError);
      }
      loaded = true;
      continue;
    }
    if (frame.type != MessageType::CallKernel || !loaded)
      leave(WorkerExit::ProtocolError);
    send(MessageType::KernelCalled, server.call());
  }
}

void serveCalls(const StartedWorker &worker) {
  keepFreedMemory();
  auto server = CallServer::create(*worker.note);
  if (!server) {
    std::fputs(llvm::toString(server.takeError()).c_str(), stderr);
    leave(WorkerExit::CannotStart);
  }
  // As for MeasureServer: its end cannot be ignored, and libomp and libm read
  // files while a kernel runs.
  limitProcessorTimeForEver(requestsOfProcessorTime *
                            worker.settings.cpuSecondsPerRequest);
  greet(worker.settings, FileReading::Allowed);
  serve(worker.settings, **server);
}

} // namespace mlirgym::worker
