#include "execution/server/MeasureServer.h"
#include "execution/loader/KernelLoader.h"
#include "execution/loader/MemrefDescriptor.h"
#include "execution/process/CrashNote.h"
#include "execution/process/Sandbox.h"
#include "execution/server/ForeignRun.h"
#include "execution/server/GuardedBuffer.h"
#include "execution/server/Guest.h"
#include "execution/server/InOutCopies.h"
#include "execution/server/KernelHeap.h"
#include "execution/timing/CacheFlush.h"
#include "execution/timing/CallClock.h"
#include "execution/timing/CounterEvent.h"
#include "execution/timing/MeasureProtocol.h"
#include "execution/timing/MemoryProbe.h"
#include "execution/timing/PerfCounters.h"
#include "execution/timing/Quantile.h"
#include "execution/timing/Sampler.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "execution/wire/OutputComparison.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/Units.h"
#include "program/Limits.h"
#include "program/Program.h"
#include "program/Stopwatch.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym::worker {

static ElementType elementTypeOf(const ArgumentRecord &argument) {
  return static_cast<ElementType>(argument.elementType);
}

/// Size of an argument in bytes; nullopt if its record is invalid.
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

static bool holds(uint64_t fileBytes, uint64_t offset, uint64_t bytes) {
  return offset <= fileBytes && bytes <= fileBytes - offset;
}

llvm::Expected<std::unique_ptr<MeasureServer>>
MeasureServer::create(CrashNote &note, std::vector<CounterEvent> counters,
                      std::unique_ptr<Guest> guest) {
  std::unique_ptr<MeasureServer> server(
      new MeasureServer(note, std::move(counters), std::move(guest)));
  if (llvm::Error error =
          KernelLoader::create(kernelHeapFunctions()).moveInto(server->loader))
    return error;
  // The caller sets this variable for each worker; with one thread there are no
  // races.
  const char *threads = std::getenv("OMP_NUM_THREADS");
  if (threads && llvm::StringRef(threads) != "1")
    server->checksAfterTiming = 4;
  return server;
}

static llvm::MutableArrayRef<char> bytesOrExit(const GuardedBuffer &buffer) {
  if (!buffer.valid())
    exitOutOfMemory();
  return {buffer.data(), buffer.size()};
}

MeasureServer::MeasureServer(CrashNote &sharedNote,
                             std::vector<CounterEvent> counted,
                             std::unique_ptr<Guest> theGuest)
    : note(sharedNote), guest(std::move(theGuest)),
      counters(
          PerfCounters::open(std::move(counted), guest ? guest->pid() : 0)),
      probedMemory(MemoryProbe::memoryBytes(), GuardedBuffer::lastNumber),
      memoryProbe(bytesOrExit(probedMemory)) {
  probedMemory.makeReadOnly();
}

MeasureServer::~MeasureServer() { setGuardedRegions({}); }

