#include "TestPrograms.h"
#include "actions/VectorCost.h"
#include "actions/encoding/Encoding.h"
#include "llvm/Support/FormatVariadic.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// An elementwise operation of `rows` x `columns` whose second operand is read
/// through `map`.
std::shared_ptr<const Program> productWith(llvm::StringRef map,
                                           llvm::StringRef type) {
  return programFromText(llvm::formatv(R"(
func.func @product(%a: tensor<5x7xf32>, %b: {1}, %o: tensor<5x7xf32>) -> tensor<5x7xf32> {{
  %r = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, {0}, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<5x7xf32>, {1}) outs(%o : tensor<5x7xf32>) {{
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.mulf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
})",
                                       map, type)
                             .str());
}

TEST(FlattenTest, MakesOneLoopOfAllElements) {
  ScheduleState state = stateAfter("add_3_5_7", "op0: flatten");
  const LoopNest &nest = state.nest(0);
  EXPECT_THAT(tripCounts(nest), ElementsAre(105));
  EXPECT_EQ(nest.loops[0].source, 2u);
  EXPECT_TRUE(nest.isFlat());
  EXPECT_TRUE(nest.isGeneric);
  EXPECT_FALSE(state.finished());
}

TEST(FlattenTest, TilesWhatIsFlatAsOneLoop) {
  ScheduleState state =
      stateAfter("add_127_251", "op0: flatten tile_parallel(16384) tile(64)");
  EXPECT_THAT(tileLoops(state.nest(0)),
              ElementsAre("forall 31877 by 16384", "for ~16384 by 64"));
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(-64));
}

TEST(FlattenTest, CountsVectorsAcrossRows) {
  // Three rows of seven, 21 elements: two vectors of 16, not three.
  ScheduleState flat = stateAfter("relu_3_7", "op0: flatten");
  VectorCost cost = vectorCost(flat.operation(), flat.nest(), {});
  EXPECT_EQ(cost.operations, 2);
  EXPECT_EQ(cost.laneLoop, 0);
  ScheduleState rows = stateAfter("relu_3_7");
  EXPECT_EQ(vectorCost(rows.operation(), rows.nest(), {}).operations, 3);
}

TEST(FlattenTest, FlattensTheGenericFormAndRestoresTheTag) {
  std::string named = scriptOf("add_3_7", "op0: flatten");
  EXPECT_THAT(named, HasSubstr("transform.structured.generalize"));
  EXPECT_THAT(named, HasSubstr("transform.structured.flatten_elementwise"));
  size_t flattened = named.find("flatten_elementwise");
  EXPECT_NE(named.find("\"mlirgym.op\" = ", flattened), std::string::npos);
  EXPECT_THAT(scriptOf("relu_3_7", "op0: flatten"),
              Not(HasSubstr("generalize")));
}

TEST(FlattenTest, AcceptsAScalarOperand) {
  ScheduleState state(productWith("affine_map<(i, j) -> ()>", "tensor<f32>"));
  EXPECT_EQ(whyIllegal(state, ActionKind::Flatten), "");
}

TEST(FlattenTest, RejectsOperandsInAnotherOrder) {
  for (auto program :
       {productWith("affine_map<(i, j) -> (j, i)>", "tensor<7x5xf32>"),
        productWith("affine_map<(i, j) -> (j)>", "tensor<7xf32>"),
        productWith("affine_map<(i, j) -> (i, 0)>", "tensor<5x1xf32>"),
        productWith("affine_map<(i, j) -> (i + 1, j)>", "tensor<6x7xf32>"),
        productWith("affine_map<(i, j) -> (i, 2 * j)>", "tensor<5x13xf32>")}) {
    ScheduleState state(program);
    EXPECT_EQ(whyIllegal(state, ActionKind::Flatten),
              "op0: flatten of operands that are not read and written in the "
              "order of the loops; leave it out");
    EXPECT_FALSE(state.legalParameters(ActionKind::Flatten).isLegal);
  }
}

