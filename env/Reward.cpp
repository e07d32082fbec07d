#include "env/Reward.h"
#include "execution/outcome/Measurement.h"
#include <cmath>

namespace mlirgym {

double reward(const RewardOptions &options, const Measurement &from,
              const Measurement &to) {
  if (to.status == Status::NotCached || from.status == Status::NotCached)
    return options.notCached;
  // An infinite reward would make a whole training run useless.
  bool haveTimes = from.ok() && to.ok() && from.medianNs > 0 && to.medianNs > 0;
  if (!haveTimes)
    return options.failure;
  double ratio = std::log(from.medianNs / to.medianNs);
  return options.base > 0 ? ratio / std::log(options.base) : ratio;
}

} // namespace mlirgym
