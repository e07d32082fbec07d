#include "TestPrograms.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;

TEST(PromoteTest, RemembersTheInputUntilTheNextLevel) {
  ScheduleState state =
      stateAfter("matmul_64_40_48", "op0: tile(16,0,20) promote(0)");
  EXPECT_EQ(state.nest(0).promoted, 0b01u);
  state.applyLegal(Action(ActionKind::Tile, {0, 16, 0}));
  EXPECT_EQ(state.nest(0).promoted, 0u);
}

TEST(PromoteTest, AllowsInputsThatTheInnermostLevelCut) {
  // Loop 1 is no loop of the left operand, loop 0 none of the right one.
  EXPECT_EQ(
      stateAfter("matmul_64_40_48").legalParameters(ActionKind::Promote).inputs,
      0u);
  EXPECT_EQ(stateAfter("matmul_64_40_48", "op0: tile(16,0,0)")
                .legalParameters(ActionKind::Promote)
                .inputs,
            0b01u);
  EXPECT_EQ(stateAfter("matmul_64_40_48", "op0: tile(16,0,0) tile(0,12,0)")
                .legalParameters(ActionKind::Promote)
                .inputs,
            0b10u);
  EXPECT_EQ(stateAfter("matmul_64_40_48", "op0: tile(0,0,20)")
                .legalParameters(ActionKind::Promote)
                .inputs,
            0b11u);
}

TEST(PromoteTest, TilesMayVary) {
  EXPECT_EQ(stateAfter("matmul_64_40_48", "op0: tile(15,0,0)")
                .legalParameters(ActionKind::Promote)
                .inputs,
            0b01u);
}

TEST(PromoteTest, SaysWhyNot) {
  EXPECT_EQ(whyIllegal(stateAfter("matmul_64_40_48"),
                       Action(ActionKind::Promote, {0})),
            "op0: promote(0): the input has no tile to copy; tile the "
            "operation first");
  EXPECT_EQ(whyIllegal(stateAfter("matmul_64_40_48", "op0: tile(16,0,0)"),
                       Action(ActionKind::Promote, {1})),
            "op0: promote(1): the input is not cut by the innermost tiling; "
            "tile a loop that it depends on");
  EXPECT_EQ(
      whyIllegal(stateAfter("matmul_64_40_48", "op0: tile(16,0,0) promote(0)"),
                 Action(ActionKind::Promote, {0})),
      "op0: promote(0): the input was copied at this level already; tile "
      "further first");
  EXPECT_EQ(whyIllegal(stateAfter("matmul_64_40_48"),
                       Action(ActionKind::Promote, {2})),
            "op0: promote(2) for 2 inputs; count them from 0");
  EXPECT_THAT(whyIllegal(stateAfter("matmul_64_40_48"),
                         Action(ActionKind::Promote, {-1})),
              HasSubstr("promote(-1) for 2 inputs"));
}

TEST(PromoteTest, LeavesWhatIsComputedInTheSameTile) {
  ScheduleState state =
      stateAfter("matmul_bias_relu_24_40_56", "op1: tile_fuse(12,0)");
  EXPECT_THAT(whyIllegal(state, Action(ActionKind::Promote, {0})),
              HasSubstr("is computed inside the tile, so it is local already"));
}

TEST(PromoteTest, CopiesTheSliceOfAFusedOperation) {
  ScheduleState state =
      stateAt("matmul_bias_relu_24_40_56", 0, "op1: tile_fuse(12,0) done");
  EXPECT_EQ(state.legalParameters(ActionKind::Promote).inputs, 0b01u);
}

TEST(PromoteTest, EmitsPromoteTensorOnTheOperand) {
  std::string script =
      scriptOf("matmul_64_40_48", "op0: tile(0,0,20) promote(1)");
  EXPECT_THAT(script, HasSubstr("%3 = transform.get_operand %2[1] : "
                                "(!transform.any_op) -> !transform.any_value"));
  EXPECT_THAT(script, HasSubstr("transform.structured.promote_tensor %3 : "
                                "!transform.any_value"));
}

} // namespace
} // namespace mlirgym