TEST(FlattenTest, RejectsAScalarResult) {
  ScheduleState state(programFromText(R"(
func.func @last(%a: tensor<5x7xf32>) -> tensor<f32> {
  %e = tensor.empty() : tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<5x7xf32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.negf %x : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  return %r : tensor<f32>
})"));
  EXPECT_EQ(whyIllegal(state, ActionKind::Flatten),
            "op0: flatten of operands that are not read and written in the "
            "order of the loops; leave it out");
  EXPECT_FALSE(state.legalParameters(ActionKind::Flatten).isLegal);
}

TEST(FlattenTest, RejectsReductions) {
  EXPECT_EQ(whyIllegal(stateAfter("matmul_64_10_48"), ActionKind::Flatten),
            "op0: flatten of a reduction; it is for elementwise operations");
}

TEST(FlattenTest, ComesFirst) {
  auto why = [](llvm::StringRef before) {
    return whyIllegal(stateAfter("relu_64_120", before), ActionKind::Flatten);
  };
  EXPECT_EQ(why("op0: flatten"), "op0: flatten of a single loop; leave it out");
  EXPECT_THAT(why("op0: interchange(1,0)"),
              HasSubstr("flatten after interchange"));
  EXPECT_EQ(why("op0: interchange(1,0) interchange(1,0)"), "");
  EXPECT_EQ(why("op0: tile(0,0)"), "");
  EXPECT_THAT(why("op0: tile(2,0)"),
              HasSubstr("lies in tiles; flatten before tiling"));
  EXPECT_THAT(why("op0: stream"), HasSubstr("flatten after tile_reduction or "
                                            "stream; only vectorize or done"));
}

TEST(FlattenTest, RejectsWhatWasFusedIntoATile) {
  auto program = programFromText(R"(
func.func @twice(%a: tensor<6x8xf32>, %o: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %e = tensor.empty() : tensor<6x8xf32>
  %p = linalg.exp ins(%a : tensor<6x8xf32>) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %r = linalg.exp ins(%p : tensor<6x8xf32>) outs(%o : tensor<6x8xf32>) -> tensor<6x8xf32>
  return %r : tensor<6x8xf32>
})");
  ScheduleState state(program);
  ASSERT_EQ(whyIllegal(state, Action(ActionKind::TileFuse, {2, 0})), "");
  state.applyLegal(Action(ActionKind::TileFuse, {2, 0}));
  state.applyLegal(ActionKind::Done);
  ASSERT_EQ(state.operation().tag, "op0");
  EXPECT_THAT(whyIllegal(state, ActionKind::Flatten),
              HasSubstr("lies in tiles"));

  // A flat operation does not find its producer either.
  ScheduleState flat(program);
  flat.applyLegal(ActionKind::Flatten);
  EXPECT_EQ(whyIllegal(flat, Action(ActionKind::TileFuse, {16})),
            "op1: tile_fuse after flatten, which hides producers and fills "
            "behind reshapes; use tile");
  EXPECT_EQ(whyIllegal(flat, Action(ActionKind::TileParallelFuse, {16})),
            "op1: tile_parallel_fuse after flatten, which hides producers and "
            "fills behind reshapes; use tile_parallel");
  EXPECT_EQ(flat.legalParameters(ActionKind::TileFuse).loops.useful, 0u);
  EXPECT_EQ(whyIllegal(flat, Action(ActionKind::Tile, {16})), "");
  flat.applyLegal(ActionKind::Done);
  EXPECT_EQ(whyIllegal(flat, ActionKind::Flatten), "");
}

/// With more loops than an encoding has places, tiles become possible.
TEST(FlattenTest, OpensOperationsOfManyLoops) {
  EncodingOptions options;
  options.maxLoops = 3;
  FlatEncoding encoding(options);
  DecisionState state(stateAfter("relu_4_6_8_10"));
  std::vector<int8_t> mask(encoding.numActions());
  encoding.mask(state, mask);
  EXPECT_EQ(mask[size_t(ActionKind::Tile)], 0);
  EXPECT_EQ(mask[size_t(ActionKind::Flatten)], 1);
  EXPECT_EQ(encoding.step(state, unsigned(ActionKind::Flatten)),
            StepResult::Applied);
  encoding.mask(state, mask);
  EXPECT_EQ(mask[size_t(ActionKind::Tile)], 1);
  EXPECT_EQ(mask[size_t(ActionKind::Flatten)], 0);
}

} // namespace
} // namespace mlirgym