llvm::Error MeasureServer::load(const LoadProgramMessage &message,
                                MemoryFile inputFile,
                                MemoryFile referenceFile) {
  // Frees the previous program first: both may not fit into memory.
  setGuardedRegions({});
  buffers.clear();
  otherInputs.clear();
  regions.clear();
  expected.clear();
  descriptors.clear();
  pointers.clear();
  inOut.reset();
  copyPointers.clear();
  program = message;
  inputs = std::move(inputFile);
  reference = std::move(referenceFile);
  // The memory of its kernels also counts towards the limit.
  freeKernelBlocks();
  releaseFreedMemory();

  if (program.arguments.size() > maxArguments)
    return executionError("a program of {0} arguments; at most {1} can be run",
                          program.arguments.size(), maxArguments);
  if (llvm::Error error = checkSizes())
    return error;
  for (const ArgumentRecord &argument : program.arguments) {
    GuardedBuffer &buffer = addBuffer(buffers, argument, /*set=*/0);
    descriptors.push_back(makeDescriptor(argument.shape, buffer.data()));
  }
  pointers.resize(program.inputSets);
  for (std::vector<int64_t> &descriptor : descriptors)
    pointers.front().push_back(descriptor.data());
  for (uint32_t set = 1; set < program.inputSets; ++set)
    for (auto [i, argument] : llvm::enumerate(program.arguments)) {
      // Written arguments are filled before each call.
      if (argument.isOutput) {
        pointers[set].push_back(pointers.front()[i]);
        continue;
      }
      GuardedBuffer &buffer = addBuffer(otherInputs, argument, set);
      pointers[set].push_back(
          descriptors
              .emplace_back(makeDescriptor(argument.shape, buffer.data()))
              .data());
    }
  addCopies();
  for (uint32_t set = 0; reference.valid() && set < program.inputSets; ++set) {
    const char *outputs =
        reference.bytes().data() + set * program.referenceSetBytes();
    const size_t count = program.arguments.size();
    addReferences(
        outputs, outputs + program.referenceBytes,
        llvm::ArrayRef(program.averageLimits).slice(set * count, count));
  }
  std::vector<llvm::ArrayRef<char>> arguments;
  for (const GuardedBuffer &buffer : buffers)
    arguments.emplace_back(buffer.data(), buffer.size());
  memoryProbe.load(arguments);
  setGuardedRegions(regions);
  return llvm::Error::success();
}

llvm::Error MeasureServer::checkSizes() const {
  const uint64_t sets = program.inputSets;
  auto fits = [&](const MemoryFile &file, uint64_t setBytes) {
    return sets > 0 && file.bytes().size() % sets == 0 &&
           file.bytes().size() / sets == setBytes;
  };
  if (!fits(inputs, program.inputBytes) ||
      (reference.valid() && !fits(reference, program.referenceSetBytes())) ||
      (reference.valid() &&
       program.averageLimits.size() != sets * program.arguments.size()))
    return executionError("{0} bytes of inputs and {1} of reference for {2} "
                          "sets of {3} and {4}",
                          inputs.bytes().size(), reference.bytes().size(), sets,
                          program.inputBytes, program.referenceSetBytes());
  for (const ArgumentRecord &argument : program.arguments) {
    std::optional<uint64_t> bytes = bytesOf(argument);
    if (!bytes || (argument.isInput &&
                   !holds(program.inputBytes, argument.inputOffset, *bytes)))
      return executionError("an argument record that contradicts its files");
    uint64_t toleranceBytes = *bytes / sizeOfElement(elementTypeOf(argument)) *
                              sizeOfTolerance(elementTypeOf(argument));
    if (argument.isOutput &&
        (!holds(program.referenceBytes, argument.referenceOffset, *bytes) ||
         !holds(program.toleranceBytes, argument.toleranceOffset,
                toleranceBytes)))
      return executionError("an argument record that contradicts its files");
  }
  return llvm::Error::success();
}

/// Requires: checkSizes().
GuardedBuffer &MeasureServer::addBuffer(std::vector<GuardedBuffer> &to,
                                        const ArgumentRecord &argument,
                                        uint32_t set) {
  GuardedBuffer &buffer =
      to.emplace_back(*bytesOf(argument), static_cast<unsigned>(to.size()));
  if (!buffer.valid())
    exitOutOfMemory();
  if (argument.isInput)
    std::memcpy(buffer.data(), inputOf(argument, set), buffer.size());
  // With a guest, the untransformed program is called on other inputs, too.
  if (!argument.isOutput && !guest)
    buffer.makeReadOnly();
  regions.push_back(buffer.region());
  return buffer;
}

const char *MeasureServer::inputOf(const ArgumentRecord &argument,
                                   uint32_t set) const {
  return inputs.bytes().data() + set * program.inputBytes +
         argument.inputOffset;
}

