#include "execution/timing/Sampler.h"
#include "execution/timing/MeasureProtocol.h"
#include "execution/timing/Quantile.h"
#include "outcome/Measurement.h"
#include "outcome/Noise.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cmath>

namespace mlirgym {

double medianUncertainty(llvm::ArrayRef<double> sorted) {
  size_t n = sorted.size(), k = 1;
  // The probability of both tails of the binomial distribution, outside [k, n +
  // 1 - k].
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

void addDrift(Samples &samples, double drift) {
  if (samples.steady)
    return;
  samples.uncertainty += drift;
  samples.noisy = isNoisy(samples.uncertainty);
}

namespace {

/// The current repeats of one kernel.
struct Repeats {
  llvm::SmallVector<double, 64> steadyNs, allNs; ///< per call

  void push(double perCallNs, bool steady) {
    allNs.push_back(perCallNs);
    if (steady)
      steadyNs.push_back(perCallNs);
  }
  /// A few quiet repeats are more accurate than many noisy ones.
  bool enoughSteady() const {
    constexpr size_t fewest = 3;
    return steadyNs.size() >= std::min(fewest, allNs.size());
  }
  double leastNs() const { return *llvm::min_element(allNs); }
};
} // namespace

// For kernels that will not be chosen.
static constexpr double beatenFactor = 1.5;
static constexpr unsigned repeatsIfBeaten = 2;
static constexpr double intervalsIfBeaten = 4, patienceIfBeaten = 0.1;

/// `by`: a further factor.
static bool isBeaten(double ns, KnownTimes known, double by = 1) {
  return (known.baselineNs > 0 && ns > by * known.baselineNs) ||
         (known.fastestNs > 0 && ns > by * beatenFactor * known.fastestNs);
}

/// Of a kernel that is timed once: half the relative difference of its warm-up
/// call.
static double uncertaintyOfOne(double ns, double warmUpNs) {
  return std::abs(warmUpNs / ns - 1) / 2;
}

bool isTimedOnce(const MeasureProtocol &protocol, double firstNs,
                 KnownTimes known) {
  return protocol.caches != CacheState::Cold &&
         firstNs >= protocol.minRepeatMs * 1e6 &&
         isBeaten(firstNs, known, /*by=*/2);
}

static Samples summarize(const Repeats &repeats, uint32_t number,
                         double warmUpNs) {
  bool steady = repeats.enoughSteady();
  llvm::SmallVector<double, 64> sorted =
      steady ? repeats.steadyNs : repeats.allNs;
  llvm::sort(sorted);
  Samples samples;
  samples.medianNs = quantile(sorted, 0.5);
  samples.minNs = sorted.front();
  samples.spread =
      (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / samples.medianNs;
  samples.uncertainty = sorted.size() > 1
                            ? medianUncertainty(sorted)
                            : uncertaintyOfOne(samples.medianNs, warmUpNs);
  samples.noisy = isNoisy(samples.uncertainty);
  samples.steady = steady;
  samples.repeats = static_cast<uint32_t>(sorted.size());
  samples.number = number;
  samples.timesNs.assign(repeats.allNs.begin(), repeats.allNs.end());
  return samples;
}

static bool isUsual(Slowness slowness) {
  return slowness.core <= 1 + MeasureProtocol::driftLimit &&
         slowness.memory <= 1 + MeasureProtocol::memoryDriftLimit;
}

Samples takeSamples(const MeasureProtocol &protocol, double warmUpNs,
                    KnownTimes known,
                    llvm::function_ref<TimedCalls(uint32_t)> timeCalls,
                    llvm::function_ref<Slowness()> probe, uint32_t batchSize) {
  uint32_t number = std::max(1u, batchSize);
  const bool fixed = protocol.caches == CacheState::Cold || batchSize > 0;
  double totalNs = 0, elapsedNs = 0;
  unsigned taken = 0;
  Slowness before = probe();
  double slowness = 1; // of the last repeat
  bool steady = false;
  unsigned again = 3; // a kernel that sleeps is always paused
  auto take = [&] {
    TimedCalls timed = timeCalls(number);
    while (timed.paused && again > 0) {
      --again;
      timed = timeCalls(number);
    }
    // Avoids a division by zero if the clock does not advance.
    elapsedNs = std::max(timed.elapsedNs, 1.0);
    totalNs += elapsedNs;
    ++taken;
    const Slowness after = probe();
    steady = !timed.interrupted && !timed.paused && isUsual(before) &&
             isUsual(after);
    slowness = std::max({before.core, before.memory, after.core, after.memory});
    before = after;
  };
  take();

  double fastestNs = warmUpNs, fastestIfUsualNs = warmUpNs;
  auto compare = [&] {
    fastestNs = std::min(fastestNs, elapsedNs / number);
    fastestIfUsualNs =
        std::min(fastestIfUsualNs, elapsedNs / number / slowness);
  };
  compare();
  auto isTooSlow = [&] {
    return protocol.tooSlowFactor > 0 && known.baselineNs > 0 &&
           fastestIfUsualNs > protocol.tooSlowFactor * known.baselineNs;
  };
  // An interrupt takes longer than ten calls of a small kernel, and so may
  // reading the clock: many calls must be slow, also when they are timed
  // together. Another process may have the processor for milliseconds
  // meanwhile, and some virtual machines are ten times slower for as long.
  constexpr double interruptNs = 1e5, sliceNs = 5e6;
  constexpr unsigned fewestTimings = 5;
  while (isTooSlow() && (totalNs < interruptNs ||
                         (taken < fewestTimings && totalNs < sliceNs))) {
    if (!fixed)
      number *= 2;
    take();
    compare();
  }
  if (isTooSlow())
    return {{.medianNs = fastestNs,
             .minNs = fastestNs,
             .repeats = 1,
             .number = number},
            Status::TooSlow,
            {}};

  // Increase the calls until a repeat lasts long enough, at most by a factor of
  // a hundred, so that one call that seemed short (a clock tick) does not lead
  // to a repeat of minutes.
  constexpr uint32_t mostCalls = 1'000'000'000;
  const double repeatNs = protocol.minRepeatMs * 1e6;
  while (!fixed && elapsedNs < repeatNs && number < mostCalls) {
    double factor = std::clamp(1.1 * repeatNs / elapsedNs, 1.1, 100.0);
    number = static_cast<uint32_t>(
        std::min<double>(std::ceil(number * factor), mostCalls));
    take();
  }

  Repeats repeats;
  repeats.push(elapsedNs / number, steady);
  // A repeat of one call is like the warm-up call. What disturbs both makes
  // them seem slower by less than this factor.
  if (number == 1 && batchSize == 0 &&
      isTimedOnce(protocol, elapsedNs, known) &&
      uncertaintyOfOne(elapsedNs, warmUpNs) <=
          protocol.relativeInterval * intervalsIfBeaten)
    return summarize(repeats, number, warmUpNs);
  while (repeats.allNs.size() < protocol.maxRepeats &&
         totalNs < protocol.budgetMs * 1e6) {
    const bool beaten = isBeaten(repeats.leastNs(), known);
    const unsigned fewest = beaten
                                ? std::min(repeatsIfBeaten, protocol.minRepeats)
                                : protocol.minRepeats;
    llvm::SmallVector<double, 64> sorted = repeats.steadyNs;
    llvm::sort(sorted);
    if (sorted.size() >= fewest &&
        medianUncertainty(sorted) <=
            protocol.relativeInterval * (beaten ? intervalsIfBeaten : 1))
      break;
    if (repeats.allNs.size() >= fewest &&
        totalNs >
            MeasureProtocol::patienceMs * 1e6 * (beaten ? patienceIfBeaten : 1))
      break;
    take();
    repeats.push(elapsedNs / number, steady);
  }
  return summarize(repeats, number, warmUpNs);
}

} // namespace mlirgym
