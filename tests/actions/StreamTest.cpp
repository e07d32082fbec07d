#include "TestPrograms.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {
using testing::HasSubstr;

TEST(StreamTest, MarksTheOperation) {
  ScheduleState state = stateAfter("relu_64_120", "op0: tile(4,40) stream");
  EXPECT_TRUE(state.nest(0).isMarkedBy(ActionKind::Stream));
  EXPECT_FALSE(state.finished());
  EXPECT_THAT(scriptOf("relu_64_120", "op0: tile(4,40) stream vectorize"),
              HasSubstr("\"mlirgym.stream\" : !transform.any_op"));
}

TEST(StreamTest, IsFollowedByAnEndOnly) {
  ScheduleState state = stateAfter("relu_64_120", "op0: tile(4,40) stream");
  EXPECT_EQ(whyIllegal(state, ActionKind::Stream),
            "op0: stream was applied already; only vectorize or done may "
            "follow");
  EXPECT_EQ(whyIllegal(state, Action(ActionKind::Tile, {2, 0})),
            "op0: tile after tile_reduction or stream; only vectorize or done "
            "may follow");
  EXPECT_EQ(whyIllegal(state, ActionKind::Vectorize), "");
  EXPECT_EQ(whyIllegal(state, ActionKind::Done), "");
}

TEST(StreamTest, RejectsAReduction) {
  EXPECT_THAT(whyIllegal(stateAfter("matmul_64_10_48"), ActionKind::Stream),
              HasSubstr("op0: stream would send partial sums to memory"));
}

TEST(StreamTest, RejectsResultsThatAreReadAgain) {
  ScheduleState state = stateAfter("softmax_4_64", "op3: done; op2: done");
  ASSERT_EQ(state.operation().tag, "op1");
  EXPECT_THAT(whyIllegal(state, ActionKind::Stream),
              HasSubstr("op1: stream is for results that nobody reads again"));
}

} // namespace
} // namespace mlirgym
