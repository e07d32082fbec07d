#include "agents/ppo/rollout/Experience.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace mlirgym;

namespace {
EndedEpisode episode(unsigned program, uint64_t schedule, double speedup) {
  EndedEpisode ended;
  ended.program = program;
  ended.schedule = schedule;
  ended.speedup = speedup;
  ended.terminated = ended.answered = true;
  ended.undiscountedReturn = speedup > 0 ? std::log(speedup) : -5;
  ended.decisions = {1, 2};
  return ended;
}

TEST(ExperienceTest, CountsWhatIsNewToTheTraining) {
  Experience experience(2, {});
  EndedEpisode cutOff = episode(0, 8, 0);
  cutOff.terminated = cutOff.answered = false;
  EndedEpisode notOnFile = episode(0, 9, 0);
  notOnFile.answered = false; // in a replay
  const EpisodeSummary first =
      experience.add({episode(0, 1, 2), episode(0, 1, 2), episode(1, 2, 8),
                      episode(1, 3, 0), cutOff, notOnFile});
  EXPECT_EQ(first.episodes, 6u);
  EXPECT_EQ(first.timed, 3u);
  EXPECT_EQ(first.newSchedules, 3u); // a failure is an answer, too
  // 1, 1, 2, 3 and 9; truncated episodes are not schedules.
  EXPECT_NEAR(experience.distinctSchedules(), 80, 1e-12);
  EXPECT_EQ(first.newShare(), 0.5);
  EXPECT_NEAR(first.sumOfLogSpeedups, std::log(2 * 2 * 8), 1e-12);

  const EpisodeSummary second =
      experience.add({episode(0, 1, 2), episode(0, 4, 4)});
  EXPECT_EQ(second.newShare(), 0.5);
  EXPECT_EQ(experience.episodes(), 8u);
  EXPECT_EQ(experience.bestSpeedup(), 8);
  EXPECT_NEAR(experience.meanBestSpeedup(), std::sqrt(4.0 * 8), 1e-12);
  EXPECT_EQ(experience.add({}).newShare(), 0);
}

TEST(ExperienceTest, CountsDifferentSchedulesAmongTheLastHundred) {
  Experience experience(1, {});
  EXPECT_EQ(experience.distinctSchedules(), 0);
  for (uint64_t i = 0; i < 60; ++i)
    experience.add({episode(0, i, 2)});
  EXPECT_EQ(experience.distinctSchedules(), 100);
  for (uint64_t i = 0; i < 80; ++i)
    experience.add({episode(0, 7, 2)});
  // 20 of the 60, and the 80 equal schedules.
  EXPECT_EQ(experience.distinctSchedules(), 21);
}

TEST(ExperienceTest, AFailureDoesNotWidenTheSpreadOfReturns) {
  Experience experience(1, {});
  experience.add({episode(0, 1, 1.0), episode(0, 2, 1.1), episode(0, 3, 0)});
  EXPECT_LT(experience.programReturns().scale(0), 0.06);
}

TEST(ExperienceTest, ContinuesFromItsState) {
  Experience one(2, {}), other(2, {});
  one.add({episode(0, 1, 2), episode(1, 7, 0.4)});
  ASSERT_FALSE(llvm::errorToBool(other.restore(one.state())));
  EXPECT_EQ(one.state(), other.state());
  EXPECT_EQ(other.add({episode(1, 7, 0.4)}).newSchedules, 0u);
}

TEST(ExperienceTest, EpochsFollowTheShareOfNewSchedules) {
  PpoOptions options;
  options.epochs = 8;
  options.fullEpochsShare = 0.5;
  EXPECT_EQ(epochsFor(options, 1), 8u);
  EXPECT_EQ(epochsFor(options, 0.5), 8u);
  EXPECT_EQ(epochsFor(options, 0.25), 4u);
  EXPECT_EQ(epochsFor(options, 0), 1u);
  options.fullEpochsShare = 0;
  EXPECT_EQ(epochsFor(options, 0), 8u);
}
} // namespace
