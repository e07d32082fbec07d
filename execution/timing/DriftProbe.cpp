#include "execution/timing/DriftProbe.h"
#include "program/Stopwatch.h"
#include <algorithm>
#include <array>
#include <cstdint>

namespace mlirgym {

/// Six independent chains of integer operations fill every issue slot.
static uint64_t runChains(unsigned length, uint64_t seed) {
  uint64_t values[6] = {seed, seed + 1, seed + 2, seed + 3, seed + 4, seed + 5};
  for (unsigned i = 0; i < length; ++i) {
    for (unsigned j = 0; j < 6; ++j)
      values[j] = (values[j] << 1) ^ (values[j] + j);
    // Prevents constant folding and vectorisation.
    asm volatile(""
                 : "+r"(values[0]), "+r"(values[1]), "+r"(values[2]),
                   "+r"(values[3]), "+r"(values[4]), "+r"(values[5]));
  }
  return values[0] + values[1] + values[2] + values[3] + values[4] + values[5];
}

/// The median of three runs of about 8 us: an interrupt affects one of them,
/// another hardware thread affects all.
static double timeCoreNs() {
  constexpr unsigned length = 6000;
  std::array<double, 3> timesNs;
  for (double &timeNs : timesNs) {
    const Stopwatch taken;
    volatile uint64_t end = runChains(length, 3);
    (void)end;
    timeNs = taken.nanoseconds();
  }
  std::sort(timesNs.begin(), timesNs.end());
  return timesNs[1];
}

DriftProbe::DriftProbe() {
  constexpr unsigned probesAtFirst = 200;
  for (unsigned i = 0; i < probesAtFirst; ++i)
    slowness();
}

double DriftProbe::slowness() { return usual.slowness(timeCoreNs()); }

} // namespace mlirgym
