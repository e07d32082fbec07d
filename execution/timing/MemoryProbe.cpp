#include "execution/timing/MemoryProbe.h"
#include "program/Stopwatch.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <unistd.h>

namespace mlirgym {

/// Bytes of the L2 cache, or a common size if the system does not report it.
static uint64_t secondCacheBytes() {
  long bytes = ::sysconf(_SC_LEVEL2_CACHE_SIZE);
  constexpr long unknown = 1 << 20;
  return static_cast<uint64_t>(bytes > 0 ? bytes : unknown);
}

/// Reads one word per cache line: the core waits for lines, not words.
static void read(llvm::ArrayRef<char> bytes) {
  constexpr size_t lineBytes = 64;
  // Four sums, so that additions do not wait for each other.
  uint64_t sums[4] = {};
  for (size_t at = 0; at + 4 * lineBytes <= bytes.size(); at += 4 * lineBytes)
    for (size_t i = 0; i < 4; ++i) {
      uint64_t word;
      std::memcpy(&word, bytes.data() + at + i * lineBytes, sizeof word);
      sums[i] += word;
    }
  volatile uint64_t used = sums[0] + sums[1] + sums[2] + sums[3];
  (void)used;
}

uint64_t MemoryProbe::memoryBytes() { return 2 * secondCacheBytes(); }

MemoryProbe::MemoryProbe(llvm::MutableArrayRef<char> memory)
    : l2Bytes(secondCacheBytes()), buffer(memory), usual(64) {
  // Pages that were never written all map to one page of zeros.
  std::memset(memory.data(), 1, memory.size());
}

double MemoryProbe::timeReadNs() {
  const Stopwatch taken;
  read(buffer);
  return taken.nanoseconds();
}

void MemoryProbe::load(llvm::ArrayRef<llvm::ArrayRef<char>> arguments) {
  uint64_t bytes = 0;
  for (llvm::ArrayRef<char> argument : arguments)
    bytes += argument.size();
  current = bytes > l2Bytes ? &usual[llvm::Log2_64(bytes)] : nullptr;
  if (!current || !current->empty())
    return;
  constexpr double enoughNs = 5e6;
  for (const Stopwatch taken; taken.nanoseconds() < enoughNs;) {
    for (llvm::ArrayRef<char> argument : arguments)
      read(argument);
    current->slowness(timeReadNs());
  }
}

double MemoryProbe::slowness() {
  return current ? current->slowness(timeReadNs()) : 1;
}

} // namespace mlirgym
