#include "execution/timing/Sampler.h"
#include "execution/timing/DriftProbe.h"
#include "execution/timing/Quantile.h"
#include "execution/timing/SlownessHistory.h"
#include "execution/timing/UsualTime.h"
#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlirgym {
namespace {

/// A kernel of known time on a machine of known restlessness, without a clock.
struct FakeKernel {
  double callNs;
  std::vector<double> factors = {1};     ///< of the repeats, again and again
  std::vector<bool> disturbed = {false}; ///< at the probes, again and again
  double warmUpNs = callNs;
  double slowness = 1.1; ///< of a disturbed machine
  double clockNs = 0;    ///< that each repeat seems to take longer
  std::vector<uint32_t> numbers = {};
  size_t probes = 0;
  size_t pauses = 0; ///< in the first repeats

  Samples sample(const MeasureProtocol &protocol, KnownTimes known = {},
                 uint32_t batchSize = 0) {
    return takeSamples(
        protocol, warmUpNs, known,
        [&](uint32_t number) {
          double factor = factors[numbers.size() % factors.size()];
          numbers.push_back(number);
          TimedCalls timed{callNs * number * factor + clockNs};
          timed.paused = numbers.size() <= pauses;
          if (timed.paused)
            timed.elapsedNs += 20e9;
          return timed;
        },
        [&] {
          const bool slow = disturbed[probes++ % disturbed.size()];
          return Slowness{.core = slow ? slowness : 1};
        },
        batchSize);
  }
};

TEST(SamplerTest, ARepeatLastsLongEnough) {
  FakeKernel kernel{100};
  Samples samples = kernel.sample({});
  EXPECT_EQ(samples.status, Status::Ok);
  EXPECT_GE(samples.number * 100, 0.2e6);
  EXPECT_LE(samples.number * 100, 0.24e6);
  EXPECT_DOUBLE_EQ(samples.medianNs, 100);
  EXPECT_DOUBLE_EQ(samples.spread, 0);
}

TEST(SamplerTest, ABatchHasTheCallsThatWereAskedFor) {
  FakeKernel kernel{100};
  Samples samples = kernel.sample({}, {}, 7);
  EXPECT_EQ(samples.number, 7u);
  EXPECT_THAT(kernel.numbers, testing::Each(7u));
  EXPECT_DOUBLE_EQ(samples.medianNs, 100);
  // A batch may take longer than one call of the baseline.
  EXPECT_EQ(kernel.sample({}, {50}, 1000).status, Status::Ok);
}

TEST(SamplerTest, ARepeatThatWasPausedIsTakenAgain) {
  FakeKernel kernel{1e6};
  kernel.pauses = 3;
  Samples samples = kernel.sample({}, {.baselineNs = 1e6});
  EXPECT_EQ(samples.status, Status::Ok);
  EXPECT_DOUBLE_EQ(samples.medianNs, 1e6);
  EXPECT_DOUBLE_EQ(samples.minNs, 1e6);
  EXPECT_EQ(samples.repeats, 5u);
  EXPECT_FALSE(samples.noisy);
  // One call in all.
  FakeKernel slow{400e6};
  slow.pauses = 1;
  samples = slow.sample({});
  EXPECT_DOUBLE_EQ(samples.medianNs, 400e6);
  EXPECT_EQ(samples.repeats, 1u);
  // One that is always paused has a time, which is not trusted.
  FakeKernel asleep{400e6};
  asleep.pauses = 1000;
  samples = asleep.sample({});
  EXPECT_EQ(asleep.numbers.size(), 4u);
  EXPECT_TRUE(samples.noisy);
}

TEST(SamplerTest, StopsAtFiveRepeatsThatAgree) {
  FakeKernel kernel{1e6};
  EXPECT_EQ(kernel.sample({}).repeats, 5u);
}

TEST(SamplerTest, TheTimesOfAllRepeatsAreInOrder) {
  FakeKernel kernel{1e6, /*factors=*/{9, 1, 1.01, 1.02}};
  kernel.warmUpNs = 1e6;
  Samples samples = kernel.sample({.minRepeats = 4, .maxRepeats = 4});
  EXPECT_THAT(samples.timesNs, testing::ElementsAre(9e6, 1e6, 1.01e6, 1.02e6));
  // Those that were disturbed are among them, but do not count.
  FakeKernel beside{1e6};
  beside.disturbed = {false, false, false, false, true};
  Samples some = beside.sample({.minRepeats = 6, .maxRepeats = 6});
  EXPECT_EQ(some.timesNs.size(), 6u);
  EXPECT_LT(some.repeats, 6u);
}

TEST(SamplerTest, GoesOnWhileTheMedianIsUncertain) {
  FakeKernel kernel{0.1e6, {1.0, 1.4, 0.8, 1.2, 1.6, 0.9, 1.1}};
  MeasureProtocol protocol;
  protocol.maxRepeats = 25;
  Samples samples = kernel.sample(protocol);
  EXPECT_EQ(samples.repeats, 25u);
  EXPECT_GT(samples.spread, 0.05);
  EXPECT_TRUE(samples.noisy);
}

TEST(SamplerTest, LosesPatienceWithWhatDoesNotSettle) {
  FakeKernel kernel{1e6, {1.0, 1.4, 0.8}};
  EXPECT_EQ(kernel.sample({}).repeats, 10u); // 10 ms of 1.07 ms each
}

TEST(SamplerTest, TakesItsFewestRepeatsWhateverThePatience) {
  FakeKernel kernel{4e7, {1.0, 1.4, 0.8}};
  EXPECT_EQ(kernel.sample({}).repeats, 5u);
}

TEST(SamplerTest, StopsWhenTheTimeIsUp) {
  FakeKernel kernel{1.1e8};
  EXPECT_EQ(kernel.sample({}).repeats, 3u); // 300 ms
}

TEST(SamplerTest, TimesACallLongerThanTheBudgetOnce) {
  FakeKernel kernel{4e8};
  Samples samples = kernel.sample({});
  EXPECT_EQ(samples.repeats, 1u);
  EXPECT_EQ(samples.number, 1u);
  EXPECT_DOUBLE_EQ(samples.medianNs, 4e8);
  EXPECT_EQ(kernel.numbers.size(), 1u);
}

TEST(SamplerTest, OfASingleCallTheWarmUpTellsHowSureItIs) {
  FakeKernel kernel{4e8};
  kernel.warmUpNs = 5e8;
  Samples samples = kernel.sample({});
  EXPECT_EQ(samples.repeats, 1u);
  EXPECT_DOUBLE_EQ(samples.uncertainty, 0.125);
}

TEST(SamplerTest, AKernelSlowerThanTheBaselineTakesTwoRepeats) {
  EXPECT_EQ((FakeKernel{0.2e6, {1.0, 1.06}}.sample({}, {1e5}).repeats), 2u);
  EXPECT_GE((FakeKernel{0.2e6, {1.0, 1.2}}.sample({}, {1e5}).repeats), 5u);
  EXPECT_EQ(FakeKernel{0.9e6}.sample({}, {1e6}).repeats, 5u);
}

TEST(SamplerTest, AKernelMuchSlowerThanTheFastestOneTakesTwoRepeats) {
  EXPECT_EQ((FakeKernel{1.6e6}.sample({}, {1e7, 1e6}).repeats), 2u);
  EXPECT_EQ((FakeKernel{1.4e6}.sample({}, {1e7, 1e6}).repeats), 5u);
}

TEST(SamplerTest, ABeatenKernelIsGivenATenthOfThePatience) {
  FakeKernel kernel{0.3e6, {1.0, 1.4, 0.8}};
  EXPECT_EQ(kernel.sample({}, {0.2e6}).repeats, 4u); // 1 ms of 0.32 ms each
}

TEST(SamplerTest, OneCallOfAHopelessKernelIsEnoughIfItsWarmUpAgrees) {
  constexpr KnownTimes known{1e7, 1e6};
  EXPECT_EQ(FakeKernel{3.1e6}.sample({}, known).repeats, 1u);
  EXPECT_EQ(FakeKernel{2.9e6}.sample({}, known).repeats, 2u);
  EXPECT_EQ(FakeKernel{2.1e6}.sample({}, {1e6}).repeats, 1u);
  FakeKernel other{3.1e6};
  other.warmUpNs = 3.4e6; // differs by 10 %
  EXPECT_EQ(other.sample({}, known).repeats, 2u);
  // Several calls of a short kernel are not like one.
  EXPECT_EQ(FakeKernel{1e5}.sample({}, {1e7, 1e4}).repeats, 2u);
  MeasureProtocol cold;
  cold.caches = CacheState::Cold; // the warm-up call was not
  EXPECT_EQ(FakeKernel{3.1e6}.sample(cold, known).repeats, 2u);
  EXPECT_TRUE(isTimedOnce({}, 3.1e6, known));
  EXPECT_FALSE(isTimedOnce({}, 2.9e6, known));
  EXPECT_FALSE(isTimedOnce({}, 1e5, {1e7, 1e4}));
  EXPECT_FALSE(isTimedOnce(cold, 3.1e6, known));
}

TEST(SamplerTest, WithColdCachesARepeatIsOneCall) {
  FakeKernel kernel{100};
  MeasureProtocol protocol;
  protocol.caches = CacheState::Cold;
  EXPECT_EQ(kernel.sample(protocol).number, 1u);
  EXPECT_EQ(kernel.numbers, std::vector<uint32_t>(5, 1));
}

TEST(SteadyRepeatsTest, AMachineThatStaysAsItIsIsSteady) {
  FakeKernel kernel{1e6};
  Samples samples = kernel.sample({});
  EXPECT_EQ(samples.repeats, 5u);
  EXPECT_FALSE(samples.noisy);
}

TEST(SteadyRepeatsTest, ARepeatBesideANeighbourDoesNotCount) {
  // Probes: before the first repeat, after it, after the second, ...
  FakeKernel kernel{0.5e6, {1, 1.5, 1.5}, {false, false, true}};
  Samples samples = kernel.sample({});
  EXPECT_DOUBLE_EQ(samples.medianNs, 0.5e6);
  EXPECT_EQ(samples.repeats, 5u);
  EXPECT_EQ(kernel.numbers.size(), 13u); // every third of them, five times
  EXPECT_FALSE(samples.noisy);
}

TEST(SteadyRepeatsTest, WithoutAQuietMomentAllRepeatsCount) {
  FakeKernel kernel{1e6, {1}, {false, true}};
  Samples samples = kernel.sample({});
  EXPECT_EQ(samples.repeats, kernel.numbers.size());
  EXPECT_EQ(samples.repeats, 11u); // until patience ends
  EXPECT_FALSE(samples.steady);
  // They agree, as in other measurements on such a machine.
  EXPECT_FALSE(samples.noisy);
  // Unless the machine was slower than it usually is.
  addDrift(samples, 0.04);
  EXPECT_FALSE(samples.noisy);
  addDrift(samples, 0.3);
  EXPECT_TRUE(samples.noisy);
  EXPECT_DOUBLE_EQ(samples.uncertainty, 0.34);
}

TEST(SteadyRepeatsTest, SteadyRepeatsDoNotDrift) {
  Samples samples = FakeKernel{1e6}.sample({});
  EXPECT_TRUE(samples.steady);
  addDrift(samples, 0.3);
  EXPECT_EQ(samples.uncertainty, 0);
  EXPECT_FALSE(samples.noisy);
}

TEST(SteadyRepeatsTest, AnInterruptedRepeatDoesNotCount) {
  unsigned repeats = 0;
  Samples samples = takeSamples(
      {}, 1e6, {},
      [&](uint32_t) {
        bool interrupted = ++repeats % 2 == 0;
        return TimedCalls{interrupted ? 9e6 : 1e6, interrupted};
      },
      [] { return Slowness(); });
  EXPECT_DOUBLE_EQ(samples.spread, 0);
  EXPECT_FALSE(samples.noisy);
}

TEST(SteadyRepeatsTest, AnUncertainMedianIsNoisy) {
  EXPECT_TRUE((FakeKernel{5e6, {1, 1.06, 0.94, 1.06, 0.94}}.sample({}).noisy));
  // As the ratio of two such times is uncertain by less than 6 %.
  EXPECT_FALSE((FakeKernel{5e6, {1, 1.04, 0.96, 1.04, 0.96}}.sample({}).noisy));
}

/// A measurement whose probes are all as slow.
double measure(SlownessHistory &history, double slowness) {
  for (int i = 0; i < 10; ++i)
    history.add(slowness);
  return history.endMeasurement();
}

TEST(SlownessHistoryTest, AClockThatIsNeverSteadyIsUsual) {
  SlownessHistory history;
  for (int i = 0; i < 200; ++i)
    EXPECT_LT(measure(history, 1.08 + 0.005 * (i % 5)), 0.03);
}

TEST(SlownessHistoryTest, ANeighbourIsNot) {
  SlownessHistory history;
  for (int i = 0; i < 200; ++i) { // it is there four fifths of the time
    const bool alone = i % 5 == 0;
    const double drift = measure(history, alone ? 1 : 1.6);
    if (i >= 20)
      EXPECT_NEAR(drift, alone ? 0 : 0.6, 1e-9);
  }
}

TEST(SlownessHistoryTest, WhatLastsBecomesUsual) {
  SlownessHistory history;
  measure(history, 1);
  EXPECT_GT(measure(history, 1.5), 0.4);
  for (int i = 0; i < 64; ++i)
    measure(history, 1.5);
  EXPECT_EQ(measure(history, 1.5), 0);
}

TEST(SlownessHistoryTest, TheFirstMeasurementMayBeDisturbed) {
  SlownessHistory history;
  for (int i = 0; i < 10; ++i)
    history.add(i < 3 ? 1 : 1.6);
  EXPECT_NEAR(history.endMeasurement(), 0.6, 1e-9);
}

TEST(SlownessHistoryTest, WithoutProbesThereIsNone) {
  EXPECT_EQ(SlownessHistory().endMeasurement(), 0);
}

TEST(DriftProbeTest, NothingIsFasterThanUsual) {
  DriftProbe probe;
  for (int i = 0; i < 1000; ++i) {
    double slowness = probe.slowness();
    EXPECT_GE(slowness, 1);
    EXPECT_TRUE(std::isfinite(slowness));
  }
}

TEST(UsualTimeTest, IsTheLeastSoFar) {
  UsualTime usual;
  EXPECT_TRUE(usual.empty());
  EXPECT_DOUBLE_EQ(usual.slowness(10), 1);
  EXPECT_FALSE(usual.empty());
  EXPECT_DOUBLE_EQ(usual.slowness(15), 1.5);
  EXPECT_DOUBLE_EQ(usual.slowness(5), 1);
  EXPECT_DOUBLE_EQ(usual.slowness(10), 2);
  EXPECT_DOUBLE_EQ(UsualTime().slowness(0), 1); // a clock that stands still
}

TEST(UsualTimeTest, WhatLastsBecomesUsual) {
  UsualTime usual;
  usual.slowness(10);
  int times = 0;
  while (usual.slowness(20) > 1 && times < 100'000)
    ++times;
  EXPECT_GT(times, 1000);
  EXPECT_LT(times, 10'000);
  EXPECT_FALSE(usual.empty());
}

TEST(SamplerTest, OneHiccupIsNotTooSlow) {
  // The timed call was held up, the warm-up call was not.
  FakeKernel kernel{1e6, {50, 1, 1, 1, 1, 1, 1, 1, 1, 1}};
  EXPECT_EQ(kernel.sample({}, {1e6}).status, Status::Ok);
}

TEST(SamplerTest, ASmallKernelIsNotTooSlowWhileItIsHeldUp) {
  // An interrupt in the warm-up and another in the first timed call.
  FakeKernel kernel{100, {30, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};
  kernel.warmUpNs = 5000;
  Samples samples = kernel.sample({}, {100});
  EXPECT_EQ(samples.status, Status::Ok);
  EXPECT_DOUBLE_EQ(samples.medianNs, 100);
}

TEST(SamplerTest, ASmallKernelIsNotTooSlowWhileAnotherProcessRuns) {
  // For 2 ms, from the second timing on.
  FakeKernel kernel{100, {30, 10'000, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};
  kernel.warmUpNs = 5000;
  EXPECT_EQ(kernel.sample({}, {100}).status, Status::Ok);
}

TEST(SamplerTest, AKernelIsNotTooSlowBecauseTheMachineIs) {
  FakeKernel kernel{.callNs = 1300, .disturbed = {true}, .slowness = 12};
  const Samples samples = kernel.sample({}, {100});
  EXPECT_EQ(samples.status, Status::Ok);
  EXPECT_FALSE(samples.steady);
  // Unless it is too slow on a quiet machine as well.
  kernel.callNs = 13'000;
  EXPECT_EQ(kernel.sample({}, {100}).status, Status::TooSlow);
  // The memory may be as slow.
  EXPECT_EQ(takeSamples(
                {}, 1300, {100},
                [](uint32_t n) { return TimedCalls{1300.0 * n}; },
                [] { return Slowness{.memory = 12}; })
                .status,
            Status::Ok);
}

TEST(SamplerTest, ASmallKernelIsTooSlowAfterManySlowCalls) {
  FakeKernel kernel{2000};
  Samples samples = kernel.sample({}, {100});
  EXPECT_EQ(samples.status, Status::TooSlow);
  EXPECT_THAT(kernel.numbers, testing::ElementsAre(1, 2, 4, 8, 16, 32));
}

TEST(SamplerTest, ASlowClockMakesNoSlowKernel) {
  FakeKernel kernel{100};
  kernel.warmUpNs = kernel.clockNs = 3000;
  Samples samples = kernel.sample({}, {100});
  EXPECT_EQ(samples.status, Status::Ok);
  EXPECT_NEAR(samples.medianNs, 100, 2);
}

TEST(SamplerTest, TooSlowAfterOneCall) {
  FakeKernel kernel{11e6};
  Samples samples = kernel.sample({}, {1e6});
  EXPECT_EQ(samples.status, Status::TooSlow);
  EXPECT_DOUBLE_EQ(samples.medianNs, 11e6);
  EXPECT_EQ(kernel.numbers.size(), 1u);
}

TEST(SamplerTest, NeverTooSlowWithoutAFactor) {
  FakeKernel kernel{11e6};
  MeasureProtocol protocol;
  protocol.tooSlowFactor = 0;
  EXPECT_EQ(kernel.sample(protocol, {1e3}).status, Status::Ok);
}

TEST(SamplerTest, AClockThatStandsStillEndsToo) {
  FakeKernel kernel{0};
  EXPECT_GT(kernel.sample({}).number, 1'000'000u);
}

TEST(QuantileTest, LiesBetweenNeighbours) {
  double values[] = {1, 2, 4, 8};
  EXPECT_EQ(quantile(values, 0), 1);
  EXPECT_EQ(quantile(values, 0.5), 3);
  EXPECT_EQ(quantile(values, 0.75), 5);
  EXPECT_EQ(quantile(values, 1), 8);
  EXPECT_EQ(quantile({7.0}, 0.9), 7);
}

TEST(QuantileTest, TheMedianIsOfAnyOrder) {
  EXPECT_EQ(medianOf({8, 1, 3}), 3);
  EXPECT_EQ(medianOf({8, 1, 3, 2}), 2.5);
}

TEST(MedianUncertaintyTest, FollowsTheOrderStatistics) {
  // Textbook ranks of the 95 % interval: n = 10: 2 and 9; n = 20: 6 and 15;
  // n = 50: 18 and 33.
  auto ranks = [](size_t n) {
    std::vector<double> values(n);
    for (size_t i = 0; i < n; ++i)
      values[i] = 1000.0 + static_cast<double>(i);
    double median = 1000.0 + (static_cast<double>(n) - 1) / 2;
    return medianUncertainty(values) * median * 2;
  };
  EXPECT_NEAR(ranks(5), 4, 1e-9); // all of them
  EXPECT_NEAR(ranks(6), 5, 1e-9);
  EXPECT_NEAR(ranks(10), 9 - 2, 1e-9);
  EXPECT_NEAR(ranks(20), 15 - 6, 1e-9);
  EXPECT_NEAR(ranks(50), 33 - 18, 1e-9);
}

TEST(MeasureProtocolTest, IdTellsProtocolsApart) {
  MeasureProtocol protocol;
  EXPECT_EQ(protocol.id(), "v6-r0.2-n5..100-i0.01-b300-s10");
  EXPECT_EQ((MeasureProtocol{.warmUpCalls = 8}).id(), protocol.id() + "-w8");
  MeasureProtocol other = protocol;
  other.tooSlowFactor = 0;
  EXPECT_NE(other.id(), protocol.id());
  other = protocol;
  other.relativeInterval = 0.015;
  EXPECT_EQ(other.id(), "v6-r0.2-n5..100-i0.015-b300-s10");
  other.caches = CacheState::Cold;
  EXPECT_EQ(other.id(), "v6-r0.2-n5..100-i0.015-b300-s10-cold");
}

} // namespace
} // namespace mlirgym
