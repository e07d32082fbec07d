#include "execution/server/MeasureServer.h"
#include "execution/loader/KernelLoader.h"
#include "execution/process/CrashNote.h"
#include "execution/process/Sandbox.h"
#include "execution/server/ForeignRun.h"
#include "execution/server/GuardedBuffer.h"
#include "execution/server/Guest.h"
#include "execution/server/InOutCopies.h"
#include "execution/server/KernelHeap.h"
#include "execution/server/LoadedProgram.h"
#include "execution/timing/CallClock.h"
#include "execution/timing/CounterEvent.h"
#include "execution/timing/MachineProbes.h"
#include "execution/timing/MeasureProtocol.h"
#include "execution/timing/MemoryProbe.h"
#include "execution/timing/PerfCounters.h"
#include "execution/timing/Quantile.h"
#include "execution/timing/Sampler.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "outcome/Measurement.h"
#include "outcome/Units.h"
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

llvm::Expected<std::unique_ptr<MeasureServer>>
MeasureServer::create(CrashNote &note, uint64_t bytesOfOthers,
                      std::vector<CounterEvent> counters,
                      std::unique_ptr<Guest> guest) {
  std::unique_ptr<MeasureServer> server(new MeasureServer(
      note, bytesOfOthers, std::move(counters), std::move(guest)));
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

MeasureServer::MeasureServer(CrashNote &sharedNote, uint64_t mostBytes,
                             std::vector<CounterEvent> counted,
                             std::unique_ptr<Guest> theGuest)
    : note(sharedNote), bytesOfOthers(mostBytes), guest(std::move(theGuest)),
      counters(
          PerfCounters::open(std::move(counted), guest ? guest->pid() : 0)),
      probedMemory(MemoryProbe::memoryBytes(), GuardedBuffer::lastNumber),
      probes(bytesOrExit(probedMemory)) {
  probedMemory.makeReadOnly();
}

MeasureServer::~MeasureServer() { setGuardedRegions({}); }

llvm::Error MeasureServer::load(const LoadProgramMessage &message,
                                MemoryFile inputFile,
                                MemoryFile referenceFile) {
  setGuardedRegions({});
  if (guest) // it has overwritten the inputs
    programs.clear();
  const uint64_t inputs = inputFile.identity(),
                 reference = referenceFile.identity();
  auto same = llvm::find_if(programs, [&](const auto &each) {
    return each->inputs().identity() == inputs &&
           each->reference().identity() == reference;
  });
  if (same != programs.end())
    std::rotate(same, same + 1, programs.end());
  else if (llvm::Error error = add(std::make_unique<LoadedProgram>(
               message, std::move(inputFile), std::move(referenceFile))))
    return error;
  std::vector<llvm::ArrayRef<char>> arguments;
  for (const GuardedBuffer &buffer : program().arguments())
    arguments.emplace_back(buffer.data(), buffer.size());
  probes.load(arguments);
  setGuardedRegions(program().guardedRegions());
  return llvm::Error::success();
}

llvm::Error MeasureServer::add(std::unique_ptr<LoadedProgram> added) {
  if (llvm::Error error = added->checkSizes())
    return error;
  // Until a program has a reference, it is another one.
  llvm::erase_if(programs, [&](const auto &each) {
    return each->inputs().identity() == added->inputs().identity();
  });
  // The memory of the others, and of their kernels, also counts towards the
  // limit.
  constexpr size_t mostOthers = 32; // of mappings
  auto areTooMany = [&] {
    uint64_t bytes = 0;
    for (const auto &each : programs)
      bytes += each->bytes();
    return programs.size() > mostOthers || bytes > bytesOfOthers;
  };
  while (areTooMany())
    programs.erase(programs.begin());
  freeKernelBlocks();
  releaseFreedMemory();
  // Foreign code is compared with the untransformed program on inputs that are
  // written here.
  added->fill(guest ? LoadedProgram::Inputs::Writable
                    : LoadedProgram::Inputs::ReadOnly);
  programs.push_back(std::move(added));
  return llvm::Error::success();
}

std::optional<std::string> MeasureServer::verify(uint32_t set) const {
  if (std::optional<std::string> damage = findHeapDamage())
    return damage;
  return program().verify(set);
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
  LoadedProgram &called = program();
  called.chooseInterface(message.barePointers != 0);
  if (!called.reference().valid())
    called.expectNothing(); // of the previous kernel
  double warmUpNs = callOnce(*kernel, /*set=*/0);
  std::optional<std::string> wrong = verify(/*set=*/0);
  if (!wrong && message.makeReference) {
    if (llvm::Expected<MemoryFile> outputs = called.copyOutputs())
      outcome.reference = std::move(*outputs);
    else {
      llvm::consumeError(outputs.takeError());
      exitOutOfMemory();
    }
    if (message.time && message.compareLater)
      called.expect(outcome.reference);
  }
  // The first call is known to be right if there are outputs to compare with.
  const char *const again =
      called.reference().valid()
          ? "correct at first, wrong when called again: "
          : "a later call computes something else than the first: ";
  // State kept between calls and races affect only some calls; other defects
  // only some inputs.
  const uint32_t sets =
      called.hasExpectation() ? called.message().inputSets : 1;
  auto wrongOn = [&](uint32_t set, const std::string &how) {
    return (set == 0 ? again
                     : "correct on the first inputs, wrong on others: ") +
           how;
  };
  uint32_t otherSets = 0; // verified while timing
  reply.verifyMs = checking.milliseconds();
  if (!wrong && message.time) {
    // The only timed call of a slow kernel is also verified. If the kernel is
    // hopeless, that call is on the second set of inputs, which saves one.
    uint32_t set = 0;
    const bool once = warmUpNs > message.protocol.budgetMs * 1e6;
    if (once)
      called.resetOutputs(/*set=*/0);
    else if (sets > 1 && message.batchSize == 0 && !called.inOutCopies() &&
             isTimedOnce(message.protocol, warmUpNs, message.known))
      otherSets = set = 1;
    wrong = measureOwn(*kernel, message, warmUpNs, set, reply);
    if (reply.status != static_cast<uint8_t>(Status::Ok))
      return outcome;
    checking = Stopwatch();
    if (!wrong && once && reply.timing.repeats * reply.timing.number == 1)
      wrong = verify(/*set=*/0);
    if (wrong)
      wrong = wrongOn(set, *wrong);
  }
  if (!wrong) {
    const bool repeats = message.time && sets == 1;
    unsigned checks =
        std::max(repeats ? 1u : sets - 1, message.time ? checksAfterTiming : 0);
    for (unsigned check = 1 + otherSets; !wrong && check <= checks; ++check) {
      uint32_t set = check % sets;
      callOnce(*kernel, set);
      wrong = verify(set);
      if (wrong)
        wrong = wrongOn(set, *wrong);
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
  LoadedProgram &called = program();
  called.chooseInterface(/*barePointers=*/false);
  ForeignRun foreign(note, *guest, called, *untransformed);
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
  const uint32_t sets = called.message().inputSets;
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

double MeasureServer::callOnce(const Kernel &kernel, uint32_t set) {
  program().resetOutputs(set);
  ++note.progress;
  const Stopwatch taken;
  kernel.call(program().pointersOf(set), 1);
  double elapsedNs = taken.nanoseconds();
  ++note.progress;
  return elapsedNs;
}

TimedCalls MeasureServer::timeGroup(const Kernel &kernel, uint32_t set,
                                    uint32_t calls) {
  const LoadedProgram &called = program();
  const std::optional<InOutCopies> &inOut = called.inOutCopies();
  counters.resume();
  const CallClock clock;
  if (!inOut)
    kernel.call(called.pointersOf(set), calls);
  else
    for (uint32_t call = 0; call < calls; ++call)
      kernel.call(called.pointersOfCopy(call), 1);
  TimedCalls timed = clock.read();
  counters.pause();
  if (inOut)
    timed.elapsedNs = std::max(timed.elapsedNs - inOut->clockNs(), 0.0);
  return timed;
}

std::optional<std::string>
MeasureServer::measureOwn(const Kernel &kernel, const RunKernelMessage &message,
                          double warmUpNs, uint32_t &set,
                          KernelRanMessage &reply) {
  LoadedProgram &called = program();
  const std::optional<InOutCopies> &inOut = called.inOutCopies();
  uint64_t batch = 0;
  double leastCallNs = warmUpNs;
  called.openEnds();
  ++note.progress;
  for (unsigned call = 0; call < message.protocol.warmUpCalls; ++call) {
    kernel.call(called.pointersOf(0), 1);
    ++note.progress;
  }
  auto callGroup = [&](uint32_t &calls, TimedCalls &timed) {
    if (inOut) {
      calls = std::min(calls, inOut->callsPerGroup(leastCallNs));
      called.fillCopies(calls);
    }
    ++batch;
    if (set != 0)
      called.resetOutputs(set);
    else
      called.spoilParts(batch);
    if (message.protocol.caches == CacheState::Cold)
      called.flush();
    timed = timeGroup(kernel, set, calls);
    leastCallNs = std::min(leastCallNs, timed.elapsedNs / calls);
    auto wrong = set != 0 ? verify(set) : called.verifyParts(batch);
    if (!wrong)
      set = 0;
    if (!wrong && inOut)
      wrong = called.verifyCopies(batch, calls);
    return wrong;
  };
  std::optional<std::string> wrong =
      measure(message, warmUpNs, inOut.has_value(), callGroup, reply);
  if (!wrong)
    wrong = called.findOverwritten();
  called.closeEnds();
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
      [&] { return probes.probe(); }, message.batchSize);
  addDrift(samples, probes.endMeasurement());
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
