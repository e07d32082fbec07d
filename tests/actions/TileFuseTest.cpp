#include "TestPrograms.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;

TEST(TileFuseTest, TakesTheFillIntoTheTile) {
  ScheduleState state = stateAfter("matmul_64_10_48", "op0: tile_fuse(8,16,0)");
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(8, 16, 10));
  EXPECT_EQ(state.nest(0).initDepth, 2u);
}

TEST(TileFuseTest, GivesTheProducerTheConsumersTile) {
  // op0: matmul m, n, k; op1: bias and relu over m, n.
  ScheduleState state =
      stateAfter("matmul_bias_relu_24_40_56", "op1: tile_fuse(12,14)");
  EXPECT_THAT(tripCounts(state.nest(1)), ElementsAre(12, 14));
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(12, 14, 40));
  EXPECT_EQ(state.nest(0).tileLoops, state.nest(1).tileLoops);
  EXPECT_EQ(state.nest(0).fusedInto, 1);
  EXPECT_EQ(state.nest(0).initDepth, 2u);
  EXPECT_EQ(state.nest(1).fusedInto, -1);
}

TEST(TileFuseTest, TwiceGoesOneLevelDeeper) {
  ScheduleState state = stateAfter("matmul_bias_relu_24_40_56",
                                   "op1: tile_fuse(13,0) tile_fuse(4,28)");
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(-4, 28, 40));
  EXPECT_THAT(tileLoops(state.nest(0)),
              ElementsAre("for 24 by 13", "for ~13 by 4", "for 56 by 28"));
}

TEST(TileFuseTest, WidensTheTileOfAConvolutionsInput) {
  auto program = programFromText(R"(
    #id = affine_map<(n, h, w, c) -> (n, h, w, c)>
    func.func @f(%x: tensor<1x20x22x4xf32>, %w: tensor<3x3x4x5xf32>,
                 %out: tensor<1x9x10x5xf32>) -> tensor<1x9x10x5xf32> {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x20x22x4xf32>
      %r = linalg.generic {indexing_maps = [#id, #id],
          iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%x : tensor<1x20x22x4xf32>) outs(%e : tensor<1x20x22x4xf32>) {
      ^bb0(%a: f32, %b: f32):
        %0 = arith.maximumf %a, %zero : f32
        linalg.yield %0 : f32
      } -> tensor<1x20x22x4xf32>
      %f = linalg.fill ins(%zero : f32) outs(%out : tensor<1x9x10x5xf32>)
          -> tensor<1x9x10x5xf32>
      %c = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>}
          ins(%r, %w : tensor<1x20x22x4xf32>, tensor<3x3x4x5xf32>)
          outs(%f : tensor<1x9x10x5xf32>) -> tensor<1x9x10x5xf32>
      return %c : tensor<1x9x10x5xf32>
    })");
  ScheduleState state(program);
  ASSERT_EQ(
      whyIllegal(state, Action(ActionKind::TileFuse, {0, 3, 5, 0, 0, 0, 0})),
      "");
  state.applyLegal(Action(ActionKind::TileFuse, {0, 3, 5, 0, 0, 0, 0}));
  // (3 - 1) * 2 + (3 - 1) + 1 rows, (5 - 1) * 2 + (3 - 1) + 1 columns.
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(1, 7, 11, 4));
}

TEST(TileFuseTest, FusesAllOfSoftmaxAlongTheRows) {
  ScheduleState state = stateAfter("softmax_40_72", "op3: tile_fuse(8,0)");
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(8, 72));
  EXPECT_THAT(tripCounts(state.nest(1)), ElementsAre(8, 72));
  EXPECT_THAT(tripCounts(state.nest(2)), ElementsAre(8, 72));
}

TEST(TileFuseTest, RejectsALoopAlongWhichReadersNeedDifferentParts) {
  // The division reads a tile of columns, the sum whole rows.
  ScheduleState state = stateAfter("softmax_40_72");
  EXPECT_EQ(state.legalParameters(ActionKind::TileFuse).loops.allowed, 0b01u);
  EXPECT_EQ(
      whyIllegal(state, Action(ActionKind::TileFuse, {0, 8})),
      "op3: tile_fuse of loop 1: op1 is read in different parts, so that it "
      "would be computed more than once; use tile, or choose other "
      "loops");
}

TEST(TileFuseTest, RejectsAProducerThatLiesInOtherLoops) {
  ScheduleState state =
      stateAfter("matmul_bias_relu_24_40_56", "op1: tile(12,0)");
  EXPECT_EQ(whyIllegal(state, Action(ActionKind::TileFuse, {4, 0})),
            "op1: tile_fuse of loop 0: op0 does not lie in the same loops; "
            "fuse before tiling, or use tile");
}

TEST(TileFuseTest, RejectsAResultThatLeavesTheProgramToo) {
  auto program = programFromText(R"(
    #id = affine_map<(i, j) -> (i, j)>
    func.func @f(%a: tensor<12x20xf32>, %o: tensor<12x20xf32>,
                 %q: tensor<12x20xf32>)
        -> (tensor<12x20xf32>, tensor<12x20xf32>) {
      %p = linalg.exp ins(%a : tensor<12x20xf32>)
          outs(%o : tensor<12x20xf32>) -> tensor<12x20xf32>
      %r = linalg.exp ins(%p : tensor<12x20xf32>)
          outs(%q : tensor<12x20xf32>) -> tensor<12x20xf32>
      return %p, %r : tensor<12x20xf32>, tensor<12x20xf32>
    })");
  EXPECT_THAT(
      whyIllegal(ScheduleState(program), Action(ActionKind::TileFuse, {4, 0})),
      HasSubstr("op0 is needed outside the tile too"));
}

TEST(TileFuseTest, RejectsWhenThereIsNothingToFuse) {
  EXPECT_EQ(
      whyIllegal(stateAfter("add_32_48"), Action(ActionKind::TileFuse, {8, 0})),
      "op0: tile_fuse has no producer or fill in the same loops to fuse; "
      "use tile");
  // The fill stays outside a plain tile, so a second level cannot reach it.
  EXPECT_THAT(whyIllegal(stateAfter("matmul_64_10_48", "op0: tile(8,0,0)"),
                         Action(ActionKind::TileFuse, {4, 0, 0})),
              HasSubstr("no producer or fill"));
}

TEST(TileFuseTest, RejectsReductionLoops) {
  EXPECT_THAT(whyIllegal(stateAfter("matmul_64_10_48"),
                         Action(ActionKind::TileFuse, {8, 0, 5})),
              HasSubstr("tile_fuse cannot cut loop 2, a reduction"));
}

TEST(TileFuseTest, EmitsFuseAndRemovesWhatNobodyNeeds) {
  std::string script =
      scriptOf("matmul_bias_relu_24_40_56", "op1: tile_fuse(12,0)");
  EXPECT_THAT(script, HasSubstr("transform.structured.fuse %0 tile_sizes [12, "
                                "0] {apply_cleanup} : (!transform.any_op) -> "
                                "(!transform.any_op, !transform.any_op)"));
  EXPECT_THAT(script, HasSubstr("transform.apply_cse"));
}

} // namespace
} // namespace mlirgym
