#include "execution/server/DeviceServer.h"
#include "execution/loader/KernelLoader.h"
#include "execution/process/CrashNote.h"
#include "execution/process/Sandbox.h"
#include "execution/server/GuardedBuffer.h"
#include "execution/server/KernelHeap.h"
#include "execution/server/WorkerStart.h"
#include "execution/timing/CacheFlush.h"
#include "execution/timing/CallClock.h"
#include "execution/timing/CounterEvent.h"
#include "execution/timing/MachineProbes.h"
#include "execution/timing/MeasureProtocol.h"
#include "execution/timing/MemoryProbe.h"
#include "execution/timing/PerfCounters.h"
#include "execution/timing/Sampler.h"
#include "execution/wire/DeviceMessages.h"
#include "execution/wire/Messages.h"
#include "execution/wire/Wire.h"
#include "outcome/DeviceError.h"
#include "program/Limits.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mlirgym::worker {
namespace {

template <typename... Args>
llvm::Error deviceError(DeviceStatus status, const char *format,
                        Args &&...args) {
  return llvm::make_error<DeviceError>(
      status, llvm::formatv(format, std::forward<Args>(args)...).str());
}

/// The upper half of all handles of this process.
uint64_t firstHandle() {
  std::random_device random;
  return (uint64_t(random()) << 32) + 1;
}

llvm::MutableArrayRef<char> bytesOf(const GuardedBuffer &buffer) {
  if (!buffer.valid())
    exitOutOfMemory();
  return {buffer.data(), buffer.size()};
}

/// Bytes of an argument; nullopt if its record is invalid.
std::optional<uint64_t> bytesOf(const DeviceArgumentRecord &argument) {
  if (argument.elementType > static_cast<uint8_t>(ElementType::I8))
    return std::nullopt;
  uint64_t bytes =
      sizeOfElement(static_cast<ElementType>(argument.elementType));
  for (int64_t extent : argument.shape)
    if (extent <= 0 || __builtin_mul_overflow(bytes, uint64_t(extent), &bytes))
      return std::nullopt;
  return bytes;
}

std::vector<int64_t> descriptorOf(const DeviceArgumentRecord &argument,
                                  char *data) {
  auto address = static_cast<int64_t>(reinterpret_cast<intptr_t>(data));
  std::vector<int64_t> words{address, address, 0};
  words.insert(words.end(), argument.shape.begin(), argument.shape.end());
  const size_t strides = words.size();
  words.resize(strides + argument.shape.size());
  int64_t stride = 1;
  for (size_t d = argument.shape.size(); d-- > 0;) {
    words[strides + d] = stride;
    stride *= argument.shape[d];
  }
  return words;
}

/// In the order of deviceCounterNames.
std::vector<CounterEvent> countedByDevices() {
  std::vector<CounterEvent> events;
  for (const char *name : deviceCounterNames)
    events.push_back(llvm::cantFail(CounterEvent::parse(name)));
  return events;
}
} // namespace

DeviceServer::DeviceServer(CrashNote &sharedNote, uint64_t limitBytes)
    : note(sharedNote), mostBytes(limitBytes == 0 ? ~uint64_t(0) : limitBytes),
      first(firstHandle()), next(first),
      counters(PerfCounters::open(countedByDevices())),
      probedMemory(MemoryProbe::memoryBytes(), GuardedBuffer::lastNumber),
      probes(bytesOf(probedMemory)) {
  probedMemory.makeReadOnly();
}

DeviceServer::~DeviceServer() { setGuardedRegions({}); }

void DeviceServer::watchBuffers() {
  setGuardedRegions({});
  regions.clear();
  for (const auto &[handle, buffer] : buffers)
    regions.push_back(buffer.region());
  setGuardedRegions(regions);
}

