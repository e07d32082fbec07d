#include "execution/timing/UsualTime.h"
#include <algorithm>
#include <limits>

namespace mlirgym {

static constexpr double none = std::numeric_limits<double>::infinity();

UsualTime::UsualTime() { leastNs.fill(none); }

double UsualTime::leastOfAllNs() const {
  return *std::min_element(leastNs.begin(), leastNs.end());
}

bool UsualTime::empty() const { return leastOfAllNs() == none; }

double UsualTime::slowness(double nowNs) {
  nowNs = std::max(nowNs, 1.0); // the clock may not advance
  double &leastOfBlock = leastNs[block];
  leastOfBlock = std::min(leastOfBlock, nowNs);
  double usualNs = leastOfAllNs();
  if (++timesInBlock == blockLength) {
    timesInBlock = 0;
    block = (block + 1) % leastNs.size();
    leastNs[block] = none;
  }
  return nowNs / usualNs;
}

} // namespace mlirgym
