#include "TestPrograms.h"
#include "llvm/ADT/Hashing.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;

std::string whyNotReplayed(llvm::StringRef program, llvm::StringRef text,
                           StateOptions options = {}) {
  llvm::Expected<Schedule> schedule = Schedule::parse(text);
  if (!schedule)
    return llvm::toString(schedule.takeError());
  llvm::Expected<ScheduleState> state =
      ScheduleState::replay(programNamed(program), *schedule, options);
  return state ? "" : llvm::toString(state.takeError());
}

TEST(ScheduleStateTest, BeginsWithTheUntransformedLoopsOfTheLastOperation) {
  ScheduleState state = stateAfter("matmul_bias_relu_24_40_56");
  EXPECT_EQ(state.currentOp(), 1u);
  EXPECT_THAT(tripCounts(state.nest(0)), ElementsAre(24, 56, 40));
  EXPECT_TRUE(state.nest(0).tileLoops.empty());
  EXPECT_TRUE(state.schedule().empty());
  EXPECT_FALSE(state.finished());
}

TEST(ScheduleStateTest, VisitsOperationsFromTheLastToTheFirst) {
  ScheduleState state = stateAfter("softmax_40_72");
  for (unsigned op = 4; op-- > 0;) {
    ASSERT_FALSE(state.finished());
    EXPECT_EQ(state.currentOp(), op);
    EXPECT_FALSE(bool(state.apply(ActionKind::Done)));
  }
  EXPECT_TRUE(state.finished());
}

TEST(ScheduleStateTest, EndsAnOperationAfterItsLastAction) {
  ScheduleState state = stateAfter("matmul_bias_relu_24_40_56", "",
                                   StateOptions{.maxActionsPerOp = 2});
  state.applyLegal(Action(ActionKind::Tile, {8, 0}));
  EXPECT_EQ(state.actionsTaken(), 1u);
  state.applyLegal(Action(ActionKind::Tile, {4, 0}));
  EXPECT_EQ(state.currentOp(), 0u);
  EXPECT_EQ(state.actionsTaken(), 0u);
}

TEST(ScheduleStateTest, AnIllegalActionLeavesTheStateAsItWas) {
  ScheduleState state =
      stateAfter("matmul_bias_relu_24_40_56", "op1: tile(8,0)");
  ScheduleState before = state;
  for (Action action :
       {Action(ActionKind::Tile, {8, 0}), Action(ActionKind::TileFuse, {4, 0}),
        Action(ActionKind::Promote, {5})}) {
    llvm::Error error = state.apply(action);
    EXPECT_TRUE(bool(error));
    llvm::consumeError(std::move(error));
  }
  EXPECT_EQ(state, before);
}

TEST(ScheduleStateTest, ReplayAcceptsOperationsLeftOut) {
  ScheduleState state =
      stateAfter("softmax_40_72", "op2: tile(4,0); op0: tile(8,0)");
  EXPECT_EQ(state.currentOp(), 0u);
  EXPECT_THAT(tripCounts(state.nest(2)), ElementsAre(4, 72));
  EXPECT_THAT(tripCounts(state.nest(1)), ElementsAre(40, 72));
  EXPECT_EQ(state.schedule().text(), "op2: tile(4,0); op0: tile(8,0)");
}

TEST(ScheduleStateTest, ReplayNamesTheOperationAndTheAction) {
  EXPECT_EQ(
      whyNotReplayed("matmul_64_10_48", "op0: tile(8,0,0) tile(4,0) vectorize"),
      "action 1, tile(4,0): op0: 2 tile sizes for 3 loops; give one per "
      "loop");
  EXPECT_EQ(whyNotReplayed("matmul_64_10_48", "op3: done"),
            "op3: program matmul_64_10_48 has no such operation; it has op0 to "
            "op0");
  EXPECT_THAT(whyNotReplayed("matmul_64_10_48", "op0: done tile(4,0,0)"),
              HasSubstr("op0: action 1, tile(4,0,0), comes after the operation "
                        "ended"));
  EXPECT_THAT(whyNotReplayed("matmul_64_10_48", "op0: tile(8,0,0) tile(4,0,0)",
                             StateOptions{.maxActionsPerOp = 1}),
              HasSubstr("its last action is tile(8,0,0), of at most 1"));
}

TEST(ScheduleStateTest, AScriptMayHaveMoreActionsThanAnEpisode) {
  EXPECT_THAT(scriptOf("matmul_64_10_48",
                       "op0: tile(32,0,0) tile(16,0,0) tile(8,0,0) tile(4,0,0) "
                       "tile(2,0,0) tile(1,0,0) tile(0,16,0) tile(0,8,0)"),
              HasSubstr("tile_sizes [0, 8, 0]"));
}

TEST(ScheduleStateTest, AScriptOfAnIllegalScheduleIsAnError) {
  llvm::Expected<Schedule> schedule = Schedule::parse("op0: tile(64,0,0)");
  ASSERT_TRUE(bool(schedule));
  llvm::Expected<std::string> script =
      toTransformScript(*programNamed("matmul_64_10_48"), *schedule);
  ASSERT_FALSE(bool(script));
  EXPECT_THAT(llvm::toString(script.takeError()),
              HasSubstr("is not below the trip count 64"));
}

TEST(ScheduleStateTest, ComparesAndHashesByValue) {
  ScheduleState a = stateAfter("softmax_40_72", "op3: tile(4,0)");
  ScheduleState b = stateAfter("softmax_40_72", "op3: tile(4,0)");
  EXPECT_EQ(a, b);
  EXPECT_EQ(hash_value(a), hash_value(b));
  ScheduleState copy = a;
  copy.applyLegal(Action(ActionKind::Tile, {2, 0}));
  EXPECT_EQ(a, b);
  EXPECT_FALSE(copy == a);
  EXPECT_NE(hash_value(copy), hash_value(a));
  EXPECT_FALSE(a == stateAfter("softmax_40_72", "op3: tile(8,0)"));
  EXPECT_FALSE(a == stateAfter("softmax_40_72", "op3: tile(4,0)",
                               StateOptions{.maxActionsPerOp = 3}));
  EXPECT_FALSE(stateAfter("softmax_40_72") == stateAfter("softmax_40_64"));
}

TEST(ScheduleStateTest, EqualStatesOfEqualProgramsAreEqual) {
  const char *text = R"(func.func @f(%a: tensor<4x6xf32>, %o: tensor<4x6xf32>)
      -> tensor<4x6xf32> {
    %r = linalg.exp ins(%a : tensor<4x6xf32>) outs(%o : tensor<4x6xf32>)
        -> tensor<4x6xf32>
    return %r : tensor<4x6xf32>
  })";
  EXPECT_EQ(ScheduleState(programFromText(text)),
            ScheduleState(programFromText(text)));
}

} // namespace
} // namespace mlirgym
