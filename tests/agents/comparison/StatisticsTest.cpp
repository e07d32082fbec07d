#include "agents/comparison/Statistics.h"
#include <cmath>
#include <gmock/gmock.h>

using namespace mlirgym;
using ::testing::ElementsAre;

TEST(StatisticsTest, TheGeometricMeanOfTwoAndEightIsFour) {
  EXPECT_DOUBLE_EQ(meanOf({2, 8}, Mean::Geometric), 4);
  EXPECT_EQ(meanOf({}, Mean::Geometric), 0);
}

TEST(StatisticsTest, TheInterquartileMeanIsThatOfTheMiddleHalf) {
  // As scipy.stats.trim_mean(x, 0.25): floor(n / 4) values fall on each side.
  EXPECT_NEAR(meanOf({1e6, 4, 2, 1e-6}, Mean::Interquartile), std::sqrt(8.0),
              1e-12);
  EXPECT_NEAR(meanOf({4, 1, 1000, 2, 8}, Mean::Interquartile), 4, 1e-12);
  EXPECT_NEAR(meanOf({2, 4, 16}, Mean::Interquartile), std::cbrt(128.0), 1e-12);
}

TEST(StatisticsTest, TheIntervalOfEqualScoresHasNoWidth) {
  const Figure figure =
      bootstrap({{"matmul", {3, 3}}, {"matmul", {3, 3}}}, Mean::Geometric);
  EXPECT_DOUBLE_EQ(figure.value, 3);
  EXPECT_DOUBLE_EQ(figure.low, 3);
  EXPECT_DOUBLE_EQ(figure.high, 3);
}

TEST(StatisticsTest, SeedsAreDrawnWithinTheirProgram) {
  // One and four: a quarter of the draws of two is (1, 1), a quarter (4, 4).
  const Figure figure = bootstrap({{"matmul", {1, 4}}}, Mean::Geometric);
  EXPECT_DOUBLE_EQ(figure.value, 2);
  EXPECT_DOUBLE_EQ(figure.low, 1);
  EXPECT_DOUBLE_EQ(figure.high, 4);
}

TEST(StatisticsTest, ProgramsAreDrawnWithinTheirFamily) {
  const Figure sameFamily =
      bootstrap({{"relu", {1}}, {"relu", {4}}}, Mean::Geometric);
  EXPECT_DOUBLE_EQ(sameFamily.low, 1);
  EXPECT_DOUBLE_EQ(sameFamily.high, 4);
  // The only member of a family is in every draw.
  const Figure twoFamilies =
      bootstrap({{"relu", {1}}, {"matmul", {100}}}, Mean::Geometric);
  EXPECT_DOUBLE_EQ(twoFamilies.value, 10);
  EXPECT_DOUBLE_EQ(twoFamilies.low, 10);
  EXPECT_DOUBLE_EQ(twoFamilies.high, 10);
}

TEST(StatisticsTest, TheIntervalOfManySeedsIsThatOfTheNormalDistribution) {
  // 100 seeds of e and 100 of 1/e: the mean of the logarithms has a standard
  // error of 1 / sqrt(200), so that 95 % lie within 1.96 of it.
  std::vector<double> seeds(100, std::exp(1.0));
  seeds.insert(seeds.end(), 100, std::exp(-1.0));
  const Figure figure = bootstrap({{"matmul", seeds}}, Mean::Geometric);
  const double expected = 1.96 / std::sqrt(200.0);
  EXPECT_NEAR(figure.value, 1, 1e-12);
  EXPECT_NEAR(std::log(figure.high), expected, 0.02);
  EXPECT_NEAR(std::log(figure.low), -expected, 0.02);
}

TEST(StatisticsTest, AShareDividesProgramByProgram) {
  // As fast as the reference on each of two very different programs: drawing
  // programs again changes nothing.
  const Figure equal =
      bootstrap({{"relu", {2}, {2}}, {"relu", {50}, {50}}}, Mean::Geometric);
  EXPECT_NEAR(equal.value, 1, 1e-12);
  EXPECT_NEAR(equal.low, 1, 1e-12);
  EXPECT_NEAR(equal.high, 1, 1e-12);
  // The seeds of the reference count by their geometric mean, 4.
  EXPECT_NEAR(bootstrap({{"relu", {2}, {2, 8}}}, Mean::Geometric).value, 0.5,
              1e-12);
}

TEST(StatisticsTest, TheSameScoresHaveTheSameInterval) {
  const std::vector<ProgramScores> scores = {{"relu", {1, 2, 3}},
                                             {"relu", {2, 5, 9}}};
  const Figure one = bootstrap(scores, Mean::Interquartile);
  const Figure two = bootstrap(scores, Mean::Interquartile);
  EXPECT_EQ(one.low, two.low);
  EXPECT_EQ(one.high, two.high);
  EXPECT_LT(one.low, one.value);
  EXPECT_GT(one.high, one.value);
}

TEST(StatisticsTest, NoProgramHasNoMean) {
  EXPECT_EQ(bootstrap({}, Mean::Geometric).value, 0);
}

TEST(StatisticsTest, TheProfileCountsScoresAtLeastAsHigh) {
  EXPECT_THAT(performanceProfile({0.5, 1, 0.9, 0.9}, {0, 0.5, 0.6, 0.9, 1, 2}),
              ElementsAre(1, 1, 0.75, 0.75, 0.25, 0));
  EXPECT_THAT(performanceProfile({}, {0.5}), ElementsAre(0));
}
