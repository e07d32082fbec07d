#include "TestPrograms.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {
using testing::HasSubstr;

TEST(VectorizeTest, MarksTheOperationAndEndsIt) {
  ScheduleState state =
      stateAfter("matmul_64_10_48", "op0: tile(8,16,1) vectorize");
  EXPECT_TRUE(state.nest(0).isVectorized);
  EXPECT_TRUE(state.finished());
}

TEST(VectorizeTest, RejectsALargeTileAndNamesTheLoopToTile) {
  EXPECT_EQ(whyIllegal(stateAfter("matmul_64_64_64"), ActionKind::Vectorize),
            "op0: vectorize makes 16384 vector operations, more than 128; tile "
            "loop 2 to 1 and loop 0 to 7 first");
}

TEST(VectorizeTest, TheSizesThatTheMessageNamesAreLegal) {
  EXPECT_EQ(whyIllegal(stateAfter("matmul_64_64_64", "op0: tile(7,0,1)"),
                       ActionKind::Vectorize),
            "");
}

TEST(VectorizeTest, TheSizesThatTheMessageNamesLeaveNoRemainderThatIsTooMuch) {
  // 18 rows are 126 vectors, but 256 rows leave a remainder: 252.
  EXPECT_THAT(whyIllegal(stateAfter("relu_256_100"), ActionKind::Vectorize),
              HasSubstr("; tile loop 0 to 16 first"));
  EXPECT_EQ(whyIllegal(stateAfter("relu_256_100", "op0: tile(16,0)"),
                       ActionKind::Vectorize),
            "");
}

TEST(VectorizeTest, RejectsMoreAccumulatorsThanRegisters) {
  EXPECT_THAT(whyIllegal(stateAfter("matmul_64_64_64", "op0: tile(8,0,1)"),
                         ActionKind::Vectorize),
              HasSubstr("op0: vectorize keeps 32 vectors of results, more than "
                        "the 28 that registers hold; tile loop 0 to 7 first"));
}

TEST(VectorizeTest, MoreOperationsAreReadThanMasksAllow) {
  // 8 rows of 3 vectors, 4 steps and a copy for the remainder of 10: 192.
  const char *tile = "op0: tile(8,0,4)";
  const ScheduleState masked = stateAfter("matmul_64_10_48", tile);
  EXPECT_THAT(whyIllegal(masked, ActionKind::Vectorize),
              HasSubstr("192 vector operations, more than 128;"));
  EXPECT_FALSE(masked.legalParameters(ActionKind::Vectorize).isLegal);
  EXPECT_EQ(
      whyIllegal(stateAfter("matmul_64_10_48", tile, StateOptions::asWritten()),
                 ActionKind::Vectorize),
      "");
  EXPECT_THAT(scriptOf("matmul_64_10_48", "op0: tile(8,0,4) vectorize"),
              HasSubstr("mlirgym.vectorize"));
}

TEST(VectorizeTest, ThereIsALimitForEveryTarget) {
  EXPECT_THAT(whyIllegal(stateAfter("matmul_64_10_48", "op0: tile(8,0,5)",
                                    StateOptions::asWritten()),
                         ActionKind::Vectorize),
              "");
  EXPECT_THAT(whyIllegal(stateAfter("matmul_64_10_48", "op0: tile(9,0,4)",
                                    StateOptions::asWritten()),
                         ActionKind::Vectorize),
              HasSubstr("324 vector operations, more than 224;"));
}

TEST(VectorizeTest, EmitsTheMark) {
  EXPECT_THAT(scriptOf("matmul_64_10_48", "op0: tile(8,16,1) vectorize"),
              HasSubstr("\"mlirgym.vectorize\" : !transform.any_op"));
}

TEST(VectorizeTest, MarksTheMergeOfPartialResultsToo) {
  EXPECT_THAT(
      scriptOf("softmax_4_64", "op2: tile(1,0) tile_reduction(0,16) vectorize"),
      HasSubstr("mlirgym.op = \"op2.merge\""));
}

} // namespace
} // namespace mlirgym
