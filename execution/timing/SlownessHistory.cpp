#include "execution/timing/SlownessHistory.h"
#include "execution/timing/Quantile.h"
#include <algorithm>
#include <vector>

namespace mlirgym {

double SlownessHistory::endMeasurement() {
  if (current.empty())
    return 0;
  const double median = medianOf(current);
  current.clear();
  medians[measurements++ % medians.size()] = median;
  const auto end =
      medians.begin() + std::min<size_t>(measurements, medians.size());
  std::vector<double> sorted(medians.begin(), end);
  std::sort(sorted.begin(), sorted.end());
  return std::max(0.0, median / quantile(sorted, 0.1) - 1);
}

void SlownessHistory::begin(DriftProbe &probe) {
  constexpr int probes = 20;
  for (int i = 0; i < probes; ++i)
    add(probe.slowness());
  endMeasurement();
}

} // namespace mlirgym
