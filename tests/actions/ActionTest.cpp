#include "actions/Action.h"
#include "llvm/ADT/StringSet.h"
#include <gtest/gtest.h>

namespace mlirgym {
namespace {

TEST(ActionTest, EveryKindRoundTripsThroughItsParameters) {
  llvm::StringSet<> names;
  for (unsigned i = 0; i < numActionKinds; ++i) {
    auto kind = ActionKind(i);
    EXPECT_TRUE(names.insert(nameOf(kind)).second) << nameOf(kind).str();
    EXPECT_FALSE(summaryOf(kind).empty());
    EXPECT_EQ(actionKindFromName(nameOf(kind)), kind);
    std::vector<int64_t> parameters;
    if (parameterKindOf(kind) == ParameterKind::Input)
      parameters = {1};
    else if (parameterKindOf(kind) != ParameterKind::None)
      parameters = {2, 0, 1};
    Action action = makeAction(kind, parameters);
    EXPECT_EQ(kindOf(action), kind);
    EXPECT_EQ(parametersOf(action).vec(), parameters);
    EXPECT_FALSE(isNoOp(action));
    EXPECT_TRUE(llvm::StringRef(toText(action)).starts_with(nameOf(kind)));
  }
  EXPECT_EQ(actionKindFromName("unroll"), std::nullopt);
}

TEST(ActionTest, TextHasParametersInBrackets) {
  EXPECT_EQ(toText(Tile{{8, 16, 0}}), "tile(8,16,0)");
  EXPECT_EQ(toText(Promote{1}), "promote(1)");
  EXPECT_EQ(toText(Vectorize{}), "vectorize");
  EXPECT_EQ(toText(Action(std::monostate())), "");
}

TEST(ActionTest, KnowsWhatEndsAnOperation) {
  EXPECT_TRUE(isTerminal(ActionKind::Vectorize));
  EXPECT_TRUE(isTerminal(ActionKind::Done));
  EXPECT_FALSE(isTerminal(ActionKind::Tile));
}

TEST(ActionTest, KnowsWhatChangesNothing) {
  EXPECT_TRUE(isNoOp(Tile{{0, 0}}));
  EXPECT_TRUE(isNoOp(TileFuse{{0}}));
  EXPECT_TRUE(isNoOp(Interchange{{0, 1, 2}}));
  EXPECT_TRUE(isNoOp(std::monostate()));
  EXPECT_FALSE(isNoOp(Done{}));
  EXPECT_FALSE(isNoOp(Promote{0}));
  EXPECT_FALSE(isNoOp(Interchange{{1, 0}}));
}

} // namespace
} // namespace mlirgym
