#include "actions/VectorCost.h"
#include "TestPrograms.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {

VectorCost costAfter(llvm::StringRef program, llvm::StringRef schedule,
                     unsigned op = 0, ScheduleLimits limits = {}) {
  ScheduleState state = stateAfter(program, schedule);
  return vectorCost(state.program().operations()[op], state.nest(op), limits);
}

TEST(VectorCostTest, CountsVectorsOfSixteenFloats) {
  VectorCost cost = costAfter("matmul_64_10_48", "op0: tile(8,16,1)");
  EXPECT_EQ(cost.operations, 8);
  EXPECT_EQ(cost.accumulators, 8);
  EXPECT_EQ(cost.laneLoop, 1);
}

TEST(VectorCostTest, CountsVectorsOfEightDoubles) {
  EXPECT_EQ(costAfter("matmul_64_10_48_f64", "op0: tile(8,24,1)").operations,
            8 * 3);
}

TEST(VectorCostTest, RoundsTheLastVectorUp) {
  EXPECT_EQ(costAfter("matmul_64_10_51", "op0: tile(2,17,1)").operations,
            2 * 2);
}

TEST(VectorCostTest, CountsEveryOperationOfTheBody) {
  // Division: 4 rows of 4 vectors; nothing is accumulated.
  VectorCost cost = costAfter("softmax_40_64", "op3: tile(4,0)", 3);
  EXPECT_EQ(cost.operations, 4 * 4);
  EXPECT_EQ(cost.accumulators, 0);
  // Subtraction and exponential.
  EXPECT_EQ(costAfter("softmax_40_64", "op1: tile(4,0)", 1).operations,
            4 * 4 * 2);
}

TEST(VectorCostTest, CountsQuartersOfAVectorWhereLanesAreGathered) {
  // Rows become lanes, but the input is contiguous along the columns.
  VectorCost cost = costAfter("softmax_48_64", "op0: tile(16,8)");
  EXPECT_EQ(cost.laneLoop, 0);
  EXPECT_EQ(cost.operations, 8 * (16 / 4));
  EXPECT_EQ(cost.accumulators, 1);
}

TEST(VectorCostTest, PartialResultsBecomeLanes) {
  VectorCost cost = costAfter("softmax_40_64", "op0: tile(2,0) "
                                               "tile_reduction(0,32)");
  EXPECT_EQ(cost.laneLoop, 1);
  EXPECT_EQ(cost.operations, 2 * 2);
  EXPECT_EQ(cost.accumulators, 2 * 2);
}

TEST(VectorCostTest, ADynamicLoopHasItsBoundAndACopyForTheRest) {
  VectorCost cost = costAfter("matmul_64_10_48", "op0: tile(13,16,1)");
  EXPECT_EQ(cost.operations, 13 * 2);
  EXPECT_EQ(cost.accumulators, 13);
  EXPECT_EQ(costAfter("matmul_64_10_48", "op0: tile(13,32,1)").operations,
            13 * 2 * 3);
}

TEST(VectorCostTest, DoesNotOverflow) {
  VectorCost cost = costAfter("matmul_4096_4096_4096", "");
  EXPECT_GT(cost.operations, ScheduleLimits::mostOperations);
  EXPECT_FALSE(cost.isSmall({}));
}

TEST(VectorCostTest, CountsVectorsOfTheTarget) {
  const ScheduleLimits neon{.vectorBytes = 16};
  VectorCost cost = costAfter("matmul_64_10_48", "op0: tile(8,16,1)", 0, neon);
  EXPECT_EQ(cost.operations, 8 * 4);
  EXPECT_EQ(cost.accumulators, 8 * 4);
  EXPECT_FALSE(cost.isSmall(neon));
  EXPECT_TRUE(
      costAfter("matmul_64_10_48", "op0: tile(6,16,1)", 0, neon).isSmall(neon));
  // One element at a time, and elements wider than a vector.
  EXPECT_EQ(costAfter("matmul_64_10_48_f64", "op0: tile(2,4,1)", 0,
                      {.vectorBytes = 4})
                .operations,
            8);
}

TEST(VectorCostTest, ATileOfAMatrixUnitIsWorthTenOperations) {
  const ScheduleLimits amx{.matrixTiles = true};
  const char *program = "matmul_512_512_512_i8_i32";
  const char *schedule = "op0: tile(32,32,64)";
  VectorCost without = costAfter(program, schedule);
  EXPECT_EQ(without.operations, 32 * 2 * 64 / 4);
  EXPECT_EQ(without.accumulators, 64);
  EXPECT_FALSE(without.isSmall({}));
  VectorCost with = costAfter(program, schedule, 0, amx);
  EXPECT_EQ(with.operations, 103); // a tenth, rounded up
  EXPECT_EQ(with.accumulators, 16);
  EXPECT_TRUE(with.isSmall(amx));
  EXPECT_TRUE(
      costAfter("matmul_512_512_512_bf16_f32", "op0: tile(32,32,32)", 0, amx)
          .isSmall(amx));
  // Other types have no tiles.
  EXPECT_EQ(
      costAfter("matmul_64_10_48", "op0: tile(8,16,1)", 0, amx).operations, 8);
}

/// `x w^T`: a copy of the weights is laid out in groups.
TEST(VectorCostTest, CopiesOfShortElementsAreNotGathered) {
  auto operationsAfter = [](llvm::StringRef schedule) {
    const ScheduleState state = llvm::cantFail(
        ScheduleState::replay(programFromText(R"(
          func.func @linear(%x: tensor<64x64xi8>, %w: tensor<64x64xi8>,
                            %y: tensor<64x64xi32>) -> tensor<64x64xi32> {
            %d = linalg.generic {
                indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                                 affine_map<(m, n, k) -> (n, k)>,
                                 affine_map<(m, n, k) -> (m, n)>],
                iterator_types = ["parallel", "parallel", "reduction"]}
                ins(%x, %w : tensor<64x64xi8>, tensor<64x64xi8>)
                outs(%y : tensor<64x64xi32>) {
            ^bb0(%a: i8, %b: i8, %sum: i32):
              %wide = arith.extsi %a : i8 to i32
              %other = arith.extsi %b : i8 to i32
              %product = arith.muli %wide, %other : i32
              %next = arith.addi %sum, %product : i32
              linalg.yield %next : i32
            } -> tensor<64x64xi32>
            return %d : tensor<64x64xi32>
          })"),
                              llvm::cantFail(Schedule::parse(schedule)), {}));
    return vectorCost(state.operation(0), state.nest(0), {}).operations;
  };
  EXPECT_EQ(operationsAfter("op0: tile(8,16,8)"), 8 * 4 * 8 / 4);
  EXPECT_EQ(operationsAfter("op0: tile(8,16,8) promote(1)"), 8 * 8 / 4);
}

TEST(VectorCostTest, AMaskIsThatOfTheTarget) {
  auto isLegal = [](ScheduleLimits limits) {
    StateOptions options;
    options.limits = limits;
    return stateAfter("matmul_64_10_48", "op0: tile(8,16,1)", options)
        .legalParameters(ActionKind::Vectorize)
        .isLegal;
  };
  EXPECT_TRUE(isLegal({}));
  EXPECT_FALSE(isLegal({.vectorBytes = 16}));
  EXPECT_TRUE(isLegal({.vectorBytes = 16, .accumulators = 40}));
}

} // namespace
} // namespace mlirgym
