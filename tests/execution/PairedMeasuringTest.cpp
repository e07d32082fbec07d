#include "execution/batch/PairedMeasuring.h"
#include "outcome/Measurement.h"
#include <gtest/gtest.h>

namespace mlirgym {
namespace {

TEST(PairedMeasuringTest, TakesMediansAndHalfTheRange) {
  // Speedups of the rounds: 2, 2, 2.02, 1.98, 2.
  PairedMeasurement paired =
      summarizeRounds({200, 200, 202, 198, 400}, {100, 100, 100, 100, 200});
  EXPECT_TRUE(paired.ok());
  EXPECT_EQ(paired.baselineNs, 200);
  EXPECT_EQ(paired.scheduleNs, 100);
  EXPECT_EQ(paired.speedup(), 2);
  EXPECT_EQ(paired.rounds, 5u);
  EXPECT_NEAR(paired.uncertainty, 0.01, 1e-12);
  EXPECT_FALSE(paired.noisy);
}

TEST(PairedMeasuringTest, RoundsThatDisagreeAreNoisy) {
  // Speedups of 1 and 1.2 about 1.1.
  PairedMeasurement paired = summarizeRounds({100, 110, 120}, {100, 100, 100});
  EXPECT_NEAR(paired.uncertainty, 0.1 / 1.1, 1e-12);
  EXPECT_TRUE(paired.noisy);
}

TEST(PairedMeasuringTest, OfManyRoundsAFewMayBeDisturbed) {
  // Two of nine: the interval is from the second to the eighth.
  PairedMeasurement paired =
      summarizeRounds({200, 200, 202, 198, 200, 200, 200, 200, 900},
                      {100, 100, 100, 100, 100, 250, 100, 100, 100});
  EXPECT_EQ(paired.speedup(), 2);
  EXPECT_EQ(paired.rounds, 9u);
  EXPECT_NEAR(paired.uncertainty, 0.01, 1e-12);
  EXPECT_FALSE(paired.noisy);
}

TEST(PairedMeasuringTest, SlowProgramsHaveFewerRoundsAndNoisyOnesMore) {
  auto roundsOf = [](double secondsOfRound, bool noisy) {
    unsigned done = 0;
    while (PairedMeasuring::needsRound(done, done * secondsOfRound, noisy))
      ++done;
    return done;
  };
  EXPECT_EQ(roundsOf(0.01, false), 5u);
  EXPECT_EQ(roundsOf(0.01, true), 15u);
  EXPECT_EQ(roundsOf(0.6, true), 9u);
  EXPECT_EQ(roundsOf(1.5, true), 4u);
  EXPECT_EQ(roundsOf(2.5, false), 2u);
  EXPECT_EQ(roundsOf(1000, true), 2u);
}

TEST(PairedMeasuringTest, AFailureKeepsItsReason) {
  Measurement measurement;
  measurement.status = Status::WrongResult;
  measurement.message = "element 3 is 1, not 2";
  PairedMeasurement paired = failedPair(measurement);
  EXPECT_EQ(paired.status, Status::WrongResult);
  EXPECT_EQ(paired.message, "element 3 is 1, not 2");
  EXPECT_EQ(paired.rounds, 0u);
}

} // namespace
} // namespace mlirgym
