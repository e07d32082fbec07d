#include "Look.h"
#include <cmath>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
TEST(DecisionInProgressTest, ShowsKindParametersAndTheNextPlace) {
  DecisionState state(ScheduleState(program("matmul_64_48_32")));
  Look before(state);
  EXPECT_THAT(before["decision.kind"], ::testing::Each(0.0f));
  EXPECT_THAT(before["decision.next"], ::testing::Each(0.0f));

  FlatEncoding encoding;
  auto decisions = llvm::cantFail(
      encoding.decisions(state.schedule, Action(ActionKind::Tile, {8, 16, 0})));
  ASSERT_EQ(decisions.size(), 4u);
  ASSERT_EQ(encoding.step(state, decisions[0]), StepResult::Partial);
  ASSERT_EQ(encoding.step(state, decisions[1]), StepResult::Partial);

  Look look(state);
  EXPECT_EQ(look["decision.kind"][size_t(ActionKind::Tile)], 1);
  EXPECT_THAT(look["decision.parameters"], isRow({std::log2(9.0f) / 10}, 8));
  EXPECT_THAT(look["decision.next"], isRow({0, 1}, 8));
}
} // namespace
