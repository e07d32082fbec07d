#include "agents/ppo/Gae.h"
#include "llvm/ADT/ArrayRef.h"
#include <cassert>
#include <cstddef>

using namespace mlirgym;

void mlirgym::computeGae(const GaeInput &input,
                         llvm::MutableArrayRef<float> advantages,
                         llvm::MutableArrayRef<float> returns) {
  const size_t envs = input.envs;
  [[maybe_unused]] const size_t total = input.steps * envs;
  assert(input.rewards.size() == total && input.values.size() == total &&
         input.ended.size() == total && input.lastValues.size() == envs &&
         advantages.size() == total && returns.size() == total &&
         "shapes differ");
  for (size_t env = 0; env < envs; ++env) {
    double nextValue = input.lastValues[env], nextAdvantage = 0;
    for (size_t step = input.steps; step-- > 0;) {
      const size_t at = step * envs + env;
      const double goesOn = input.ended[at] ? 0 : 1;
      const double delta = input.rewards[at] +
                           input.gamma * goesOn * nextValue - input.values[at];
      nextAdvantage =
          delta + input.gamma * input.lambda * goesOn * nextAdvantage;
      nextValue = input.values[at];
      advantages[at] = static_cast<float>(nextAdvantage);
      returns[at] = static_cast<float>(nextAdvantage + nextValue);
    }
  }
}

namespace {
/// Variance over the whole set of f(i) for i < n.
template <typename Function> double variance(size_t n, Function f) {
  double mean = 0, squares = 0;
  for (size_t i = 0; i < n; ++i)
    mean += f(i);
  mean /= static_cast<double>(n);
  for (size_t i = 0; i < n; ++i)
    squares += (f(i) - mean) * (f(i) - mean);
  return squares / static_cast<double>(n);
}
} // namespace

double mlirgym::explainedVariance(llvm::ArrayRef<float> values,
                                  llvm::ArrayRef<float> returns) {
  assert(values.size() == returns.size() && "shapes differ");
  if (returns.empty())
    return 0;
  const double total =
      variance(returns.size(), [&](size_t i) { return double(returns[i]); });
  if (total <= 0)
    return 0;
  const double left = variance(
      returns.size(), [&](size_t i) { return double(returns[i]) - values[i]; });
  return 1 - left / total;
}
