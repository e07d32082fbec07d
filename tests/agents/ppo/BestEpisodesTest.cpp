#include "agents/ppo/rollout/BestEpisodes.h"
#include "SyntheticTimings.h"
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::FloatEq;

namespace {
/// Decisions of episodes over a matmul: the first legal one, but at one step
/// the last legal one.
class BestEpisodesTest : public ::testing::Test {
protected:
  std::vector<int64_t> episode(unsigned last) const {
    std::vector<int64_t> decisions;
    DecisionState state = observer.start(0);
    while (!state.schedule.finished()) {
      DecisionRows row;
      observer.observe(0, state, row);
      int64_t chosen = -1;
      for (int64_t i = 0; i < observer.numActions(); ++i)
        if (row.masks[i] && (chosen < 0 || decisions.size() == last))
          chosen = i;
      decisions.push_back(chosen);
      observer.step(state, chosen);
    }
    return decisions;
  }

  std::shared_ptr<const ProgramPool> pool = poolOf({"matmul_9_10_12"});
  ProgramObserver observer{pool, tinyOptions()};
  BestEpisodes best{1, 2};
  RandomStream random{1};
};

TEST_F(BestEpisodesTest, KeepsTheBestDifferentSchedules) {
  best.add(0, /*schedule=*/11, 0.5, {1});
  best.add(0, 12, 1.5, {2});
  best.add(0, 12, 1.5, {3}); // the same schedule, found in another way
  best.add(0, 13, 0.2, {4}); // too slow
  best.add(0, 14, 1.0, {5}); // replaces the first
  const auto kept = best.state().at(0);
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept[0].at(1), 12u);
  EXPECT_THAT(kept[0].at(2).get<std::vector<int64_t>>(), ElementsAre(2));
  EXPECT_EQ(kept[1].at(1), 14u);
}

TEST_F(BestEpisodesTest, DrawsTheRowsOfWholeEpisodes) {
  const std::vector<int64_t> decisions = episode(1);
  ASSERT_GT(decisions.size(), 1u);
  best.add(0, 1, 2, decisions);
  const ImitationRows rows = best.draw(observer, decisions.size() + 1, random);
  ASSERT_EQ(rows.actions.size(), 2 * decisions.size());
  EXPECT_EQ(std::vector<int64_t>(rows.actions.begin(),
                                 rows.actions.begin() + decisions.size()),
            decisions);
  EXPECT_EQ(rows.seen.observations.size(),
            rows.actions.size() * observer.observationSize());
  // Imitated actions were legal in their states.
  for (size_t i = 0; i < rows.actions.size(); ++i)
    EXPECT_EQ(rows.seen.masks[i * observer.numActions() + rows.actions[i]], 1);
  EXPECT_THAT(rows.weights,
              Each(FloatEq(1 / std::sqrt(float(decisions.size())))));
}

TEST_F(BestEpisodesTest, DrawsAnEpisodeTenPercentSlowerAThirdAsOften) {
  const auto one = episode(0), other = episode(1);
  ASSERT_NE(one, other);
  best.add(0, 1, 2.0, one);
  best.add(0, 2, 1.9, other);
  unsigned slower = 0;
  for (int i = 0; i < 2000; ++i)
    slower += best.draw(observer, 1, random).actions == other;
  EXPECT_NEAR(slower / 2000.0, 0.3679 / 1.3679, 0.03);
}

TEST_F(BestEpisodesTest, NothingKeptIsNothingDrawn) {
  EXPECT_TRUE(best.draw(observer, 100, random).actions.empty());
  BestEpisodes none(1, 0);
  none.add(0, 1, 2, {1});
  EXPECT_TRUE(none.state().at(0).empty());
}

TEST_F(BestEpisodesTest, ContinuesFromItsState) {
  best.add(0, ~0ull >> 1, 0.1 + 0.2, {1, 2});
  BestEpisodes restored(1, 2);
  restored.restore(best.state());
  EXPECT_EQ(restored.state(), best.state());
}
} // namespace
