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
    EXPECT_FALSE(traitsOf(kind).summary.empty());
    EXPECT_EQ(actionKindFromName(nameOf(kind)), kind);
    std::vector<int64_t> parameters;
    if (traitsOf(kind).parameters == ParameterKind::Input)
      parameters = {1};
    else if (traitsOf(kind).parameters != ParameterKind::None)
      parameters = {2, 0, 1};
    Action action(kind, parameters);
    EXPECT_EQ(action.kind, kind);
    EXPECT_EQ(llvm::ArrayRef(action.parameters).vec(), parameters);
    EXPECT_FALSE(isNoOp(action));
    EXPECT_TRUE(llvm::StringRef(toText(action)).starts_with(nameOf(kind)));
  }
  EXPECT_EQ(actionKindFromName("unroll"), std::nullopt);
}

TEST(ActionTest, TextHasParametersInBrackets) {
  EXPECT_EQ(toText(Action(ActionKind::Tile, {8, 16, 0})), "tile(8,16,0)");
  EXPECT_EQ(toText(Action(ActionKind::Promote, {1})), "promote(1)");
  EXPECT_EQ(toText(ActionKind::Vectorize), "vectorize");
}

TEST(ActionTest, KnowsWhatEndsAnOperation) {
  EXPECT_TRUE(traitsOf(ActionKind::Vectorize).isTerminal);
  EXPECT_TRUE(traitsOf(ActionKind::Done).isTerminal);
  EXPECT_FALSE(traitsOf(ActionKind::Tile).isTerminal);
}

TEST(ActionTest, TwinsTakeTheSameSizesAndNameEachOther) {
  unsigned pairs = 0;
  for (unsigned i = 0; i < numActionKinds; ++i) {
    const ActionTraits &traits = traitsOf(ActionKind(i));
    if (!traits.fusedTwin)
      continue;
    ++pairs;
    const ActionTraits &fused = traitsOf(*traits.fusedTwin);
    EXPECT_EQ(fused.unfusedTwin, ActionKind(i)) << traits.name.str();
    EXPECT_EQ(fused.parameters, traits.parameters) << traits.name.str();
    EXPECT_EQ(fused.isParallel, traits.isParallel) << traits.name.str();
  }
  EXPECT_GT(pairs, 0u);
}

TEST(ActionTest, KnowsWhatOnlyThreadsGainFrom) {
  EXPECT_TRUE(traitsOf(ActionKind::TileParallel).isParallel);
  EXPECT_TRUE(traitsOf(ActionKind::TileParallelFuse).isParallel);
  EXPECT_FALSE(traitsOf(ActionKind::Tile).isParallel);
}

TEST(ActionTest, EveryParallelActionOfProcessorsHasASerialTwin) {
  for (unsigned i = 0; i < numActionKinds; ++i) {
    const ActionTraits &traits = traitsOf(ActionKind(i));
    const bool divides =
        traits.isParallel && traits.target == ActionTarget::Processors;
    ASSERT_EQ(traits.serialTwin.has_value(), divides) << traits.name.str();
    if (!divides)
      continue;
    const ActionTraits &serial = traitsOf(*traits.serialTwin);
    EXPECT_FALSE(serial.isParallel) << traits.name.str();
    EXPECT_EQ(serial.parameters, traits.parameters) << traits.name.str();
    EXPECT_EQ(serial.unfusedTwin.has_value(), traits.unfusedTwin.has_value())
        << traits.name.str();
  }
}

TEST(ActionTest, KnowsWhatChangesNothing) {
  EXPECT_TRUE(isNoOp(Action(ActionKind::Tile, {0, 0})));
  EXPECT_TRUE(isNoOp(Action(ActionKind::TileFuse, {0})));
  EXPECT_TRUE(isNoOp(Action(ActionKind::Interchange, {0, 1, 2})));
  EXPECT_FALSE(isNoOp(ActionKind::Done));
  EXPECT_FALSE(isNoOp(Action(ActionKind::Promote, {0})));
  EXPECT_FALSE(isNoOp(Action(ActionKind::Interchange, {1, 0})));
}

} // namespace
} // namespace mlirgym
