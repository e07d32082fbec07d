#include "TestPrograms.h"
#include "actions/encoding/Encoding.h"
#include "llvm/Support/FormatVariadic.h"
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
  EXPECT_EQ(whyIllegal(stateAfter("matmul_64_10_48"),
                       Action(ActionKind::Tile, {8, 16, 10})),
            "op0: tile size 10 is not below the trip count 10 of loop 2; use 0 "
            "to leave the loop whole");
}

TEST(TileTest, RejectsNegativeSizes) {
  EXPECT_EQ(whyIllegal(stateAfter("matmul_64_10_48"),
                       Action(ActionKind::Tile, {0, -1, 0})),
            "op0: tile size -1 of loop 1 is negative; use 0 to leave the loop "
            "whole");
}

/// `index` of row i.
std::shared_ptr<const Program> rowsReadAt(const char *index, int64_t rows) {
  return programFromText(llvm::formatv(R"(
func.func @rows(%a: tensor<{1}x8xf32>, %o: tensor<12x8xf32>) -> tensor<12x8xf32> {{
  %r = linalg.generic {{indexing_maps = [affine_map<(i, j) -> ({0}, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<{1}x8xf32>) outs(%o : tensor<12x8xf32>) {{
  ^bb0(%x: f32, %y: f32):
    %0 = arith.addf %x, %x : f32
    linalg.yield %0 : f32
  } -> tensor<12x8xf32>
  return %r : tensor<12x8xf32>
})",
                                       index, rows)
                             .str());
}

TEST(TileTest, RejectsIndicesOfWhichMlirTakesWrongSlices) {
  for (auto [index, rows] : {std::pair{"-i + 11", 12},
                             {"-i * 2 + 22", 23},
                             {"i floordiv 3", 4},
                             {"i mod 5", 5}}) {
    ScheduleState state(rowsReadAt(index, rows));
    for (const Action &action :
         {Action(ActionKind::Tile, {4, 0}), Action(ActionKind::Tile, {0, 4}),
          Action(ActionKind::TileParallel, {1, 0})})
      EXPECT_EQ(whyIllegal(state, action),
                "op0: cannot be tiled, as an operand has an index that "
                "decreases while a loop increases, or that is not a sum of "
                "loops; leave its loops whole")
          << index;
    EXPECT_EQ(whyIllegal(state, Action(ActionKind::Tile, {0, 0})), "");
    EXPECT_EQ(state.legalParameters(ActionKind::Tile).loops.allowed, 0u);
    EXPECT_EQ(state.legalParameters(ActionKind::TileParallel).loops.allowed,
              0u);
    EXPECT_EQ(state.legalParameters(ActionKind::TileFuse).loops.allowed, 0u);
    EXPECT_EQ(whyIllegal(state, Action(ActionKind::Interchange, {1, 0})), "");
  }
}

TEST(TileTest, CutsIndicesThatRiseWithTheLoops) {
  for (auto [index, rows] : {std::pair{"i + 3", 15}, {"i * 2 + 1", 24}}) {
    ScheduleState state(rowsReadAt(index, rows));
    EXPECT_EQ(whyIllegal(state, Action(ActionKind::Tile, {5, 3})), "") << index;
    EXPECT_EQ(state.legalParameters(ActionKind::Tile).loops.allowed, 3u);
  }
}

TEST(TileTest, RejectsAWrongNumberOfSizes) {
  EXPECT_EQ(whyIllegal(stateAfter("matmul_64_10_48"),
                       Action(ActionKind::Tile, {8, 16})),
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
                 Action(ActionKind::Tile, {8, 0, 0})),
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
