#include "execution/worker/DriftProbe.h"
#include <algorithm>
#include <chrono>
#include <limits>

namespace mlirgym {

/// Each operation needs the one before; the fixed point is 1, so that neither
/// infinities nor denormals, which may be slower, are ever met.
static double runChain(unsigned length, double value) {
  for (unsigned i = 0; i < length; ++i)
    value = value * 0.5 + 0.5;
  return value;
}

double probeCoreNs() {
  using Clock = std::chrono::steady_clock;
  constexpr unsigned runs = 9, length = 12000;
  double fastestNs = std::numeric_limits<double>::max();
  for (unsigned run = 0; run < runs; ++run) {
    // Volatile: the chain is neither computed ahead of time nor dropped.
    volatile double start = 1.5, end = 0;
    Clock::time_point begin = Clock::now();
    end = runChain(length, start);
    std::chrono::duration<double, std::nano> elapsed = Clock::now() - begin;
    fastestNs = std::min(fastestNs, elapsed.count());
    (void)end;
  }
  return fastestNs;
}

} // namespace mlirgym
