#include "TestPrograms.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {

TEST(DoneTest, EndsTheOperationAndChangesNothing) {
  ScheduleState before = stateAfter("matmul_bias_relu_24_40_56");
  ScheduleState state = stateAfter("matmul_bias_relu_24_40_56", "op1: done");
  EXPECT_EQ(state.currentOp(), 0u);
  EXPECT_EQ(state.nest(1), before.nest(1));
}

TEST(DoneTest, IsAlwaysLegalUntilTheEpisodeEnds) {
  ScheduleState state =
      stateAfter("matmul_64_16_48", "op0: tile_reduction(0,0,4)");
  EXPECT_EQ(whyIllegal(state, ActionKind::Done), "");
  state.applyLegal(ActionKind::Done);
  EXPECT_EQ(whyIllegal(state, ActionKind::Done),
            "every operation has ended; reset to begin again");
}

TEST(DoneTest, EmitsNothing) {
  EXPECT_EQ(scriptOf("matmul_64_16_48", "op0: done"),
            scriptOf("matmul_64_16_48", ""));
}

} // namespace
} // namespace mlirgym
