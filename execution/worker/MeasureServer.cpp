#include "execution/worker/MeasureServer.h"
#include "execution/ExecutionError.h"
#include "execution/worker/CacheFlush.h"
#include "execution/worker/Elapsed.h"
#include "execution/worker/Sampler.h"
#include "execution/worker/Sandbox.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>
#include <cstring>
#include <sys/resource.h>

namespace mlirgym {

/// How often the system took a processor from a thread of this process.
static int64_t countInterruptions() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nivcsw;
}

static ElementType elementTypeOf(const ArgumentRecord &argument) {
  return static_cast<ElementType>(argument.elementType);
}

/// Bytes of an argument; nullopt if its record makes no sense.
static std::optional<uint64_t> bytesOf(const ArgumentRecord &argument) {
  if (argument.elementType > static_cast<uint8_t>(ElementType::I8))
    return std::nullopt;
  constexpr uint64_t mostBytes = uint64_t(1) << 48;
  uint64_t bytes = sizeOfElement(elementTypeOf(argument));
  for (int64_t size : argument.shape)
    if (size <= 0 || __builtin_mul_overflow(bytes, uint64_t(size), &bytes) ||
        bytes > mostBytes)
      return std::nullopt;
  return bytes;
}

static llvm::ArrayRef<char> part(const MemoryFile &file, uint64_t offset,
                                 uint64_t bytes) {
  return file.bytes().slice(offset, bytes);
}

static bool holds(uint64_t fileBytes, uint64_t offset, uint64_t bytes) {
  return offset <= fileBytes && bytes <= fileBytes - offset;
}

/// What the C interface of MLIR takes for a memref: two pointers, offset,
/// sizes, strides, each a word.
static std::vector<int64_t> makeDescriptor(const ArgumentRecord &argument,
                                           char *data) {
  auto address = static_cast<int64_t>(reinterpret_cast<intptr_t>(data));
  std::vector<int64_t> words{address, address, 0};
  words.insert(words.end(), argument.shape.begin(), argument.shape.end());
  size_t firstStride = words.size();
  words.resize(firstStride + argument.shape.size());
  int64_t stride = 1;
  for (size_t d = argument.shape.size(); d-- > 0;) {
    words[firstStride + d] = stride;
    stride *= argument.shape[d];
  }
  return words;
}

llvm::Expected<std::unique_ptr<MeasureServer>>
MeasureServer::create(CrashNote &note) {
  std::unique_ptr<MeasureServer> server(new MeasureServer(note));
  auto loader = KernelLoader::create();
  if (!loader)
    return loader.takeError();
  server->loader = std::move(*loader);
  // The caller sets it for each worker; what has one thread has no race.
  const char *threads = std::getenv("OMP_NUM_THREADS");
  if (threads && llvm::StringRef(threads) != "1")
    server->checksAfterTiming = 4;
  return server;
}

MeasureServer::~MeasureServer() { setGuardedRegions({}); }

llvm::Error MeasureServer::load(const LoadProgramMessage &message,
                                MemoryFile inputFile,
                                MemoryFile referenceFile) {
  // The program before goes first: both may not fit.
  setGuardedRegions({});
  buffers.clear();
  regions.clear();
  expected.clear();
  descriptors.clear();
  pointers.clear();
  program = message;
  inputs = std::move(inputFile);
  reference = std::move(referenceFile);

  if (program.arguments.size() > maxKernelArguments)
    return executionError("a program of {0} arguments; at most {1} can be run",
                          program.arguments.size(), maxKernelArguments);
  if (reference.valid() && reference.bytes().size() != program.referenceBytes)
    return executionError("a reference of {0} bytes instead of {1}",
                          reference.bytes().size(), program.referenceBytes);
  for (const ArgumentRecord &argument : program.arguments) {
    std::optional<uint64_t> bytes = bytesOf(argument);
    if (!bytes ||
        (argument.isInput &&
         !holds(inputs.bytes().size(), argument.inputOffset, *bytes)) ||
        (argument.isOutput &&
         !holds(program.referenceBytes, argument.referenceOffset, *bytes)))
      return executionError("an argument record that contradicts its files");

    GuardedBuffer &buffer = buffers.emplace_back(*bytes);
    if (!buffer.valid())
      exitOutOfMemory();
    if (argument.isInput)
      std::memcpy(buffer.data(), inputs.bytes().data() + argument.inputOffset,
                  *bytes);
    if (!argument.isOutput)
      buffer.makeReadOnly();
    regions.push_back(buffer.region());
    std::optional<ReferenceOutput> &output = expected.emplace_back();
    if (argument.isOutput && reference.valid())
      output.emplace(elementTypeOf(argument),
                     part(reference, argument.referenceOffset, *bytes));
    descriptors.push_back(makeDescriptor(argument, buffer.data()));
  }
  for (std::vector<int64_t> &descriptor : descriptors)
    pointers.push_back(descriptor.data());
  memoryProbe.load(buffers);
  setGuardedRegions(regions);
  return llvm::Error::success();
}

void MeasureServer::resetOutputs() {
  for (auto [argument, buffer] : llvm::zip_equal(program.arguments, buffers)) {
    if (!argument.isOutput)
      continue;
    // A kernel before may have written there: that is not this one's fault.
    buffer.restoreSlack();
    if (argument.isInput)
      std::memcpy(buffer.data(), inputs.bytes().data() + argument.inputOffset,
                  buffer.size());
    else // all ones: NaN in every floating-point type, -1 in integers
      std::memset(buffer.data(), 0xff, buffer.size());
  }
}

