#include "env/Reward.h"
#include "outcome/Measurement.h"
#include <cmath>

namespace mlirgym {

/// 0 if it is unknown.
static double amountOf(const RewardOptions &options,
                       const Measurement &measurement) {
  if (!measurement.ok())
    return 0;
  if (options.counter.empty())
    return measurement.medianNs;
  for (const CounterValue &counter : measurement.counters)
    if (counter.name == options.counter)
      return counter.perCall.value_or(0);
  return 0;
}

double reward(const RewardOptions &options, const Measurement &from,
              const Measurement &to) {
  if (to.status == Status::NotCached || from.status == Status::NotCached)
    return options.notCached;
  // An infinite reward would make a whole training run useless.
  const double before = amountOf(options, from), after = amountOf(options, to);
  if (before <= 0 || after <= 0)
    return options.failure;
  const double ratio = std::log(before / after);
  if (!std::isfinite(ratio))
    return options.failure;
  return options.base > 0 ? ratio / std::log(options.base) : ratio;
}

} // namespace mlirgym
