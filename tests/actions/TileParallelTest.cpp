#include "TestPrograms.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;

TEST(TileParallelTest, MakesOneForallAndMarksTheNestParallel) {
  ScheduleState state =
      stateAfter("matmul_64_10_48", "op0: tile_parallel(16,12,0)");
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(16, 12, 10));
  EXPECT_THAT(tileLoops(state.nest(0)),
              ElementsAre("forall 64 by 16", "forall 48 by 12"));
  EXPECT_TRUE(state.nest(0).isParallel);
}

TEST(TileParallelTest, LeavesTheFillOutside) {
  ScheduleState state =
      stateAfter("matmul_64_10_48", "op0: tile_parallel(16,12,0)");
  EXPECT_EQ(state.nest(0).initDepth, 0u);
}

TEST(TileParallelTest, RejectsReductionLoops) {
  EXPECT_EQ(whyIllegal(stateAfter("matmul_64_10_48"),
                       Action(ActionKind::TileParallel, {8, 0, 5})),
            "op0: tile_parallel cannot cut loop 2, a reduction; give it 0 and "
            "tile it afterwards");
  EXPECT_EQ(stateAfter("matmul_64_10_48")
                .legalParameters(ActionKind::TileParallel)
                .loops.allowed,
            0b011u);
}

TEST(TileParallelTest, RejectsASecondLevel) {
  ScheduleState state = stateAfter("matmul_64_10_48", "op0: tile(8,0,0)");
  EXPECT_THAT(whyIllegal(state, Action(ActionKind::TileParallel, {4, 0, 0})),
              HasSubstr("op0: tile_parallel inside other loops; put it before "
                        "every other tiling"));
  EXPECT_EQ(state.legalParameters(ActionKind::TileParallel).loops.useful, 0u);
}

TEST(TileParallelTest, RejectsAProducerInsideItsConsumersTile) {
  ScheduleState state =
      stateAt("matmul_bias_relu_24_40_56", 0, "op1: tile_fuse(12,0) done");
  EXPECT_THAT(whyIllegal(state, Action(ActionKind::TileParallel, {4, 0, 0})),
              HasSubstr("inside other loops"));
}

TEST(TileParallelTest, EmitsTileUsingForall) {
  EXPECT_THAT(
      scriptOf("matmul_64_10_48", "op0: tile_parallel(16,12,0)"),
      HasSubstr("%1:2 = transform.structured.tile_using_forall %0 tile_sizes "
                "[16, 12, 0] : (!transform.any_op) -> (!transform.any_op, "
                "!transform.any_op)"));
}

} // namespace
} // namespace mlirgym
