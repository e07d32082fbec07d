#include "execution/worker/Sampler.h"
#include "execution/worker/DriftProbe.h"
#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlirgym {
namespace {

/// A kernel of known time, without a clock.
struct FakeKernel {
  double callNs;
  std::vector<double> factors = {1}; ///< of the repeats, again and again
  std::vector<uint32_t> numbers = {};

  Samples sample(const MeasureProtocol &protocol, double baselineNs = 0) {
    return takeSamples(protocol, callNs, baselineNs, [&](uint32_t number) {
      double factor = factors[numbers.size() % factors.size()];
      numbers.push_back(number);
      return callNs * number * factor;
    });
  }
};

TEST(SamplerTest, ARepeatLastsLongEnough) {
  FakeKernel kernel{100};
  Samples samples = kernel.sample({});
  EXPECT_EQ(samples.status, Status::Ok);
  EXPECT_GE(samples.number * 100, 0.5e6);
  EXPECT_LE(samples.number * 100, 0.6e6);
  EXPECT_DOUBLE_EQ(samples.medianNs, 100);
  EXPECT_DOUBLE_EQ(samples.spread, 0);
}

TEST(SamplerTest, StopsAtFiveRepeatsThatAgree) {
  FakeKernel kernel{1e6};
  EXPECT_EQ(kernel.sample({}).repeats, 5u);
}

TEST(SamplerTest, GoesOnWhileTheMedianIsUncertain) {
  FakeKernel kernel{1e6, {1.0, 1.2, 0.9, 1.1, 1.3, 0.95, 1.05}};
  MeasureProtocol protocol;
  protocol.budgetMs = 1e9;
  EXPECT_EQ(kernel.sample(protocol).repeats, 30u);
  EXPECT_GT(kernel.sample(protocol).spread, 0.05);
}

TEST(SamplerTest, StopsWhenTheTimeIsUp) {
  FakeKernel kernel{1.5e7, {1.0, 1.4, 0.8}};
  Samples samples = kernel.sample({});
  EXPECT_LT(samples.repeats, 25u);
  EXPECT_GT(samples.repeats, 15u); // 300 ms of some 15 ms each
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
  Samples samples =
      takeSamples({}, /*warmUpNs=*/5e8, 0, [](uint32_t) { return 4e8; });
  EXPECT_EQ(samples.repeats, 1u);
  EXPECT_DOUBLE_EQ(samples.uncertainty, 0.125);
}

TEST(SamplerTest, ASlowerKernelTakesThreeRepeats) {
  EXPECT_EQ((FakeKernel{2e6, {1.0, 1.02}}.sample({}, 1e6).repeats), 3u);
  EXPECT_GE((FakeKernel{2e6, {1.0, 1.1}}.sample({}, 1e6).repeats), 5u);
  EXPECT_EQ(FakeKernel{0.9e6}.sample({}, 1e6).repeats, 5u);
}

TEST(SamplerTest, WithColdCachesARepeatIsOneCall) {
  FakeKernel kernel{100};
  MeasureProtocol protocol;
  protocol.caches = CacheState::Cold;
  EXPECT_EQ(kernel.sample(protocol).number, 1u);
  EXPECT_EQ(kernel.numbers, std::vector<uint32_t>(5, 1));
}

/// A core that is as slow as these say one after the other, then as the last,
/// and a kernel whose median is the number of the attempt.
struct FakeMachine {
  std::vector<double> slowness;
  double uncertainty = 0.01;
  Status status = Status::Ok;
  size_t probed = 0;
  unsigned attempts = 0;

