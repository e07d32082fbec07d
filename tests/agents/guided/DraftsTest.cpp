#include "agents/guided/Drafts.h"
#include "UniformPolicy.h"
#include "agents/model/SpeedupEstimate.h"
#include "agents/search/ParallelVariants.h"
#include "program/RandomStream.h"
#include <cmath>
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::Contains;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::SizeIs;

namespace {
class DraftsTest : public ::testing::Test {
protected:
  std::vector<Draft> draw(unsigned count) {
    return llvm::cantFail(drafter.draw(count, sampling(random)));
  }
  static std::vector<Schedule> schedulesOf(llvm::ArrayRef<Draft> drafts) {
    std::vector<Schedule> schedules;
    for (const Draft &draft : drafts)
      schedules.push_back(draft.schedule());
    return schedules;
  }

  std::shared_ptr<const ProgramPool> pool = poolOf({"matmul_9_10_12"});
  std::shared_ptr<const Policy> policy = uniformPolicy();
  std::unique_ptr<BoundPolicy> bound =
      llvm::cantFail(policy->bind(pool->programs[0], {}));
  RandomStream random{1};
  Drafter drafter{*policy, *bound, Target::host(), 1};
};

TEST_F(DraftsTest, AreReachedByTheirDecisions) {
  const SpeedupEstimate estimates(bound->start().schedule, Target::host(), 1);
  for (const Draft &draft : draw(20)) {
    DecisionState state = bound->start();
    double logProbability = 0;
    std::vector<int8_t> mask(policy->encoding().numActions());
    for (uint16_t decision : draft.decisions) {
      policy->encoding().mask(state, mask);
      logProbability -= std::log(llvm::count(mask, 1));
      EXPECT_NE(policy->encoding().step(state, decision), StepResult::Illegal);
    }
    EXPECT_EQ(state.schedule, draft.end);
    EXPECT_TRUE(draft.end.finished());
    EXPECT_NEAR(draft.logProbability(), logProbability, 1e-6);
    EXPECT_NEAR(draft.value,
                std::log(syntheticNs(*pool->programs[0], Schedule()) /
                         syntheticNs(*pool->programs[0], draft.schedule())),
                1e-6);
    EXPECT_EQ(draft.estimate, estimates.logSpeedup(draft.end));
    EXPECT_NEAR(draft.prediction(), (draft.value + draft.estimate) / 2, 1e-9);
    EXPECT_NEAR(draft.score(), draft.prediction() + 0.15 * logProbability,
                1e-6);
  }
}

TEST_F(DraftsTest, OfAPolicyForOneThreadAreSharedAmongMore) {
  constexpr unsigned threads = 3;
  ASSERT_EQ(policy->askedThreads(threads), 1u);
  Drafter sharing(*policy, *bound, Target::host(), threads);
  const SpeedupEstimate estimates(bound->start().schedule, Target::host(),
                                  threads);
  unsigned shared = 0;
  for (const Draft &draft :
       llvm::cantFail(sharing.draw(20, sampling(random)))) {
    DecisionState alone = bound->start();
    for (uint16_t decision : draft.decisions)
      policy->encoding().step(alone, decision);
    const std::vector<Schedule> variants =
        parallelVariants(pool->programs[0], alone.schedule.schedule(), threads,
                         policy->encoding().options().tileSizes);
    EXPECT_EQ(draft.estimate, estimates.logSpeedup(draft.end));
    EXPECT_LE(estimates.logSpeedup(alone.schedule), draft.estimate);
    if (draft.end == alone.schedule)
      continue;
    ++shared;
    EXPECT_THAT(variants, Contains(draft.schedule()));
    for (const Schedule &variant : variants)
      EXPECT_LE(estimates.logSpeedup(llvm::cantFail(ScheduleState::replay(
                    pool->programs[0], variant, StateOptions::asWritten()))),
                draft.estimate);
  }
  EXPECT_GT(shared, 0u);
}

TEST_F(DraftsTest, KeepABeginning) {
  const std::vector<Draft> drafts = draw(20);
  std::vector<DraftBeginning> beginnings;
  for (const Draft &draft : drafts)
    beginnings.push_back(draft.beginning(draft.decisions.size() / 2));
  const std::vector<Draft> changed =
      llvm::cantFail(drafter.redecide(beginnings, sampling(random)));
  ASSERT_EQ(changed.size(), drafts.size());
  for (auto [before, after] : llvm::zip_equal(drafts, changed)) {
    const size_t kept = before.decisions.size() / 2;
    EXPECT_EQ(llvm::ArrayRef(before.decisions).take_front(kept),
              llvm::ArrayRef(after.decisions).take_front(kept));
    EXPECT_EQ(after.decisions.size(), after.logProbabilities.size());
  }
  EXPECT_NE(schedulesOf(drafts), schedulesOf(changed));
}

TEST_F(DraftsTest, OfGivenSchedulesAreJudgedAsIfTheyHadBeenDrawn) {
  const std::vector<Draft> drafts = draw(10);
  std::vector<Draft> judged =
      llvm::cantFail(drafter.judge(schedulesOf(drafts)));
  ASSERT_EQ(judged.size(), drafts.size());
  std::vector<Draft *> pointers;
  for (Draft &draft : judged) {
    EXPECT_THAT(draft.logProbabilities, SizeIs(0));
    pointers.push_back(&draft);
  }
  llvm::cantFail(drafter.addLogProbabilities(pointers));
  for (auto [drawn, given] : llvm::zip_equal(drafts, judged)) {
    EXPECT_EQ(drawn.schedule(), given.schedule());
    EXPECT_EQ(drawn.value, given.value);
    EXPECT_EQ(drawn.estimate, given.estimate);
    if (drawn.decisions == given.decisions) { // no-ops are gone
      EXPECT_THAT(given.logProbabilities,
                  ElementsAreArray(drawn.logProbabilities));
    }
  }
}

TEST_F(DraftsTest, LeaveOutWhatTheEncodingCannotSay) {
  const std::vector<Schedule> schedules = {
      llvm::cantFail(Schedule::parse("op0: tile(3,0,0)")),
      llvm::cantFail(Schedule::parse("op0: tile(4,0,0)"))};
  const std::vector<Draft> judged = llvm::cantFail(drafter.judge(schedules));
  ASSERT_THAT(judged, SizeIs(1));
  EXPECT_EQ(judged.front().schedule(), schedules.back());
  EXPECT_THAT(
      llvm::toString(decisionsOf(pool->programs[0], schedules.front(),
                                 policy->encoding(), policy->stateOptions())
                         .takeError()),
      HasSubstr("tile size 3 is not in the encoding's list"));
}

TEST_F(DraftsTest, OfNothingAreNone) {
  EXPECT_THAT(llvm::cantFail(drafter.redecide({}, sampling(random))),
              SizeIs(0));
  EXPECT_THAT(llvm::cantFail(drafter.judge({})), SizeIs(0));
  llvm::cantFail(drafter.addLogProbabilities({}));
}
} // namespace