void MeasureServer::addCopies() {
  std::vector<llvm::MutableArrayRef<char>> arguments;
  for (auto [argument, buffer] : llvm::zip_equal(program.arguments, buffers))
    if (argument.isInput && argument.isOutput)
      arguments.emplace_back(buffer.data(), buffer.size());
  if (arguments.empty())
    return;
  inOut.emplace(std::move(arguments), static_cast<unsigned>(buffers.size()));
  if (!inOut->valid())
    exitOutOfMemory();
  copyPointers.push_back(pointers.front());
  for (uint32_t copy = 1; copy < inOut->count(); ++copy) {
    std::vector<void *> &row = copyPointers.emplace_back(pointers.front());
    size_t place = 0;
    for (auto [argument, pointer] : llvm::zip_equal(program.arguments, row))
      if (argument.isInput && argument.isOutput)
        pointer = descriptors
                      .emplace_back(makeDescriptor(
                          argument.shape, inOut->copy(place++, copy).data()))
                      .data();
  }
}

void MeasureServer::addReferences(const char *outputs, const char *tolerances,
                                  llvm::ArrayRef<double> averageLimits) {
  auto &references = expected.emplace_back();
  for (auto [argument, limit] :
       llvm::zip_equal(program.arguments, averageLimits)) {
    std::optional<ReferenceOutput> &output = references.emplace_back();
    if (argument.isOutput)
      output.emplace(elementTypeOf(argument),
                     llvm::ArrayRef(outputs + argument.referenceOffset,
                                    *bytesOf(argument)),
                     tolerances + argument.toleranceOffset, limit);
  }
}

MemoryFile MeasureServer::expectAgain(const MemoryFile &outputs) {
  auto fill = [&](llvm::MutableArrayRef<char> target) {
    for (const ArgumentRecord &argument : program.arguments)
      if (argument.isOutput)
        writeRelativeTolerances(
            elementTypeOf(argument),
            outputs.bytes().slice(argument.referenceOffset, *bytesOf(argument)),
            program.tolerance, target.data() + argument.toleranceOffset);
  };
  auto tolerances =
      MemoryFile::create("mlirgym-tolerances", program.toleranceBytes, fill);
  if (!tolerances) {
    llvm::consumeError(tolerances.takeError());
    exitOutOfMemory();
  }
  expected.clear();
  addReferences(
      outputs.bytes().data(), tolerances->bytes().data(),
      std::vector<double>(program.arguments.size(), kernelAverageLimit));
  return std::move(*tolerances);
}

void MeasureServer::resetOutputs(uint32_t set) {
  for (auto [argument, buffer] : llvm::zip_equal(program.arguments, buffers)) {
    if (!argument.isOutput)
      continue;
    // A previous kernel may have written to the slack.
    buffer.restoreSlack();
    if (argument.isInput)
      std::memcpy(buffer.data(), inputOf(argument, set), buffer.size());
    else // all ones: NaN in every floating-point type, -1 in integers
      std::memset(buffer.data(), 0xff, buffer.size());
  }
}

std::optional<std::string> MeasureServer::findOverwritten() const {
  // Writing before or past an input raises a signal, as writing to it does.
  for (auto [i, buffer] : llvm::enumerate(buffers))
    if (program.arguments[i].isOutput && !buffer.slackIntact())
      return llvm::formatv("bytes just before or past argument {0} are "
                           "overwritten",
                           i);
  return std::nullopt;
}

