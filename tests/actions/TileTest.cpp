#include "TestPrograms.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;

TEST(TileTest, LeavesTheLoopsInsideTheTile) {
  ScheduleState state = stateAfter("matmul_64_10_48", "op0: tile(8,16,0)");
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(8, 16, 10));
  EXPECT_THAT(tileLoops(state.nest(0)),
              ElementsAre("for 64 by 8", "for 48 by 16"));
  EXPECT_EQ(state.nest(0).levelStart, 0u);
}

TEST(TileTest, ASizeThatDoesNotDivideMakesTheLoopDynamic) {
  ScheduleState state =
      stateAfter("matmul_64_10_48", "op0: tile(9,0,3) tile(4,0,2)");
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(-4, 48, -2));
  EXPECT_THAT(
      tileLoops(state.nest(0)),
      ElementsAre("for 64 by 9", "for 10 by 3", "for ~9 by 4", "for ~3 by 2"));
  EXPECT_EQ(state.nest(0).levelStart, 2u);
}

TEST(TileTest, ATileOfOneIterationIsStaticEvenInADynamicLoop) {
  ScheduleState state = stateAfter("matmul_64_10_48", "op0: tile(9,0,0) "
                                                      "tile(1,0,0)");
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(1, 48, 10));
}

TEST(TileTest, SizesFollowTheCurrentLoopOrder) {
  ScheduleState state =
      stateAfter("matmul_64_10_48", "op0: interchange(2,0,1) tile(5,0,16)");
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(5, 64, 16));
  EXPECT_THAT(tileLoops(state.nest(0)),
              ElementsAre("for 10 by 5", "for 48 by 16"));
  EXPECT_EQ(state.nest(0).tileLoops[0].source, 2u);
  EXPECT_EQ(state.nest(0).tileLoops[1].source, 1u);
}

TEST(TileTest, RejectsATileAsLargeAsTheLoopAndSaysHowToFix) {
  EXPECT_EQ(whyIllegal(stateAfter("matmul_64_10_48"), Tile{{8, 16, 10}}),
            "op0: tile size 10 is not below the trip count 10 of loop 2; use 0 "
            "to leave the loop whole");
}

TEST(TileTest, RejectsNegativeSizes) {
  EXPECT_EQ(whyIllegal(stateAfter("matmul_64_10_48"), Tile{{0, -1, 0}}),
            "op0: tile size -1 of loop 1 is negative; use 0 to leave the loop "
            "whole");
}

TEST(TileTest, RejectsAWrongNumberOfSizes) {
  EXPECT_EQ(whyIllegal(stateAfter("matmul_64_10_48"), Tile{{8, 16}}),
            "op0: 2 tile sizes for 3 loops; give one per loop");
}

TEST(TileTest, AllZeroSizesChangeNothing) {
  ScheduleState before = stateAfter("matmul_64_10_48");
  ScheduleState after = stateAfter("matmul_64_10_48", "op0: tile(0,0,0)");
  EXPECT_EQ(before.nest(0), after.nest(0));
  EXPECT_THAT(scriptOf("matmul_64_10_48", "op0: tile(0,0,0)"),
              testing::Not(HasSubstr("tile_using_for")));
}

TEST(TileTest, IsRejectedAfterTileReduction) {
  EXPECT_EQ(
      whyIllegal(stateAfter("matmul_64_16_48", "op0: tile_reduction(0,0,4)"),
                 Tile{{8, 0, 0}}),
      "op0: tile after tile_reduction or stream; only vectorize or done may "
      "follow");
}

TEST(TileTest, EmitsTileUsingForWithALoopHandleForEachSize) {
  EXPECT_THAT(
      scriptOf("matmul_64_10_48", "op0: tile(8,16,0)"),
      HasSubstr("%1:3 = transform.structured.tile_using_for %0 tile_sizes [8, "
                "16, 0] : (!transform.any_op) -> (!transform.any_op, "
                "!transform.any_op, !transform.any_op)"));
}

} // namespace
} // namespace mlirgym
