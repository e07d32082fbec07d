#include "TestPrograms.h"
#include "actions/encoding/Encoding.h"
#include <gmock/gmock.h>
#include <random>

namespace mlirgym {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> legal(const FlatEncoding &encoding,
                               const DecisionState &state) {
  std::vector<int8_t> mask(encoding.numActions());
  encoding.mask(state, mask);
  std::vector<std::string> names;
  for (unsigned action = 0; action < mask.size(); ++action)
    if (mask[action])
      names.push_back(encoding.describe(action));
  return names;
}

unsigned find(const FlatEncoding &encoding, llvm::StringRef name) {
  for (unsigned action = 0; action < encoding.numActions(); ++action)
    if (encoding.describe(action) == name)
      return action;
  ADD_FAILURE() << name.str();
  return 0;
}

StepResult step(const FlatEncoding &encoding, DecisionState &state,
                llvm::StringRef name) {
  return encoding.step(state, find(encoding, name));
}

EncodingOptions smallOptions() {
  EncodingOptions options;
  options.tileSizes = {0, 2, 5, 8};
  options.maxLoops = 3;
  return options;
}

TEST(FlatEncodingTest, LaysOutKindsSizesAndLoops) {
  FlatEncoding encoding(smallOptions());
  const ActionKinds &kinds = encoding.options().kinds;
  EXPECT_EQ(encoding.numActions(), kinds.size() + 4 + 3);
  for (auto [index, kind] : llvm::enumerate(kinds))
    EXPECT_EQ(encoding.describe(unsigned(index)),
              ("kind " + nameOf(kind)).str());
  EXPECT_EQ(encoding.describe(kinds.size() + 2), "size 5");
  EXPECT_EQ(encoding.describe(kinds.size() + 4 + 2), "loop 2");
}

TEST(FlatEncodingTest, AsksForOneSizeALoopAndThenApplies) {
  FlatEncoding encoding(smallOptions());
  DecisionState state(stateAfter("matmul_8_4_12"));
  EXPECT_EQ(step(encoding, state, "kind tile"), StepResult::Partial);
  EXPECT_THAT(legal(encoding, state),
              ElementsAre("size 0", "size 2", "size 5"));
  EXPECT_EQ(step(encoding, state, "size 0"), StepResult::Partial);
  EXPECT_EQ(step(encoding, state, "size 8"), StepResult::Partial);
  EXPECT_EQ(state.parameters.size(), 2u);
  EXPECT_EQ(step(encoding, state, "size 2"), StepResult::Applied);
  EXPECT_EQ(state.kind, -1);
  EXPECT_TRUE(state.parameters.empty());
  EXPECT_EQ(state.schedule.schedule().text(), "op0: tile(0,8,2)");
}

TEST(FlatEncodingTest, LeavesOutTheActionThatWouldChangeNothing) {
  FlatEncoding encoding(smallOptions());
  DecisionState state(stateAfter("matmul_8_2_12"));
  step(encoding, state, "kind tile");
  step(encoding, state, "size 0");
  // The reduction of 2 has no size in the list: this is the last chance.
  EXPECT_THAT(legal(encoding, state),
              ElementsAre("size 2", "size 5", "size 8"));
  step(encoding, state, "size 2");
  EXPECT_THAT(legal(encoding, state), ElementsAre("size 0"));
}

TEST(FlatEncodingTest, OffersEveryPermutationButTheIdentity) {
  FlatEncoding encoding(smallOptions());
  DecisionState state(stateAfter("matmul_8_4_12"));
  step(encoding, state, "kind interchange");
  EXPECT_THAT(legal(encoding, state),
              ElementsAre("loop 0", "loop 1", "loop 2"));
  step(encoding, state, "loop 0");
  EXPECT_THAT(legal(encoding, state), ElementsAre("loop 2"));
  step(encoding, state, "loop 2");
  EXPECT_THAT(legal(encoding, state), ElementsAre("loop 1"));
  EXPECT_EQ(step(encoding, state, "loop 1"), StepResult::Applied);
  EXPECT_EQ(state.schedule.schedule().text(), "op0: interchange(0,2,1)");
}

TEST(FlatEncodingTest, OffersTheInputsThatCanBePromoted) {
  FlatEncoding encoding(smallOptions());
  DecisionState state(stateAfter("matmul_8_4_12", "op0: tile(2,0,0)"));
  step(encoding, state, "kind promote");
  EXPECT_THAT(legal(encoding, state), ElementsAre("loop 0"));
  EXPECT_EQ(step(encoding, state, "loop 0"), StepResult::Applied);
  EXPECT_THAT(legal(encoding, state),
              testing::Not(testing::Contains(std::string("kind promote"))));
}

TEST(FlatEncodingTest, AnIllegalDecisionChangesNothing) {
  FlatEncoding encoding(smallOptions());
  DecisionState state(stateAfter("matmul_8_4_12"));
  DecisionState before = state;
  EXPECT_EQ(step(encoding, state, "size 2"), StepResult::Illegal);
  EXPECT_EQ(step(encoding, state, "kind promote"), StepResult::Illegal);
  EXPECT_EQ(encoding.step(state, encoding.numActions()), StepResult::Illegal);
  EXPECT_EQ(encoding.step(state, ~0u), StepResult::Illegal);
  EXPECT_EQ(state, before);
  step(encoding, state, "kind tile");
  before = state;
  EXPECT_EQ(step(encoding, state, "size 8"), StepResult::Illegal);
  EXPECT_EQ(step(encoding, state, "loop 0"), StepResult::Illegal);
  EXPECT_EQ(step(encoding, state, "kind done"), StepResult::Illegal);
  EXPECT_EQ(state, before);
}

TEST(FlatEncodingTest, MasksEverythingAfterTheEnd) {
  FlatEncoding encoding;
  DecisionState state(stateAfter("matmul_8_4_12", "op0: done"));
  EXPECT_THAT(legal(encoding, state), ElementsAre());
  EXPECT_EQ(step(encoding, state, "kind done"), StepResult::Illegal);
}

TEST(FlatEncodingTest, DoneStaysWhenKindsAreSwitchedOff) {
  EncodingOptions options = smallOptions();
  options.kinds = {ActionKind::Interchange};
  FlatEncoding encoding(options);
  DecisionState state(stateAfter("matmul_64_40_48"));
  EXPECT_THAT(legal(encoding, state),
              ElementsAre("kind interchange", "kind done"));
}

TEST(FlatEncodingTest, AnOperationWithTooManyLoopsHasOnlyWhatNeedsNone) {
  FlatEncoding encoding(smallOptions()); // three loops
  DecisionState state(stateAfter("conv_2d_nchw_fchw_1_8_10_10_4_3_3_8_8"));
  EXPECT_THAT(legal(encoding, state),
              ElementsAre("kind done", "kind img2col", "kind winograd"));
}

TEST(FlatEncodingTest, DecisionsLeadToTheAction) {
  FlatEncoding encoding;
  for (Action action :
       {Action(ActionKind::Tile, {8, 16, 1}),
        Action(ActionKind::TileParallelFuse, {32, 0, 0}),
        Action(ActionKind::Interchange, {2, 0, 1}), Action(ActionKind::Done)}) {
    DecisionState state(stateAfter("matmul_64_40_48"));
    auto decisions = encoding.decisions(state.schedule, action);
    ASSERT_TRUE(bool(decisions)) << llvm::toString(decisions.takeError());
    for (unsigned decision : *decisions)
      EXPECT_NE(encoding.step(state, decision), StepResult::Illegal);
    EXPECT_EQ(state.schedule.schedule().text(), "op0: " + toText(action));
  }
}

TEST(FlatEncodingTest, DecisionsSayWhatTheGrammarLacks) {
  FlatEncoding encoding;
  ScheduleState state = stateAfter("matmul_64_40_48");
  auto why = [&](const FlatEncoding &e, const Action &action) {
    auto decisions = e.decisions(state, action);
    return decisions ? "" : llvm::toString(decisions.takeError());
  };
  EXPECT_EQ(why(encoding, Action(ActionKind::Tile, {9, 0, 0})),
            "op0: tile size 9 is not in the encoding's list; add it to "
            "tileSizes");
  EXPECT_THAT(why(encoding, Action(ActionKind::Tile, {0, 0, 0})),
              HasSubstr("drop no-ops"));
  EXPECT_THAT(why(encoding, Action(ActionKind::Tile, {64, 0, 0})),
              HasSubstr("not below the trip count"));
  EncodingOptions twoLoops;
  twoLoops.maxLoops = 2;
  EXPECT_THAT(
      why(FlatEncoding(twoLoops), Action(ActionKind::Interchange, {2, 0, 1})),
      HasSubstr("raise maxLoops"));
}

TEST(FlatEncodingTest, HasAnIndexForEachKindInItsOrderAndForNoOther) {
  EncodingOptions options;
  options.kinds = {ActionKind::Winograd, ActionKind::Done, ActionKind::Tile};
  FlatEncoding encoding(options);
  EXPECT_EQ(encoding.describe(0), "kind winograd");
  EXPECT_EQ(encoding.describe(2), "kind tile");
  EXPECT_EQ(encoding.describe(3), "size 0");
  DecisionState state(stateAfter("conv_2d_nchw_fchw_1_8_10_10_4_3_3_8_8"));
  EXPECT_THAT(legal(encoding, state),
              ElementsAre("kind winograd", "kind done", "kind tile"));
  auto decisions = encoding.decisions(state.schedule, ActionKind::Img2col);
  ASSERT_FALSE(bool(decisions));
  EXPECT_THAT(llvm::toString(decisions.takeError()),
              HasSubstr("op0: img2col is not among the kinds"));
  EXPECT_EQ(step(encoding, state, "kind winograd"), StepResult::Applied);
  EXPECT_TRUE(state.schedule.nest(0).isMarkedBy(ActionKind::Winograd));
}

TEST(FlatEncodingTest, KindsThatAreLeftOutKeepTheirIndex) {
  EncodingOptions options;
  options.without = {ActionKind::TileFuse, ActionKind::Vectorize,
                     ActionKind::Done};
  FlatEncoding all, fewer(options);
  EXPECT_EQ(fewer.numActions(), all.numActions());
  DecisionState state(stateAfter("matmul_8_4_12"));
  std::vector<std::string> expected = legal(all, state);
  llvm::erase(expected, "kind tile_fuse");
  llvm::erase(expected, "kind vectorize");
  EXPECT_EQ(legal(fewer, state), expected);
  EXPECT_EQ(step(fewer, state, "kind vectorize"), StepResult::Illegal);
  EXPECT_FALSE(options.allows(ActionKind::TileFuse));
  EXPECT_TRUE(options.allows(ActionKind::Done));
  const EncodingOptions serial = EncodingOptions().withoutParallelKinds();
  EXPECT_THAT(serial.without, ElementsAre(ActionKind::TileParallel,
                                          ActionKind::TileParallelFuse));
}

TEST(FlatEncodingTest, OffersOnlyWhatIsWithinASubspace) {
  EncodingOptions subspace;
  subspace.kinds = {ActionKind::Tile, ActionKind::Vectorize};
  subspace.tileSizes = {0, 2, 3};
  const FlatEncoding all(smallOptions()),
      fewer(smallOptions().within(subspace));
  EXPECT_EQ(fewer.numActions(), all.numActions());
  DecisionState state(stateAfter("matmul_8_4_12"));
  EXPECT_THAT(legal(fewer, state),
              ElementsAre("kind tile", "kind vectorize", "kind done"));
  ASSERT_EQ(step(fewer, state, "kind tile"), StepResult::Partial);
  EXPECT_THAT(legal(fewer, state), ElementsAre("size 0", "size 2"));
  EXPECT_EQ(step(fewer, state, "size 8"), StepResult::Illegal);

  EXPECT_EQ(smallOptions().within(EncodingOptions()), smallOptions());
  // No size is left for tiles.
  subspace.tileSizes = {0, 3};
  EXPECT_THAT(legal(FlatEncoding(smallOptions().within(subspace)),
                    DecisionState(stateAfter("matmul_8_4_12"))),
              ElementsAre("kind vectorize", "kind done"));
}

TEST(FlatEncodingTest, DecisionsOfAScheduleEndWhatItLeavesOut) {
  auto of = programNamed("matmul_bias_relu_24_40_56");
  FlatEncoding encoding(smallOptions());
  auto texts = [&](llvm::StringRef text) -> std::vector<std::string> {
    auto decisions =
        decisionsOf(of, llvm::cantFail(Schedule::parse(text)), encoding, {});
    if (!decisions)
      return {llvm::toString(decisions.takeError())};
    std::vector<std::string> described;
    for (uint16_t each : *decisions)
      described.push_back(encoding.describe(each));
    return described;
  };
  EXPECT_THAT(texts(""), ElementsAre("kind done", "kind done"));
  EXPECT_THAT(texts("op0: tile(0,8,0)"),
              ElementsAre("kind done", "kind tile", "size 0", "size 8",
                          "size 0", "kind done"));
  EXPECT_THAT(texts("op1: tile(3,0)"),
              ElementsAre(HasSubstr("tile size 3 is not in the encoding's")));
  EXPECT_THAT(texts("op7: done"), ElementsAre(HasSubstr("no such operation")));
}

/// Tries every decision in every state that is reachable: one is legal exactly
/// if the mask allows it, every legal one leads on, and none that is no no-op
/// is missing.
void walkEverything(const FlatEncoding &encoding, const DecisionState &state,
                    std::set<std::string> &schedules) {
  if (state.schedule.finished()) {
    schedules.insert(state.schedule.schedule().text());
    return;
  }
  std::vector<int8_t> mask(encoding.numActions());
  encoding.mask(state, mask);
  bool isDeadEnd = true;
  for (unsigned action = 0; action < mask.size(); ++action) {
    DecisionState next = state;
    StepResult result = encoding.step(next, action);
    ASSERT_EQ(result != StepResult::Illegal, mask[action] == 1)
        << encoding.describe(action);
    if (result == StepResult::Illegal) {
      ASSERT_EQ(next, state);
      continue;
    }
    isDeadEnd = false;
    walkEverything(encoding, next, schedules);
  }
  ASSERT_FALSE(isDeadEnd) << state.schedule.schedule().text();
}

TEST(FlatEncodingTest, TheGrammarIsExactForEveryTileOfASmallProgram) {
  EncodingOptions options;
  options.tileSizes = {0, 1, 2, 3, 4, 5};
  options.maxLoops = 3;
  FlatEncoding encoding(options);
  DecisionState start(
      stateAfter("matmul_4_2_6", "", StateOptions{.maxActionsPerOp = 1}));
  std::set<std::string> reached;
  walkEverything(encoding, start, reached);
  // The same by brute force: every action with parameters in the list.
  std::set<std::string> expected;
  for (ActionKind kind : options.kinds) {
    auto tryAction = [&](llvm::ArrayRef<int64_t> parameters) {
      Action action(kind, parameters);
      if (!isNoOp(action) && whyIllegal(start.schedule, action).empty())
        expected.insert("op0: " + toText(action));
    };
    switch (traitsOf(kind).parameters) {
    case ParameterKind::None:
      tryAction({});
      break;
    case ParameterKind::Input:
      for (int64_t input = 0; input < 3; ++input)
        tryAction({input});
      break;
    case ParameterKind::TileSizes:
    case ParameterKind::Permutation:
      for (int64_t a = 0; a < 6; ++a)
        for (int64_t b = 0; b < 6; ++b)
          for (int64_t c = 0; c < 6; ++c)
            tryAction({a, b, c});
      break;
    }
  }
  EXPECT_EQ(reached, expected);
}

TEST(FlatEncodingTest, NoDeadEndsInChains) {
  FlatEncoding encoding;
  std::vector<int8_t> mask(encoding.numActions());
  std::mt19937 random(5);
  for (std::string name :
       {"softmax_40_72", "mlp_16_24_20_12", "attention_2_17_13",
        "conv_bias_relu_nchw_1_8_17_17_13_3_3_15_15"}) {
    for (unsigned episode = 0; episode < 50; ++episode) {
      DecisionState state(stateAfter(name));
      while (!state.schedule.finished()) {
        encoding.mask(state, mask);
        std::vector<unsigned> choices;
        for (unsigned action = 0; action < mask.size(); ++action)
          if (mask[action])
            choices.push_back(action);
        ASSERT_FALSE(choices.empty()) << state.schedule.schedule().text();
        ASSERT_NE(encoding.step(state, choices[random() % choices.size()]),
                  StepResult::Illegal);
        // What masks are made of from here on is that of the state.
        ASSERT_EQ(state.legal, state.kind >= 0 ? state.schedule.legalParameters(
                                                     ActionKind(state.kind))
                                               : LegalParameters());
      }
      // Schedules reached decision by decision can be replayed as text.
      EXPECT_EQ(stateAfter(name, state.schedule.schedule().text()),
                state.schedule);
    }
  }
}

} // namespace
} // namespace mlirgym
