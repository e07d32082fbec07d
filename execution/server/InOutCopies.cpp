#include "execution/server/InOutCopies.h"
#include "execution/server/GuardedBuffer.h"
#include "program/Stopwatch.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace mlirgym::worker {

/// Limits on all copies. With more, a kernel would find less data in the cache
/// than in a program; with fewer, the clock would be read after each short
/// call.
static constexpr size_t mostBytes = 16 << 10, mostCopies = 64;

/// The time between two readings of the clock.
static double timeOfReading() {
  constexpr int readings = 64;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < readings; ++i)
    least = std::min(least, Stopwatch().nanoseconds());
  return least;
}

static size_t placeOf(llvm::MutableArrayRef<char> argument) {
  return llvm::alignTo(argument.size(), GuardedBuffer::alignment);
}

InOutCopies::InOutCopies(std::vector<llvm::MutableArrayRef<char>> arguments,
                         unsigned number)
    : originals(std::move(arguments)), readingNs(timeOfReading()) {
  size_t bytes = 0;
  for (llvm::MutableArrayRef<char> argument : originals)
    bytes += placeOf(argument);
  copies = static_cast<uint32_t>(std::clamp<size_t>(
      mostBytes / std::max<size_t>(bytes, 1), 1, mostCopies));
  if (copies == 1)
    return;
  memory.emplace((copies - 1) * bytes, number);
  if (memory->valid())
    memory->openEnd();
}

llvm::MutableArrayRef<char> InOutCopies::copy(size_t argument,
                                              uint32_t number) const {
  if (number == 0)
    return originals[argument];
  char *place = memory->data();
  for (size_t before = 0; before < argument; ++before)
    place += (copies - 1) * placeOf(originals[before]);
  return {place + (number - 1) * placeOf(originals[argument]),
          originals[argument].size()};
}

uint32_t InOutCopies::callsPerGroup(double callNs) const {
  constexpr double timesOfReading = 100;
  const double enough =
      std::ceil(timesOfReading * readingNs / std::max(callNs, 1.0));
  return static_cast<uint32_t>(std::clamp<double>(enough, 1, copies));
}

} // namespace mlirgym::worker