llvm::Error DeviceServer::wrongHandle(uint64_t handle, const char *what) const {
  if (handle >= first && handle < next)
    return deviceError(DeviceStatus::UseAfterFree,
                       "{0} {1:x} is gone, or is something else", what, handle);
  return deviceError(DeviceStatus::BadHandle,
                     "{0} {1:x} is none of this device", what, handle);
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

llvm::Expected<uint64_t> DeviceServer::load(std::string object) {
  const llvm::file_magic kind = llvm::identify_magic(object);
  if (kind != llvm::file_magic::elf_relocatable &&
      kind != llvm::file_magic::archive)
    return deviceError(DeviceStatus::BadModule,
                       "{0} bytes that are neither an ELF object nor an "
                       "archive",
                       object.size());
  modules[next] = {std::move(object), {}};
  return next++;
}

llvm::Error DeviceServer::unload(uint64_t handle) {
  const auto found = modules.find(handle);
  if (found == modules.end())
    return wrongHandle(handle, "module");
  for (uint64_t function : found->second.functions)
    functions.erase(function);
  modules.erase(found);
  return llvm::Error::success();
}

llvm::Expected<uint64_t> DeviceServer::lookUp(uint64_t handle,
                                              const std::string &symbol) {
  const auto found = modules.find(handle);
  if (found == modules.end())
    return wrongHandle(handle, "module");
  const std::string &object = found->second.object;
  auto loader = KernelLoader::create(kernelHeapFunctions());
  if (!loader)
    return deviceError(DeviceStatus::BadModule, "{0}",
                       llvm::toString(loader.takeError()));
  auto kernel = (*loader)->load({object.data(), object.size()}, symbol);
  if (!kernel)
    return deviceError(DeviceStatus::NoSuchFunction, "{0}: {1}", symbol,
                       llvm::toString(kernel.takeError()));
  functions.emplace(next, Function{std::move(*loader), *kernel});
  found->second.functions.push_back(next);
  return next++;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

llvm::Expected<uint64_t> DeviceServer::allocate(uint64_t bytes) {
  if (bytes == 0)
    return deviceError(DeviceStatus::OutOfBounds, "a buffer of 0 bytes");
  if (bytes > mostBytes - usedBytes)
    return deviceError(DeviceStatus::OutOfMemory,
                       "{0} bytes, of which {1} are free", bytes,
                       mostBytes - usedBytes);
  GuardedBuffer buffer(bytes, static_cast<unsigned>(buffers.size()));
  if (!buffer.valid())
    return deviceError(DeviceStatus::OutOfMemory, "{0} bytes", bytes);
  std::memset(buffer.data(), 0xff, buffer.size());
  usedBytes += bytes;
  buffers.emplace(next, std::move(buffer));
  watchBuffers();
  return next++;
}

llvm::Error DeviceServer::free(uint64_t handle) {
  const auto found = buffers.find(handle);
  if (found == buffers.end())
    return wrongHandle(handle, "buffer");
  usedBytes -= found->second.size();
  setGuardedRegions({});
  buffers.erase(found);
  watchBuffers();
  return llvm::Error::success();
}

llvm::Expected<llvm::MutableArrayRef<char>>
DeviceServer::range(uint64_t handle, uint64_t offset, uint64_t bytes) {
  const auto found = buffers.find(handle);
  if (found == buffers.end())
    return wrongHandle(handle, "buffer");
  const uint64_t size = found->second.size();
  if (offset > size || bytes > size - offset)
    return deviceError(DeviceStatus::OutOfBounds,
                       "{0} bytes from byte {1} of a buffer of {2}", bytes,
                       offset, size);
  return llvm::MutableArrayRef(found->second.data() + offset, bytes);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

llvm::Expected<std::vector<DeviceServer::Passed>>
DeviceServer::pass(llvm::ArrayRef<DeviceArgumentRecord> arguments) {
  if (arguments.size() > maxArguments)
    return deviceError(DeviceStatus::OutOfBounds,
                       "{0} arguments, more than {1}", arguments.size(),
                       maxArguments);
  std::vector<Passed> passed;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    const auto found = buffers.find(argument.buffer);
    if (found == buffers.end())
      return wrongHandle(argument.buffer, "buffer");
    const std::optional<uint64_t> bytes = bytesOf(argument);
    if (!bytes || *bytes > found->second.size())
      return deviceError(DeviceStatus::OutOfBounds,
                         "argument {0} has {1} bytes, and its buffer {2}", i,
                         bytes ? std::to_string(*bytes) : "no number of",
                         found->second.size());
    passed.push_back(
        {&found->second, descriptorOf(argument, found->second.data())});
  }
  return passed;
}

llvm::Error DeviceServer::call(const DeviceRequestMessage &request,
                               DeviceReplyMessage &reply) {
  const auto found = functions.find(request.handle);
  if (found == functions.end())
    return wrongHandle(request.handle, "function");
  const Kernel &kernel = found->second.kernel;
  auto passed = pass(request.arguments);
  if (!passed)
    return passed.takeError();
  std::vector<void *> descriptors;
  std::vector<llvm::ArrayRef<char>> touched;
  for (Passed &argument : *passed) {
    descriptors.push_back(argument.descriptor.data());
    argument.buffer->restoreSlack();
    touched.emplace_back(argument.buffer->data(), argument.buffer->size());
  }
  freeKernelBlocks();

  double calls = 0;
  auto timeCalls = [&](uint32_t number) {
    if (request.protocol.caches == CacheState::Cold)
      for (llvm::ArrayRef<char> bytes : touched)
        flushFromCaches(bytes);
    counters.resume();
    const CallClock clock;
    kernel.call(descriptors, number);
    const TimedCalls timed = clock.read();
    counters.pause();
    calls += number;
    ++note.progress;
    return timed;
  };
  ++note.progress;
  counters.reset();
  const double firstNs = timeCalls(1).elapsedNs;
  if (request.time != 0) {
    for (unsigned call = 0; call < request.protocol.warmUpCalls; ++call) {
      kernel.call(descriptors, 1);
      ++note.progress;
    }
    calls = 0;
    counters.reset();
    probes.load(touched);
    Samples samples = takeSamples(request.protocol, firstNs, /*known=*/{},
                                  timeCalls, [&] { return probes.probe(); });
    addDrift(samples, probes.endMeasurement());
    reply.timing = samples;
    reply.timesNs = std::move(samples.timesNs);
  }
  for (auto [i, argument] : llvm::enumerate(*passed))
    if (!argument.buffer->slackIntact())
      return deviceError(DeviceStatus::Overflow,
                         "bytes just before or past argument {0} are "
                         "overwritten",
                         i);
  if (auto damage = findHeapDamage())
    return deviceError(DeviceStatus::Overflow, "{0}", *damage);
  const auto values = counters.read(calls);
  constexpr double none = -1;
  for (uint8_t counter : request.counters)
    reply.counters.push_back(
        counter < values.size() ? values[counter].value_or(none) : none);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

llvm::Error DeviceServer::dispatch(const DeviceRequestMessage &request,
                                   DeviceReplyMessage &reply) {
  auto giveHandle = [&](llvm::Expected<uint64_t> handle) -> llvm::Error {
    return std::move(handle).moveInto(reply.handle);
  };
  switch (static_cast<DeviceMethod>(request.method)) {
  case DeviceMethod::Load:
    return giveHandle(load(request.text));
  case DeviceMethod::Unload:
    return unload(request.handle);
  case DeviceMethod::LookUp:
    return giveHandle(lookUp(request.handle, request.text));
  case DeviceMethod::Allocate:
    return giveHandle(allocate(request.bytes));
  case DeviceMethod::Free:
    return free(request.handle);
  case DeviceMethod::CopyTo: {
    auto to = range(request.handle, request.offset, request.text.size());
    if (!to)
      return to.takeError();
    llvm::copy(request.text, to->begin());
    return llvm::Error::success();
  }
  case DeviceMethod::CopyFrom: {
    auto from = range(request.handle, request.offset, request.bytes);
    if (!from)
      return from.takeError();
    reply.bytes.assign(from->begin(), from->end());
    return llvm::Error::success();
  }
  case DeviceMethod::Fill: {
    auto to = range(request.handle, request.offset, request.bytes);
    if (!to)
      return to.takeError();
    llvm::fill(*to, static_cast<char>(request.value));
    return llvm::Error::success();
  }
  case DeviceMethod::Call:
    return call(request, reply);
  }
  leave(WorkerExit::ProtocolError);
}

DeviceReplyMessage DeviceServer::serve(const DeviceRequestMessage &request) {
  DeviceReplyMessage reply;
  llvm::handleAllErrors(
      dispatch(request, reply), [&](const DeviceError &problem) {
        reply = {};
        reply.failure = 1 + static_cast<uint8_t>(problem.status());
        reply.message = problem.text();
      });
  return reply;
}

void serveDevice(const StartedWorker &worker) {
  keepFreedMemory();
  DeviceServer server(*worker.note, worker.settings.memoryLimitBytes);
  // Unlike the signal of a request's limit, its end cannot be ignored.
  limitProcessorTimeForEver(requestsOfProcessorTime *
                            worker.settings.cpuSecondsPerRequest);
  greet(worker.settings, FileReading::Allowed);
  while (true) {
    Frame frame = receive();
    limitProcessorTime(worker.settings.cpuSecondsPerRequest);
    const auto request =
        read<DeviceRequestMessage>(frame, MessageType::DeviceRequest);
    frame.payload = {};
    send(MessageType::DeviceReply, server.serve(request));
  }
}

} // namespace mlirgym::worker
