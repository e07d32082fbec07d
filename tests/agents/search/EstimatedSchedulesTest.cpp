#include "agents/search/EstimatedSchedules.h"
#include "TestPrograms.h"
#include "execution/batch/TargetLimits.h"
#include "llvm/ADT/STLExtras.h"
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
Target h100() {
  return llvm::cantFail(Target::find({.triple = "nvptx64", .cpu = "sm_90"}));
}

std::vector<EstimatedSchedule> propose(llvm::StringRef name,
                                       EstimateOptions options = {}) {
  options.draws = 600;
  options.state.limits = scheduleLimitsOf(h100());
  return scheduleByEstimates(program(name), h100(), options);
}

bool has(const Schedule &schedule, ActionKind kind) {
  return llvm::any_of(schedule.entries(), [kind](const auto &entry) {
    return llvm::any_of(entry.actions, [kind](const Action &action) {
      return action.kind == kind;
    });
  });
}

TEST(EstimatedSchedulesTest, TheFastestComeFirstAndAreLegalWhereTheyAreRead) {
  const auto proposals =
      propose("matmul_512_512_512", {.count = 12, .spread = 0.25});
  ASSERT_EQ(proposals.size(), 12u);
  for (size_t i = 1; i < 9; ++i)
    EXPECT_LE(proposals[i - 1].amount, proposals[i].amount);
  for (const EstimatedSchedule &each : proposals)
    llvm::cantFail(ScheduleState::replay(program("matmul_512_512_512"),
                                         each.schedule,
                                         StateOptions::asWritten()));
  // The rest of the ranking is represented.
  EXPECT_GT(proposals.back().amount, 2 * proposals.front().amount);
}

TEST(EstimatedSchedulesTest, ProductsAreInBlocksThreadsAndRegisters) {
  for (const EstimatedSchedule &each :
       propose("matmul_1024_1024_1024", {.count = 5, .spread = 0})) {
    EXPECT_TRUE(has(each.schedule, ActionKind::GpuBlocksFuse) ||
                has(each.schedule, ActionKind::GpuBlocks))
        << each.schedule.text();
    EXPECT_TRUE(has(each.schedule, ActionKind::GpuThreads) ||
                has(each.schedule, ActionKind::GpuThreadsFuse))
        << each.schedule.text();
    EXPECT_TRUE(has(each.schedule, ActionKind::Vectorize))
        << each.schedule.text();
  }
}

TEST(EstimatedSchedulesTest, SameSeedSameSchedules) {
  auto texts = [](uint64_t seed) {
    std::vector<std::string> all;
    for (const EstimatedSchedule &each :
         propose("softmax_256_512", {.count = 6, .seed = seed}))
      all.push_back(each.schedule.text());
    return all;
  };
  EXPECT_EQ(texts(3), texts(3));
  EXPECT_NE(texts(3), texts(4));
}

} // namespace
