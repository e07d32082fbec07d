#include "execution/worker/DriftProbe.h"
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

namespace mlirgym {

static constexpr double none = std::numeric_limits<double>::infinity();

/// Six chains of integers side by side: no core issues them faster.
static uint64_t runChains(unsigned length, uint64_t seed) {
  uint64_t values[6] = {seed, seed + 1, seed + 2, seed + 3, seed + 4, seed + 5};
  for (unsigned i = 0; i < length; ++i) {
    for (unsigned j = 0; j < 6; ++j)
      values[j] = (values[j] << 1) ^ (values[j] + j);
    // Not to be computed ahead of time, nor as vectors.
    asm volatile(""
                 : "+r"(values[0]), "+r"(values[1]), "+r"(values[2]),
                   "+r"(values[3]), "+r"(values[4]), "+r"(values[5]));
  }
  return values[0] + values[1] + values[2] + values[3] + values[4] + values[5];
}

/// Of three runs of some 8 us the median: an interrupt hits one of them,
/// another hardware thread all.
static double timeCoreNs() {
  using Clock = std::chrono::steady_clock;
  constexpr unsigned length = 6000;
  std::array<double, 3> timesNs;
  for (double &timeNs : timesNs) {
    Clock::time_point begin = Clock::now();
    volatile uint64_t end = runChains(length, 3);
    (void)end;
    timeNs =
        std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
  }
  std::sort(timesNs.begin(), timesNs.end());
  return std::max(timesNs[1], 1.0); // a clock may stand still
}

DriftProbe::DriftProbe() {
  leastNs.fill(none);
  for (unsigned i = 0; i < probesAtFirst; ++i)
    slowness();
}

double DriftProbe::slowness() {
  double nowNs = timeCoreNs();
  double &leastOfBlock = leastNs[block];
  leastOfBlock = std::min(leastOfBlock, nowNs);
  double usualNs = *std::min_element(leastNs.begin(), leastNs.end());
  if (++probesInBlock == blockLength) {
    probesInBlock = 0;
    block = (block + 1) % leastNs.size();
    leastNs[block] = none;
  }
  return nowNs / usualNs;
}

} // namespace mlirgym
