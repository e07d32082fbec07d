#include "execution/timing/SlownessHistory.h"
#include "execution/timing/Quantile.h"
#include <algorithm>

namespace mlirgym {

double SlownessHistory::endMeasurement() {
  if (current.empty())
    return 0;
  std::sort(current.begin(), current.end());
  const double median = quantile(current, 0.5),
               itsCalmest = quantile(current, 0.1);
  current.clear();
  medians[measurements++ % medians.size()] = median;
  double usual = *std::min_element(
      medians.begin(),
      medians.begin() + std::min<size_t>(measurements, medians.size()));
  // The first measurements may all have been disturbed.
  constexpr size_t few = 8;
  if (measurements <= few)
    usual = std::min(usual, itsCalmest);
  return median / usual - 1;
}

} // namespace mlirgym
