#include "execution/worker/Sampler.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cmath>

namespace mlirgym {

/// Value at fraction `at` of the sorted values, between neighbours linearly.
static double quantile(llvm::ArrayRef<double> sorted, double at) {
  double position = at * static_cast<double>(sorted.size() - 1);
  auto below = static_cast<size_t>(position);
  size_t above = std::min(below + 1, sorted.size() - 1);
  double weight = position - static_cast<double>(below);
  return sorted[below] * (1 - weight) + sorted[above] * weight;
}

double medianUncertainty(llvm::ArrayRef<double> sorted) {
  size_t n = sorted.size(), k = 1;
  // Both tails of the binomial distribution outside [k, n + 1 - k].
  double term = std::pow(0.5, static_cast<double>(n)), tail = term;
  for (size_t i = 1; i < n / 2; ++i) {
    term *= static_cast<double>(n - i + 1) / static_cast<double>(i);
    tail += term;
    if (2 * tail > 0.05)
      break;
    k = i + 1;
  }
  return (sorted[n - k] - sorted[k - 1]) / 2 / quantile(sorted, 0.5);
}

static Samples summarize(llvm::SmallVectorImpl<double> &perCallNs,
                         uint32_t number) {
  llvm::sort(perCallNs);
  Samples samples;
  samples.medianNs = quantile(perCallNs, 0.5);
  samples.minNs = perCallNs.front();
  samples.spread = (quantile(perCallNs, 0.75) - quantile(perCallNs, 0.25)) /
                   samples.medianNs;
  samples.uncertainty = medianUncertainty(perCallNs);
  samples.repeats = static_cast<uint32_t>(perCallNs.size());
  samples.number = number;
  return samples;
}

Samples takeSamples(const MeasureProtocol &protocol, double warmUpNs,
                    double baselineNs,
                    llvm::function_ref<double(uint32_t)> timeCalls) {
  const double repeatNs = protocol.minRepeatMs * 1e6,
               budgetNs = protocol.budgetMs * 1e6;
  uint32_t number = 1;
  // A clock that stands still must not divide by zero.
  auto timed = [&](uint32_t calls) { return std::max(timeCalls(calls), 1.0); };
  double elapsedNs = timed(number), totalNs = elapsedNs;

  double fastestNs = std::min(warmUpNs, elapsedNs);
  auto isTooSlow = [&] {
    return protocol.tooSlowFactor > 0 && baselineNs > 0 &&
           fastestNs > protocol.tooSlowFactor * baselineNs;
  };
  // An interrupt is longer than ten calls of a small kernel: many must be slow.
  constexpr double interruptNs = 1e5;
  while (isTooSlow() && totalNs < interruptNs) {
    elapsedNs = timed(number);
    totalNs += elapsedNs;
    fastestNs = std::min(fastestNs, elapsedNs);
  }
  if (isTooSlow())
    return {.status = Status::TooSlow,
            .medianNs = fastestNs,
            .minNs = fastestNs,
            .repeats = 1,
            .number = 1};

  // Grow the repeat until it lasts; never by more than a hundred, so that one
  // call that looked short (a clock tick) does not give a repeat of minutes.
  constexpr uint32_t mostCalls = 1'000'000'000;
  bool oneByOne = protocol.caches == CacheState::Cold;
  while (!oneByOne && elapsedNs < repeatNs && number < mostCalls) {
    double factor = std::clamp(1.1 * repeatNs / elapsedNs, 1.1, 100.0);
    number = static_cast<uint32_t>(
        std::min<double>(std::ceil(number * factor), mostCalls));
    elapsedNs = timed(number);
    totalNs += elapsedNs;
  }

  llvm::SmallVector<double, 64> perCallNs{elapsedNs / number};
  llvm::SmallVector<double, 64> sorted;
  while (perCallNs.size() < protocol.maxRepeats && totalNs < budgetNs) {
    sorted = perCallNs;
    llvm::sort(sorted);
    bool slower = sorted.front() > baselineNs && baselineNs > 0;
    constexpr unsigned repeatsIfSlower = 3;
    constexpr double intervalsIfSlower = 2;
    if (sorted.size() >= (slower
                              ? std::min(repeatsIfSlower, protocol.minRepeats)
                              : protocol.minRepeats) &&
        medianUncertainty(sorted) <=
            protocol.relativeInterval * (slower ? intervalsIfSlower : 1))
      break;
    elapsedNs = timed(number);
    totalNs += elapsedNs;
    perCallNs.push_back(elapsedNs / number);
  }
  Samples samples = summarize(perCallNs, number);
  if (perCallNs.size() == 1)
    samples.uncertainty = std::abs(warmUpNs / samples.medianNs - 1) / 2;
  return samples;
}

Samples takeSteadySamples(llvm::function_ref<Samples()> take,
                          llvm::function_ref<double()> slowness) {
  constexpr double limit = MeasureProtocol::driftLimit;
  constexpr unsigned mostWaits = 40; // 6 ms
  Samples best;
  for (unsigned attempt = 0; attempt < MeasureProtocol::maxAttempts;
       ++attempt) {
    double before = slowness();
    for (unsigned waits = 0; before > 1 + limit && waits < mostWaits; ++waits)
      before = slowness();
    Samples samples = take();
    if (samples.status != Status::Ok)
      return samples;
    samples.drift = std::max(before, slowness()) - 1;
    if (attempt == 0 || samples.drift < best.drift)
      best = samples;
    if (best.drift <= limit)
      break;
  }
  best.noisy |= best.drift > limit ||
                best.uncertainty > MeasureProtocol::uncertaintyLimit;
  return best;
}

} // namespace mlirgym