  Samples sample() {
    return takeSteadySamples(
        [&] {
          Samples samples;
          samples.status = status;
          samples.medianNs = ++attempts;
          samples.uncertainty = uncertainty;
          return samples;
        },
        [&] { return slowness[std::min(probed++, slowness.size() - 1)]; });
  }
};

TEST(SteadySamplesTest, AMachineThatStaysAsItIsIsMeasuredOnce) {
  FakeMachine machine{{1, 1.029}};
  Samples samples = machine.sample();
  EXPECT_EQ(machine.attempts, 1u);
  EXPECT_FALSE(samples.noisy);
  EXPECT_NEAR(samples.drift, 0.029, 1e-9);
}

TEST(SteadySamplesTest, WaitsForTheCoreToBeAsUsual) {
  FakeMachine machine{{1.6, 1.6, 1.6, 1, 1}};
  EXPECT_FALSE(machine.sample().noisy);
  EXPECT_EQ(machine.attempts, 1u);
  EXPECT_EQ(machine.probed, 5u);
}

TEST(SteadySamplesTest, MeasuresAgainWhatAnotherSlowedDown) {
  FakeMachine machine{{1, 1.6, 1, 1}};
  Samples samples = machine.sample();
  EXPECT_EQ(samples.medianNs, 2);
  EXPECT_FALSE(samples.noisy);
}

TEST(SteadySamplesTest, WhatNeverSettlesIsNoisyAndTheSteadiestCounts) {
  FakeMachine machine{{1, 1.1, 1, 1.6}};
  Samples samples = machine.sample();
  EXPECT_EQ(machine.attempts, 2u);
  EXPECT_EQ(samples.medianNs, 1);
  EXPECT_TRUE(samples.noisy);
}

TEST(SteadySamplesTest, AnUncertainMedianIsNoisy) {
  FakeMachine machine{{1}, /*uncertainty=*/0.021};
  EXPECT_TRUE(machine.sample().noisy);
}

TEST(SteadySamplesTest, TooSlowNeedsNoSecondProbe) {
  FakeMachine machine{{1}, 0.01, Status::TooSlow};
  EXPECT_EQ(machine.sample().status, Status::TooSlow);
}

TEST(DriftProbeTest, IsAsUsualAtFirstAndNeverFasterThanUsual) {
  DriftProbe probe;
  EXPECT_EQ(probe.slowness(), 1);
  for (int i = 0; i < 100; ++i)
    EXPECT_GE(probe.slowness(), 1);
}

TEST(SamplerTest, OneHiccupIsNotTooSlow) {
  // The timed call was held up, the warm-up call was not.
  FakeKernel kernel{1e6, {50, 1, 1, 1, 1, 1, 1, 1, 1, 1}};
  EXPECT_EQ(kernel.sample({}, 1e6).status, Status::Ok);
}

TEST(SamplerTest, ASmallKernelIsNotTooSlowWhileItIsHeldUp) {
  // An interrupt in the warm-up and another in the first timed call.
  unsigned calls = 0;
  Samples samples = takeSamples({}, 5000, 100, [&](uint32_t number) {
    return ++calls == 1 ? 3000.0 : 100.0 * number;
  });
  EXPECT_EQ(samples.status, Status::Ok);
  EXPECT_DOUBLE_EQ(samples.medianNs, 100);
}

TEST(SamplerTest, ASmallKernelIsTooSlowAfterManySlowCalls) {
  FakeKernel kernel{2000};
  Samples samples = kernel.sample({}, 100);
  EXPECT_EQ(samples.status, Status::TooSlow);
  EXPECT_EQ(kernel.numbers.size(), 50u);
}

TEST(SamplerTest, TooSlowAfterOneCall) {
  FakeKernel kernel{11e6};
  Samples samples = kernel.sample({}, 1e6);
  EXPECT_EQ(samples.status, Status::TooSlow);
  EXPECT_DOUBLE_EQ(samples.medianNs, 11e6);
  EXPECT_EQ(kernel.numbers.size(), 1u);
}

TEST(SamplerTest, NeverTooSlowWithoutAFactor) {
  FakeKernel kernel{11e6};
  MeasureProtocol protocol;
  protocol.tooSlowFactor = 0;
  EXPECT_EQ(kernel.sample(protocol, 1e3).status, Status::Ok);
}

TEST(SamplerTest, AClockThatStandsStillEndsToo) {
  Samples samples = takeSamples({}, 1, 0, [](uint32_t) { return 0.0; });
  EXPECT_GT(samples.number, 1'000'000u);
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
  EXPECT_EQ(protocol.id(), "v2-r0.5-n5..30-i0.01-b300-s10");
  MeasureProtocol other = protocol;
  other.tooSlowFactor = 0;
  EXPECT_NE(other.id(), protocol.id());
  other = protocol;
  other.relativeInterval = 0.015;
  EXPECT_EQ(other.id(), "v2-r0.5-n5..30-i0.015-b300-s10");
  other.caches = CacheState::Cold;
  EXPECT_EQ(other.id(), "v2-r0.5-n5..30-i0.015-b300-s10-cold");
}

} // namespace
} // namespace mlirgym
