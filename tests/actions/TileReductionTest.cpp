#include "TestPrograms.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;

TEST(TileReductionTest, TurnsTheStepParallel) {
  ScheduleState state =
      stateAfter("softmax_40_64", "op0: tile(4,0) tile_reduction(0,16)");
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(4, 16));
  EXPECT_THAT(tileLoops(state.nest(0)),
              ElementsAre("for 40 by 4", "for 64 by 16"));
  EXPECT_EQ(state.nest(0).loops[1].iterator, IteratorType::Parallel);
  EXPECT_TRUE(state.nest(0).isPartial);
}

TEST(TileReductionTest, NeedsADivisorAboveOne) {
  ScheduleState state = stateAt("softmax_40_64", 0);
  EXPECT_THAT(whyIllegal(state, Action(ActionKind::TileReduction, {0, 12})),
              HasSubstr("op0: 12 partial results do not fit loop 1 of exactly "
                        "64 iterations; choose a divisor"));
  EXPECT_THAT(whyIllegal(state, Action(ActionKind::TileReduction, {0, 1})),
              HasSubstr("above 1"));
}

TEST(TileReductionTest, RejectsAWindowThatRunsBackwards) {
  ScheduleState state(programFromText(R"(
func.func @backwards(%a: tensor<15xf32>, %k: tensor<8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(w, k) -> (w - k + 7)>, affine_map<(w, k) -> (k)>, affine_map<(w, k) -> (w)>], iterator_types = ["parallel", "reduction"]}
      ins(%a, %k : tensor<15xf32>, tensor<8xf32>) outs(%o : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
})"));
  EXPECT_THAT(whyIllegal(state, Action(ActionKind::TileReduction, {0, 4})),
              HasSubstr("op0: cannot be tiled"));
  EXPECT_EQ(state.legalParameters(ActionKind::TileReduction).loops.allowed, 0u);
}

TEST(TileReductionTest, NeedsALoopOfKnownLength) {
  ScheduleState state = stateAt("softmax_40_64", 0, "op0: tile(0,24)");
  EXPECT_THAT(whyIllegal(state, Action(ActionKind::TileReduction, {0, 8})),
              HasSubstr("at most 24 iterations"));
}

TEST(TileReductionTest, RejectsParallelLoops) {
  EXPECT_EQ(whyIllegal(stateAt("softmax_40_64", 0),
                       Action(ActionKind::TileReduction, {8, 0})),
            "op0: tile_reduction cannot cut loop 0, which is parallel; give it "
            "0 and use tile");
}

TEST(TileReductionTest, NeedsAReductionThatCombines) {
  EXPECT_THAT(whyIllegal(stateAfter("add_32_48"),
                         Action(ActionKind::TileReduction, {8, 0})),
              HasSubstr("needs a reduction by add, mul, max or min"));
}

/// MLIR 22 crashes on the first and computes wrong indices in the second.
TEST(TileReductionTest, NeedsAResultOfLoopsAndABodyWithoutIndices) {
  auto writesFirstColumn = programFromText(R"(
func.func @f(%a: tensor<4x64xf32>, %o: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x64xf32>) outs(%o : tensor<4x2xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.addf %y, %x : f32
    linalg.yield %0 : f32
  } -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
})");
  auto asksForIndex = programFromText(R"(
func.func @f(%a: tensor<4x64xi64>, %o: tensor<4xi64>) -> tensor<4xi64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x64xi64>) outs(%o : tensor<4xi64>) {
  ^bb0(%x: i64, %y: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    %0 = arith.muli %x, %n : i64
    %1 = arith.addi %y, %0 : i64
    linalg.yield %1 : i64
  } -> tensor<4xi64>
  return %r : tensor<4xi64>
})");
  for (const auto &program : {writesFirstColumn, asksForIndex})
    EXPECT_THAT(whyIllegal(ScheduleState(program),
                           Action(ActionKind::TileReduction, {0, 16})),
                HasSubstr("to an element that loops alone index, in a body "
                          "without linalg.index; tile the loop instead"));
}

TEST(TileReductionTest, HappensOnce) {
  ScheduleState state =
      stateAt("softmax_40_64", 0, "op0: tile_reduction(0,16)");
  EXPECT_THAT(whyIllegal(state, Action(ActionKind::TileReduction, {0, 4})),
              HasSubstr("was applied already; only vectorize or done"));
  EXPECT_EQ(state.legalParameters(ActionKind::TileReduction).loops, LoopSet());
}

TEST(TileReductionTest, CutsOnlyTheLoopsWithASize) {
  std::string script = scriptOf("conv_2d_nchw_fchw_1_8_10_10_4_3_3_8_8",
                                "op0: tile_reduction(0,0,0,0,4,0,0)");
  EXPECT_THAT(script,
              HasSubstr("tile_reduction_using_for %0 reduction_dims = [4] by "
                        "tile_sizes = [0, 0, 0, 0, 4, 0, 0]"));
}

TEST(TileReductionTest, TagsTheStepAndTheMerge) {
  std::string script = scriptOf("softmax_40_64", "op0: tile_reduction(0,16)");
  EXPECT_THAT(script, HasSubstr("constant \"op0\""));
  EXPECT_THAT(script, HasSubstr("constant \"op0.merge\""));
  EXPECT_THAT(script, HasSubstr("transform.annotate %1#1"));
  EXPECT_THAT(script, HasSubstr("transform.annotate %1#2"));
}

} // namespace
} // namespace mlirgym