std::optional<std::string> MeasureServer::verify() const {
  for (size_t i = 0; i < buffers.size(); ++i) {
    const ArgumentRecord &argument = program.arguments[i];
    // Writing around an input is a fault, as writing to it is.
    if (argument.isOutput && !buffers[i].slackIntact())
      return llvm::formatv("bytes just before or past argument {0} are "
                           "overwritten",
                           i);
    if (!expected[i])
      continue;
    if (std::optional<std::string> difference =
            expected[i]->compare({buffers[i].data(), buffers[i].size()},
                                 argument.shape, program.tolerance))
      return llvm::formatv("argument {0}: {1}", i, *difference);
  }
  return std::nullopt;
}

llvm::Expected<MemoryFile> MeasureServer::copyOutputs() const {
  return MemoryFile::create("mlirgym-reference", program.referenceBytes,
                            [&](llvm::MutableArrayRef<char> target) {
                              for (auto [argument, buffer] :
                                   llvm::zip_equal(program.arguments, buffers))
                                if (argument.isOutput)
                                  std::memcpy(target.data() +
                                                  argument.referenceOffset,
                                              buffer.data(), buffer.size());
                            });
}

MeasureServer::Outcome MeasureServer::run(const RunKernelMessage &message,
                                          const MemoryFile &object) {
  Outcome outcome;
  KernelRanMessage &reply = outcome.reply;
  auto fail = [&](Status status, std::string why) {
    reply.status = static_cast<uint8_t>(status);
    reply.message = std::move(why);
  };

  Clock::time_point begin = Clock::now();
  llvm::Expected<Kernel> kernel = loader->load(object.bytes(), message.entry);
  if (!kernel) {
    fail(Status::CompileFailed, "the object code cannot be linked: " +
                                    llvm::toString(kernel.takeError()));
    return outcome;
  }
  double warmUpNs = callOnce(*kernel);
  std::optional<std::string> wrong = verify();
  if (!wrong && message.makeReference) {
    if (llvm::Expected<MemoryFile> outputs = copyOutputs())
      outcome.reference = std::move(*outputs);
    else {
      llvm::consumeError(outputs.takeError());
      exitOutOfMemory();
    }
  }
  reply.verifyMs = nanosecondsSince(begin) / 1e6;
  if (wrong) {
    fail(Status::WrongResult, std::move(*wrong));
    return outcome;
  }
  if (!message.time)
    return outcome;

  // What takes so long is timed once, and that call is checked.
  bool once = warmUpNs > message.protocol.budgetMs * 1e6;
  if (once)
    resetOutputs();
  measure(*kernel, message, warmUpNs, reply);
  if (reply.status == static_cast<uint8_t>(Status::Ok)) {
    begin = Clock::now();
    // A race shows in some calls only.
    for (unsigned check = 0; !wrong && check < checksAfterTiming; ++check) {
      if (check > 0 || !once || reply.repeats * reply.number != 1)
        callOnce(*kernel);
      wrong = verify();
    }
    reply.verifyMs += nanosecondsSince(begin) / 1e6;
    if (wrong)
      fail(Status::WrongResult,
           "right at first, wrong when called again: " + *wrong);
  }
  return outcome;
}

double MeasureServer::callOnce(const Kernel &kernel) {
  resetOutputs();
  ++note.progress;
  Clock::time_point begin = Clock::now();
  kernel.call(pointers, 1);
  double elapsedNs = nanosecondsSince(begin);
  ++note.progress;
  return elapsedNs;
}

void MeasureServer::flushArguments() {
  for (const GuardedBuffer &buffer : buffers)
    flushFromCaches({buffer.data(), buffer.size()});
}

bool MeasureServer::isQuiet() {
  // Both each time: a probe is part of what the kernel finds in the caches.
  double core = coreProbe.slowness() - 1, memory = memoryProbe.slowness() - 1;
  return core <= MeasureProtocol::driftLimit &&
         memory <= MeasureProtocol::memoryDriftLimit;
}

void MeasureServer::measure(const Kernel &kernel,
                            const RunKernelMessage &message, double warmUpNs,
                            KernelRanMessage &reply) {
  Clock::time_point begin = Clock::now();
  double calls = 0;
  auto timeCalls = [&](uint32_t number) {
    if (message.protocol.caches == CacheState::Cold)
      flushArguments();
    int64_t before = countInterruptions();
    counters.resume();
    Clock::time_point repeatBegin = Clock::now();
    kernel.call(pointers, number);
    TimedCalls timed{nanosecondsSince(repeatBegin)};
    counters.pause();
    timed.interrupted = countInterruptions() != before;
    calls += number;
    ++note.progress;
    return timed;
  };
  ++note.progress;
  counters.reset();
  Samples samples = takeSamples(message.protocol, warmUpNs, message.baselineNs,
                                timeCalls, [&] { return isQuiet(); });
  reply.counters = counters.read(calls);
  reply.measureMs = nanosecondsSince(begin) / 1e6;
  reply.medianNs = samples.medianNs;
  reply.minNs = samples.minNs;
  reply.spread = samples.spread;
  reply.uncertainty = samples.uncertainty;
  reply.noisy = samples.noisy;
  reply.repeats = samples.repeats;
  reply.number = samples.number;
  if (samples.status != Status::TooSlow)
    return;
  reply.status = static_cast<uint8_t>(Status::TooSlow);
  reply.message = llvm::formatv(
      "a call takes at least {0:f3} ms, more than {1:f1} times the baseline of "
      "{2:f3} ms",
      samples.medianNs / 1e6, message.protocol.tooSlowFactor,
      message.baselineNs / 1e6);
}

} // namespace mlirgym
