#include "agents/model/ScheduleFeatures.h"
#include "SyntheticTimings.h"
#include <cmath>
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
class ScheduleFeaturesTest : public ::testing::Test {
protected:
  std::vector<float> features(llvm::StringRef text) const {
    ScheduleState state = llvm::cantFail(ScheduleState::replay(
        pool->programs[0], llvm::cantFail(Schedule::parse(text))));
    while (!state.finished())
      state.applyLegal(ActionKind::Done);
    return scheduleFeatures(state);
  }
  double distance(llvm::StringRef a, llvm::StringRef b) const {
    const std::vector<float> x = features(a), y = features(b);
    EXPECT_EQ(x.size(), y.size());
    double sum = 0;
    for (auto [one, other] : llvm::zip_equal(x, y))
      sum += (one - other) * (one - other);
    return std::sqrt(sum);
  }
  std::shared_ptr<const ProgramPool> pool =
      poolOf({"matmul_bias_relu_6_10_14"});
};

TEST_F(ScheduleFeaturesTest, AreNearWhereTheCodeIs) {
  EXPECT_EQ(distance("op0: tile(0,0,1)", "op0: tile(0,0,1)"), 0);
  const double small = distance("op0: tile(0,8,1)", "op0: tile(0,6,1)");
  EXPECT_GT(small, 0);
  EXPECT_LT(small, distance("op0: tile(0,8,1)", "op0: tile(0,2,1)"));
  EXPECT_LT(small, distance("op0: tile(0,8,1)", "op0: tile(0,8,1) vectorize"));
}

TEST_F(ScheduleFeaturesTest, FollowALoopThroughAnInterchange) {
  EXPECT_LT(distance("op0: tile(2,0,0) tile(1,0,0)",
                     "op0: tile(2,0,0) interchange(1,0,2) tile(0,1,0)"),
            distance("op0: tile(2,0,0) tile(1,0,0)",
                     "op0: tile(2,0,0) interchange(1,0,2) tile(1,0,0)"));
}

TEST_F(ScheduleFeaturesTest, TellOperationsApart) {
  EXPECT_GT(distance("op0: vectorize", "op1: vectorize"), 0);
}
} // namespace
