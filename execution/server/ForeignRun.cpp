#include "execution/server/ForeignRun.h"
#include "execution/loader/KernelLoader.h"
#include "execution/process/CrashNote.h"
#include "execution/process/Sandbox.h"
#include "execution/server/GuardedBuffer.h"
#include "execution/server/Guest.h"
#include "execution/server/LoadedProgram.h"
#include "execution/timing/CacheFlush.h"
#include "execution/timing/Sampler.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "execution/wire/OutputComparison.h"
#include "execution/wire/SharedMemory.h"
#include "program/Program.h"
#include "program/RandomStream.h"
#include "program/Stopwatch.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

namespace mlirgym::worker {

// The rows of a group fit into an L2 cache. With several threads a group also
// lasts longer than it takes to wake them.
static constexpr size_t rowsBytesOfOne = 512 << 10, rowsBytesOfMany = 8 << 20;
static constexpr uint32_t mostRows = 1024;

static double largestTolerance(ElementType type, llvm::ArrayRef<char> bytes) {
  double largest = 0;
  auto look = [&](auto number) {
    for (size_t at = 0; at < bytes.size(); at += sizeof(number)) {
      std::memcpy(&number, bytes.data() + at, sizeof(number));
      if (std::isfinite(number))
        largest = std::max<double>(largest, number);
    }
  };
  if (sizeOfTolerance(type) == sizeof(double))
    look(double());
  else
    look(float());
  return largest;
}

ForeignRun::ForeignRun(CrashNote &sharedNote, Guest &theGuest,
                       const LoadedProgram &loaded, Kernel ownKernel)
    : note(sharedNote), guest(theGuest), given(loaded),
      program(loaded.message()), buffers(loaded.arguments()),
      pointers(loaded.pointersOf(0)), own(ownKernel),
      threads(theGuest.threads()), random(randomNumber()) {
  size_t rowBytes = 1;
  for (const ArgumentRecord &argument : program.arguments)
    rowBytes += rowStride(argument);
  rows = static_cast<uint32_t>(std::clamp<size_t>(
      (threads == 1 ? rowsBytesOfOne : rowsBytesOfMany) / rowBytes, 1,
      mostRows));
  size_t total = 0;
  for (const ArgumentRecord &argument : program.arguments)
    total += GuardedBuffer::pagesOf(rowsBytes(argument, rows));
  auto created = SharedMemory::create("mlirgym-rows", total);
  if (!created) {
    llvm::consumeError(created.takeError());
    exitOutOfMemory();
  }
  memory = std::move(*created);
  uint64_t offset = 0;
  for (const ArgumentRecord &argument : program.arguments) {
    const size_t bytes = rowsBytes(argument, rows);
    GuardedBuffer &buffer = shared.emplace_back(
        bytes, static_cast<unsigned>(shared.size()), memory->fd(), offset);
    if (!buffer.valid())
      exitOutOfMemory();
    offset += GuardedBuffer::pagesOf(bytes);
  }
  for (uint32_t set = 0; set < program.inputSets; ++set) {
    const char *allowed = loaded.reference().bytes().data() +
                          set * program.referenceSetBytes() +
                          program.referenceBytes;
    std::vector<double> &ofSet = tolerances.emplace_back();
    for (const ArgumentRecord &argument : program.arguments)
      ofSet.push_back(
          argument.isOutput
              ? largestTolerance(
                    argument.type(),
                    {allowed + argument.toleranceOffset,
                     argument.sizeBytes() / sizeOfElement(argument.type()) *
                         sizeOfTolerance(argument.type())})
              : 0);
  }
}

char *ForeignRun::at(size_t argument, uint32_t row) const {
  return shared[argument].data() + row * rowStride(program.arguments[argument]);
}

std::optional<std::string> ForeignRun::load(const RunKernelMessage &run,
                                            const MemoryFile &object) {
  LoadKernelMessage message;
  message.entry = run.entry;
  message.barePointers = run.barePointers;
  message.rows = rows;
  uint64_t offset = 0;
  for (const ArgumentRecord &argument : program.arguments) {
    ArgumentRecord &record = message.arguments.emplace_back(argument);
    record.inputOffset = offset;
    offset += GuardedBuffer::pagesOf(rowsBytes(argument, rows));
  }
  constexpr unsigned calibrations = 16;
  guest.calibrate(calibrations, [&] { fillGroup(rows); });
  betweenNs = 0;
  groups = 0;
  auto problem = guest.load(message, *memory, object);
  restedAt = guest.processorNs();
  return problem;
}

//===----------------------------------------------------------------------===//
// Known inputs
//===----------------------------------------------------------------------===//

static constexpr size_t gapBytes = GuardedBuffer::alignment;
static constexpr char gapPattern = 0x5b;

double ForeignRun::callOn(uint32_t set) {
  // The last row is next to a guard.
  const uint32_t row = rows - 1;
  for (auto [i, argument] : llvm::enumerate(program.arguments)) {
    const size_t bytes = argument.sizeBytes();
    if (argument.isOutput) {
      shared[i].restoreSlack();
      if (rows > 1)
        std::memset(at(i, row) - gapBytes, gapPattern, gapBytes);
    }
    if (argument.isInput)
      std::memcpy(at(i, row), given.inputOf(argument, set), bytes);
    else
      std::memset(at(i, row), 0xff, bytes);
  }
  const TimedCalls timed = guest.call(row, 1);
  for (auto [i, argument] : llvm::enumerate(program.arguments))
    if (argument.isOutput)
      std::memcpy(buffers[i].data(), at(i, row), argument.sizeBytes());
  rest();
  return timed.elapsedNs;
}

std::optional<std::string> ForeignRun::damage() {
  for (auto [i, argument] : llvm::enumerate(program.arguments)) {
    if (!argument.isOutput)
      continue;
    const char *gap = at(i, rows - 1) - gapBytes;
    const bool intact =
        rows == 1 || llvm::all_of(llvm::ArrayRef(gap, gapBytes),
                                  [](char byte) { return byte == gapPattern; });
    if (!intact || !shared[i].slackIntact())
      return llvm::formatv("bytes just before or past argument {0} are "
                           "overwritten",
                           i);
  }
  auto heap = guest.heapDamage();
  restedAt = guest.processorNs();
  return heap;
}

//===----------------------------------------------------------------------===//
// Inputs that no call has seen
//===----------------------------------------------------------------------===//

template <typename Element>
static void drawElements(SplitMix &random, const char *source, size_t count,
                         char *target) {
  for (size_t i = 0; i < count; ++i) {
    const uint64_t from = (random.next() >> 32) * count >> 32;
    std::memcpy(target + i * sizeof(Element), source + from * sizeof(Element),
                sizeof(Element));
  }
}

/// Fills `target` with elements of `source`, which has as many: each one by
/// itself, or those of a cache line together where there are many.
static void drawFrom(SplitMix &random, const char *source, size_t bytes,
                     unsigned elementBytes, char *target) {
  constexpr size_t mostSingle = 16 << 10, lineBytes = 64;
  const size_t count = bytes / elementBytes;
  if (count > mostSingle) {
    const size_t starts = count - lineBytes / elementBytes + 1;
    for (size_t at = 0; at < bytes; at += lineBytes)
      std::memcpy(target + at, source + random.next() % starts * elementBytes,
                  std::min(lineBytes, bytes - at));
    return;
  }
  switch (elementBytes) {
  case 1:
    return drawElements<uint8_t>(random, source, count, target);
  case 2:
    return drawElements<uint16_t>(random, source, count, target);
  case 4:
    return drawElements<uint32_t>(random, source, count, target);
  default:
    return drawElements<uint64_t>(random, source, count, target);
  }
}

void ForeignRun::draw(uint64_t seed, uint32_t set,
                      llvm::function_ref<char *(size_t)> place) const {
  SplitMix drawn(seed);
  for (auto [i, argument] : llvm::enumerate(program.arguments))
    if (argument.isInput)
      drawFrom(drawn, given.inputOf(argument, set), argument.sizeBytes(),
               sizeOfElement(argument.type()), place(i));
}

std::vector<ForeignRun::Part> ForeignRun::chooseParts() {
  // They are copied at once when the calls end.
  constexpr size_t mostBytes = 64 << 10, partBytes = 64, mostParts = 256;
  std::vector<Part> parts;
  for (auto [i, argument] : llvm::enumerate(program.arguments)) {
    const size_t bytes = argument.sizeBytes();
    if (argument.isOutput && bytes <= mostBytes)
      parts.push_back({i, 0, bytes});
    for (size_t part = 0;
         argument.isOutput && bytes > mostBytes && part < mostParts; ++part) {
      const size_t begin = random.next() % (bytes / partBytes) * partBytes;
      parts.push_back({i, begin, begin + partBytes});
    }
  }
  return parts;
}

void ForeignRun::fillGroup(uint32_t calls) {
  betweenNs += guest.processorNs() - restedAt;
  restedAt = guest.processorNs();
  ++groups;
  constexpr uint32_t mostSamples = 4;
  samples.clear();
  for (uint32_t i = 0; i < std::min(calls, mostSamples); ++i)
    // The first set is that of all other rows. On the last one, sums are exact.
    samples.push_back({static_cast<uint32_t>(random.next() % calls),
                       random.next() & 1 ? 0 : program.inputSets - 1,
                       random.next(),
                       chooseParts(),
                       {}});
  auto fill = [&](uint32_t row, uint64_t seed, uint32_t set) {
    draw(seed, set, [&](size_t argument) { return at(argument, row); });
  };
  for (uint32_t row = 0; row < calls; ++row) {
    const auto sample = llvm::find_if(
        samples, [&](const Sample &each) { return each.row == row; });
    if (sample == samples.end())
      fill(row, random.next(), 0);
    else
      fill(row, sample->seed, sample->set);
    const int spoilt = static_cast<int>(random.next() & 0xff);
    for (auto [i, argument] : llvm::enumerate(program.arguments))
      if (!argument.isInput)
        std::memset(at(i, row), spoilt, argument.sizeBytes());
  }
  // Two samples of one row would have the inputs of the first.
  for (Sample &sample : samples) {
    const Sample &first = *llvm::find_if(
        samples, [&](const Sample &each) { return each.row == sample.row; });
    sample.seed = first.seed;
    sample.set = first.set;
    size_t bytes = 0;
    for (const Part &part : sample.parts)
      bytes += part.end - part.begin;
    sample.outputs.resize(bytes);
  }
}

void ForeignRun::flush() const {
  for (const GuardedBuffer &buffer : shared)
    flushFromCaches({buffer.data(), buffer.size()});
}

uint32_t ForeignRun::fewestCalls() const {
  constexpr double requestsNs = 5e4;
  return static_cast<uint32_t>(
      std::clamp(requestsNs / leastCallNs, 1.0, double(rows)));
}

TimedCalls ForeignRun::callGroup(uint32_t calls) {
  betweenNs += guest.processorNs() - restedAt;
  const TimedCalls timed = guest.call(0, calls);
  for (Sample &sample : samples) {
    char *target = sample.outputs.data();
    for (const Part &part : sample.parts)
      target = std::copy(at(part.argument, sample.row) + part.begin,
                         at(part.argument, sample.row) + part.end, target);
  }
  timedNs += timed.elapsedNs;
  leastCallNs = std::min(leastCallNs, std::max(timed.elapsedNs / calls, 1.0));
  rest();
  return timed;
}

void ForeignRun::rest() {
  // A thread of libomp waits for more work for a while, before it sleeps.
  constexpr unsigned pauseUs = 1500, mostPauses = 100;
  constexpr double awakeNs = 5e4;
  double before = guest.processorNs();
  for (unsigned pause = 0; threads > 1; ++pause) {
    ::usleep(pauseUs);
    const double now = guest.processorNs();
    if (now - std::exchange(before, now) < awakeNs)
      break;
    if (pause == mostPauses) {
      isRestless = true;
      break;
    }
  }
  restedAt = before;
}

std::optional<std::string> ForeignRun::checkGroup() {
  // Where the untransformed program is slow, the guest does not know which
  // groups are compared either.
  constexpr double enoughMs = 1000;
  constexpr uint32_t enoughRows = 16, oneGroupIn = 8;
  if (compared >= enoughRows && checkedMs > enoughMs &&
      random.next() % oneGroupIn != 0)
    return std::nullopt;
  const Stopwatch checking;
  std::optional<std::string> wrong;
  for (const Sample &sample : samples)
    if (!wrong)
      wrong = check(sample);
  checkedMs += checking.milliseconds();
  return wrong;
}

std::optional<std::string> ForeignRun::check(const Sample &sample) {
  draw(sample.seed, sample.set,
       [&](size_t argument) { return buffers[argument].data(); });
  ++note.progress;
  own.call(pointers, 1);
  ++note.progress;
  ++compared;
  const char *actual = sample.outputs.data();
  llvm::ArrayRef<Part> parts = sample.parts;
  while (!parts.empty()) {
    // The parts of one argument, without gaps.
    const size_t i = parts.front().argument;
    const ElementType type = program.arguments[i].type();
    std::vector<char> expected;
    for (; !parts.empty() && parts.front().argument == i;
         parts = parts.drop_front())
      expected.insert(expected.end(), buffers[i].data() + parts.front().begin,
                      buffers[i].data() + parts.front().end);
    const size_t count = expected.size() / sizeOfElement(type);
    // Twice, since the own kernel is off, too; it is the largest of few numbers
    // where the output is small.
    constexpr size_t few = 256;
    const double allowed = (count < few ? 4 : 2) * tolerances[sample.set][i];
    std::vector<char> allowances(count * sizeOfTolerance(type));
    writeTolerances(type, std::vector<double>(count, allowed),
                    allowances.data());
    const size_t off = ReferenceOutput(type, expected, allowances.data(), 1)
                           .countWrong({actual, expected.size()});
    actual += expected.size();
    // Where rounding decides a comparison, both results are right: that changes
    // few elements, or few rows.
    constexpr size_t onePercent = 100, tenPercent = 10, tiny = 8;
    if (off <= std::max<size_t>(count / onePercent, count >= tiny))
      continue;
    ++doubtful;
    lastDoubt = llvm::formatv("argument {0}: on new inputs {1} of {2} elements "
                              "differ from those of the untransformed program",
                              i, off, count);
    constexpr uint32_t oneIn = 50;
    if ((count >= few && off > count / tenPercent) ||
        doubtful > 1 + compared / oneIn)
      return lastDoubt;
  }
  return std::nullopt;
}

std::optional<std::string> ForeignRun::suspicion() const {
  if (guest.suspicion())
    return guest.suspicion();
  constexpr uint32_t oneRowIn = 5;
  if (doubtful * oneRowIn > compared)
    return lastDoubt;
  if (isRestless)
    return "its threads do not come to rest between its calls";
  // On a busy machine an answer takes longer at times.
  constexpr double mostShare = 0.1, mostNs = 1e6, mostTails = 3;
  if (betweenNs >
      mostNs + mostShare * timedNs + mostTails * guest.tailNs() * groups)
    return llvm::formatv("it computes between its calls ({0:f1} ms)",
                         betweenNs / 1e6)
        .str();
  return std::nullopt;
}

} // namespace mlirgym::worker