std::optional<std::string> MeasureServer::verify(uint32_t set) const {
  if (std::optional<std::string> damage = findHeapDamage())
    return damage;
  if (std::optional<std::string> damage = findOverwritten())
    return damage;
  for (size_t i = 0; i < buffers.size(); ++i) {
    const ArgumentRecord &argument = program.arguments[i];
    if (expected.empty() || !expected[set][i])
      continue;
    if (std::optional<std::string> difference = expected[set][i]->compare(
            {buffers[i].data(), buffers[i].size()}, argument.shape))
      return llvm::formatv("argument {0}: {1}", i, *difference);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Checks of every batch
//===----------------------------------------------------------------------===//

/// Parts of an output are overwritten before a batch and compared after it:
/// only a few cache lines, so that the timing does not change.
static constexpr size_t partBytes = 64, mostParts = 64;

/// Calls `visit` with the ranges of about `most` parts, different ones in each
/// phase, or with a single range if the output has no more parts.
template <typename Visit>
static void forEachPart(size_t bytes, size_t most, uint64_t phase,
                        Visit visit) {
  const size_t parts = (bytes + partBytes - 1) / partBytes,
               stride = std::max<size_t>(1, parts / most);
  if (stride == 1)
    return visit(0, bytes);
  for (size_t part = phase % stride; part < parts; part += stride)
    visit(part * partBytes, std::min((part + 1) * partBytes, bytes));
}

static bool isOnlyWritten(const ArgumentRecord &argument) {
  return argument.isOutput && !argument.isInput;
}

void MeasureServer::spoilParts(uint64_t phase) {
  if (expected.empty())
    return;
  for (auto [argument, buffer] : llvm::zip_equal(program.arguments, buffers))
    if (isOnlyWritten(argument))
      forEachPart(buffer.size(), mostParts, phase,
                  [&](size_t begin, size_t end) {
                    std::memset(buffer.data() + begin, 0xff, end - begin);
                  });
}

/// The difference in some parts of an argument, if any.
static std::optional<std::string> compareParts(const ReferenceOutput &expected,
                                               llvm::ArrayRef<char> actual,
                                               const ArgumentRecord &argument,
                                               size_t most, uint64_t phase) {
  std::optional<std::string> wrong;
  const size_t bytes = sizeOfElement(elementTypeOf(argument));
  forEachPart(actual.size(), most, phase, [&](size_t begin, size_t end) {
    if (!wrong)
      wrong = expected.compareSome(actual, argument.shape, begin / bytes,
                                   end / bytes);
  });
  return wrong;
}

std::optional<std::string> MeasureServer::verifyParts(uint64_t phase) const {
  if (expected.empty())
    return std::nullopt;
  for (size_t i = 0; i < buffers.size(); ++i)
    if (isOnlyWritten(program.arguments[i]))
      if (auto wrong = compareParts(*expected.front()[i],
                                    {buffers[i].data(), buffers[i].size()},
                                    program.arguments[i], mostParts, phase))
        return llvm::formatv("argument {0}: {1}", i, *wrong);
  return std::nullopt;
}

void MeasureServer::fillCopies(uint32_t calls) {
  size_t place = 0;
  for (const ArgumentRecord &argument : program.arguments) {
    if (!argument.isInput || !argument.isOutput)
      continue;
    for (uint32_t call = 0; call < calls; ++call) {
      llvm::MutableArrayRef<char> copy = inOut->copy(place, call);
      std::memcpy(copy.data(), inputOf(argument, /*set=*/0), copy.size());
    }
    ++place;
  }
}

std::optional<std::string> MeasureServer::verifyCopies(uint64_t phase,
                                                       uint32_t calls) const {
  if (expected.empty())
    return std::nullopt;
  size_t place = 0;
  for (auto [i, argument] : llvm::enumerate(program.arguments)) {
    if (!argument.isInput || !argument.isOutput)
      continue;
    for (uint32_t call = 0; call < calls; ++call)
      if (auto wrong = compareParts(
              *expected.front()[i], inOut->copy(place, call), argument,
              std::max<size_t>(1, mostParts / calls), phase + call))
        return llvm::formatv("argument {0}: {1}", i, *wrong);
    ++place;
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

  freeKernelBlocks(); // leaks affect only the kernel itself
  Stopwatch checking;
  llvm::Expected<Kernel> kernel = loader->load(object.bytes(), message.entry);
  if (!kernel) {
    fail(Status::CompileFailed, "the object code cannot be linked: " +
                                    llvm::toString(kernel.takeError()));
    return outcome;
  }
  chooseInterface(message);
  if (!reference.valid())
    expected.clear(); // of the previous kernel
  double warmUpNs = callOnce(*kernel, /*set=*/0);
  std::optional<std::string> wrong = verify(/*set=*/0);
  MemoryFile ownTolerances;
  if (!wrong && message.makeReference) {
    if (llvm::Expected<MemoryFile> outputs = copyOutputs())
      outcome.reference = std::move(*outputs);
    else {
      llvm::consumeError(outputs.takeError());
      exitOutOfMemory();
    }
    if (message.time && message.compareLater)
      ownTolerances = expectAgain(outcome.reference);
  }
  // The first call is known to be right if there are outputs to compare with.
  const char *const again =
      reference.valid()
          ? "correct at first, wrong when called again: "
          : "a later call computes something else than the first: ";
  reply.verifyMs = checking.milliseconds();
  if (!wrong && message.time) {
    // Such a slow kernel is timed once, and that call is verified.
    bool once = warmUpNs > message.protocol.budgetMs * 1e6;
    if (once)
      resetOutputs(/*set=*/0);
    wrong = measureOwn(*kernel, message, warmUpNs, reply);
    if (reply.status != static_cast<uint8_t>(Status::Ok))
      return outcome;
    checking = Stopwatch();
    if (!wrong && once && reply.timing.repeats * reply.timing.number == 1)
      wrong = verify(/*set=*/0);
    if (wrong)
      wrong = again + *wrong;
  }
  if (!wrong) {
    // State kept between calls and races affect only some calls; other defects
    // only some inputs.
    const uint32_t sets = expected.empty() ? 1 : program.inputSets;
    const bool repeats = message.time && sets == 1;
    unsigned checks =
        std::max(repeats ? 1u : sets - 1, message.time ? checksAfterTiming : 0);
    for (unsigned check = 1; !wrong && check <= checks; ++check) {
      uint32_t set = check % sets;
      callOnce(*kernel, set);
      wrong = verify(set);
      if (wrong)
        wrong = (set == 0 ? again
                          : "correct on the first inputs, wrong on others: ") +
                *wrong;
    }
  }
  reply.verifyMs += checking.milliseconds();
  if (wrong)
    fail(Status::WrongResult, std::move(*wrong));
  return outcome;
}

KernelRanMessage MeasureServer::runForeign(const RunKernelMessage &message,
                                           const MemoryFile &object,
                                           const MemoryFile &own) {
  KernelRanMessage reply;
  auto fail = [&](Status status, std::string why) {
    reply.status = static_cast<uint8_t>(status);
    reply.message = std::move(why);
  };
  Stopwatch checking;
  llvm::Expected<Kernel> untransformed =
      loader->load(own.bytes(), message.ownEntry);
  if (!untransformed) {
    fail(Status::CompileFailed, llvm::toString(untransformed.takeError()));
    return reply;
  }
  ForeignRun foreign(note, *guest, program, inputs, reference, buffers,
                     pointers.front(), *untransformed);
  if (auto problem = foreign.load(message, object)) {
    fail(Status::CompileFailed,
         "the object code cannot be linked: " + *problem);
    return reply;
  }
  double calledNs = 0;
  auto isWrongOn = [&](uint32_t set) {
    calledNs = foreign.callOn(set);
    ++note.progress;
    auto wrong = foreign.damage();
    return wrong ? wrong : verify(set);
  };
  const char *const again = "correct at first, wrong when called again: ";
  std::optional<std::string> wrong = isWrongOn(0);
  // Code that leaves its outputs as they are where the inputs are the last ones
  // computes in each timed call, and is wrong all the same.
  if (!wrong) {
    wrong = isWrongOn(0);
    if (wrong)
      wrong = again + *wrong;
  }
  reply.verifyMs = checking.milliseconds();
  if (!wrong) {
    auto callGroup = [&](uint32_t &calls, TimedCalls &timed) {
      calls = std::clamp(calls, foreign.fewestCalls(), foreign.mostCalls());
      foreign.fillGroup(calls);
      if (message.protocol.caches == CacheState::Cold)
        foreign.flush();
      counters.resume();
      timed = foreign.callGroup(calls);
      counters.pause();
      return foreign.checkGroup();
    };
    // One short call takes no longer than the request: many show how long it
    // takes, before it could be too slow.
    constexpr double estimateNs = 1e6;
    auto many =
        static_cast<uint32_t>(std::clamp(estimateNs / std::max(calledNs, 1.0),
                                         1.0, double(foreign.mostCalls())));
    uint32_t one = 1;
    TimedCalls untimed;
    wrong = callGroup(many, untimed);
    calledNs = std::min(calledNs, untimed.elapsedNs / many);
    for (unsigned call = 0; !wrong && call < message.protocol.warmUpCalls;
         ++call)
      wrong = callGroup(one, untimed);
    if (!wrong)
      wrong = measure(message, calledNs, /*mayShorten=*/true, callGroup, reply);
    if (reply.status != static_cast<uint8_t>(Status::Ok))
      return reply;
    if (wrong)
      wrong = again + *wrong;
  }
  checking = Stopwatch();
  const uint32_t sets = program.inputSets;
  const unsigned checks = std::max(sets - 1, checksAfterTiming);
  for (unsigned check = 1; !wrong && check <= checks; ++check) {
    const uint32_t set = check % sets;
    wrong = isWrongOn(set);
    if (wrong)
      wrong = (set == 0 ? again
                        : "correct on the first inputs, wrong on others: ") +
              *wrong;
  }
  reply.verifyMs += checking.milliseconds();
  if (wrong)
    fail(Status::WrongResult, std::move(*wrong));
  else if (auto doubt = foreign.suspicion())
    fail(Status::Suspicious, std::move(*doubt));
  return reply;
}

void MeasureServer::chooseInterface(const RunKernelMessage &message) {
  passed = pointers;
  passedCopies = copyPointers;
  if (message.barePointers == 0)
    return;
  // A descriptor begins with the pointer to the elements.
  for (auto *rows : {&passed, &passedCopies})
    for (std::vector<void *> &arguments : *rows)
      for (void *&argument : arguments)
        argument = *static_cast<void **>(argument);
}

double MeasureServer::callOnce(const Kernel &kernel, uint32_t set) {
  resetOutputs(set);
  ++note.progress;
  const Stopwatch taken;
  kernel.call(passed[set], 1);
  double elapsedNs = taken.nanoseconds();
  ++note.progress;
  return elapsedNs;
}

void MeasureServer::flushArguments() {
  for (const GuardedBuffer &buffer : buffers)
    flushFromCaches({buffer.data(), buffer.size()});
}

bool MeasureServer::isQuiet() {
  // Always run both probes, since they influence the caches that the kernel
  // uses.
  double core = coreProbe.slowness() - 1, memory = memoryProbe.slowness() - 1;
  coreSlowness.add(1 + core);
  if (memoryProbe.isUsed())
    memorySlowness.add(1 + memory);
  return core <= MeasureProtocol::driftLimit &&
         memory <= MeasureProtocol::memoryDriftLimit;
}

TimedCalls MeasureServer::timeGroup(const Kernel &kernel, uint32_t calls) {
  counters.resume();
  const CallClock clock;
  if (!inOut)
    kernel.call(passed.front(), calls);
  else
    for (uint32_t call = 0; call < calls; ++call)
      kernel.call(passedCopies[call], 1);
  TimedCalls timed = clock.read();
  counters.pause();
  if (inOut)
    timed.elapsedNs = std::max(timed.elapsedNs - inOut->clockNs(), 0.0);
  return timed;
}

std::optional<std::string>
MeasureServer::measureOwn(const Kernel &kernel, const RunKernelMessage &message,
                          double warmUpNs, KernelRanMessage &reply) {
  uint64_t batch = 0;
  double leastCallNs = warmUpNs;
  for (GuardedBuffer &buffer : buffers)
    buffer.openEnd();
  ++note.progress;
  for (unsigned call = 0; call < message.protocol.warmUpCalls; ++call) {
    kernel.call(passed.front(), 1);
    ++note.progress;
  }
  auto callGroup = [&](uint32_t &calls, TimedCalls &timed) {
    if (inOut) {
      calls = std::min(calls, inOut->callsPerGroup(leastCallNs));
      fillCopies(calls);
    }
    spoilParts(++batch);
    if (message.protocol.caches == CacheState::Cold)
      flushArguments();
    timed = timeGroup(kernel, calls);
    leastCallNs = std::min(leastCallNs, timed.elapsedNs / calls);
    auto wrong = verifyParts(batch);
    if (!wrong && inOut)
      wrong = verifyCopies(batch, calls);
    return wrong;
  };
  std::optional<std::string> wrong =
      measure(message, warmUpNs, inOut.has_value(), callGroup, reply);
  if (!wrong)
    wrong = findOverwritten();
  for (GuardedBuffer &buffer : buffers)
    buffer.closeEnd();
  return wrong;
}

std::optional<std::string>
MeasureServer::measure(const RunKernelMessage &message, double warmUpNs,
                       bool mayShorten, CallGroup callGroup,
                       KernelRanMessage &reply) {
  const Stopwatch measuring;
  double calls = 0;
  std::optional<std::string> wrong;
  double leastCallNs = warmUpNs;
  // Filling a large argument may take a thousand times as long as a call that
  // changes a part of it: then fewer calls are timed.
  const double mostRepeatMs = 20 * message.protocol.minRepeatMs;
  auto timeCalls = [&](uint32_t number) {
    TimedCalls timed;
    if (wrong) { // it has no time
      timed.elapsedNs = number * leastCallNs;
      return timed;
    }
    const Stopwatch repeat;
    uint32_t done = 0;
    std::vector<double> timesNs; // per call, of each group
    while (!wrong && done < number &&
           (done == 0 || !mayShorten || repeat.milliseconds() < mostRepeatMs)) {
      uint32_t group = number - done;
      TimedCalls some;
      wrong = callGroup(group, some);
      timed.elapsedNs += some.elapsedNs;
      timed.interrupted |= some.interrupted;
      timed.paused |= some.paused;
      timesNs.push_back(some.elapsedNs / group);
      leastCallNs = std::min(leastCallNs, some.elapsedNs / group);
      ++note.progress;
      done += group;
    }
    calls += done;
    timed.elapsedNs *= static_cast<double>(number) / done;
    // Waking a guest takes longer at times.
    if (guest)
      timed.elapsedNs = medianOf(timesNs) * number;
    return timed;
  };
  counters.reset();
  Samples samples = takeSamples(
      message.protocol, warmUpNs, message.known, timeCalls,
      [&] { return isQuiet(); }, message.batchSize);
  addDrift(samples, std::max(coreSlowness.endMeasurement(),
                             memorySlowness.endMeasurement()));
  constexpr double none = -1;
  for (std::optional<double> count : counters.read(calls))
    reply.counters.push_back(count.value_or(none));
  reply.measureMs = measuring.milliseconds();
  reply.timing = samples;
  reply.timesNs = std::move(samples.timesNs);
  if (samples.status != Status::TooSlow)
    return wrong;
  reply.status = static_cast<uint8_t>(Status::TooSlow);
  reply.message = llvm::formatv(
      "a call takes at least {0}, more than {1:f1} times the baseline of {2}",
      formatNs(samples.medianNs), message.protocol.tooSlowFactor,
      formatNs(message.known.baselineNs));
  return wrong;
}

} // namespace mlirgym::worker
