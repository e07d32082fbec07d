#include "TestPrograms.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;

TEST(TileParallelFuseTest, PutsProducersIntoOneForall) {
  ScheduleState state =
      stateAfter("matmul_bias_relu_24_40_56", "op1: tile_parallel_fuse(12,28)");
  EXPECT_THAT(tileLoops(state.nest(0)),
              ElementsAre("forall 24 by 12", "forall 56 by 28"));
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(12, 28, 40));
  EXPECT_TRUE(state.nest(0).isParallel);
  EXPECT_TRUE(state.nest(1).isParallel);
}

TEST(TileParallelFuseTest, MayBeFollowedByTileFuse) {
  ScheduleState state =
      stateAfter("matmul_bias_relu_24_40_56",
                 "op1: tile_parallel_fuse(12,28) tile_fuse(3,14)");
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(3, 14, 40));
  EXPECT_EQ(state.nest(0).tileLoops.size(), 4u);
}

TEST(TileParallelFuseTest, RejectsASecondLevel) {
  ScheduleState state = stateAfter("matmul_64_10_48", "op0: tile_fuse(8,0,0)");
  EXPECT_THAT(
      whyIllegal(state, Action(ActionKind::TileParallelFuse, {4, 0, 0})),
      HasSubstr("op0: tile_parallel_fuse inside other loops"));
  EXPECT_EQ(state.legalParameters(ActionKind::TileParallelFuse).loops,
            LoopSet());
}

TEST(TileParallelFuseTest, SaysWhatToUseWhenThereIsNothingToFuse) {
  EXPECT_THAT(whyIllegal(stateAfter("add_32_48"),
                         Action(ActionKind::TileParallelFuse, {8, 0})),
              HasSubstr("use tile_parallel"));
}

TEST(TileParallelFuseTest, EmitsFuseWithForall) {
  EXPECT_THAT(scriptOf("matmul_64_10_48", "op0: tile_parallel_fuse(8,16,0)"),
              HasSubstr("tile_sizes [8, 16, 0] {apply_cleanup, use_forall} : "
                        "(!transform.any_op) -> (!transform.any_op, "
                        "!transform.any_op)"));
}

} // namespace
} // namespace mlirgym
