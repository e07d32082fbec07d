#include "observation/ActionEncoding.h"
#include "TestPrograms.h"
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {
EncodingOptions smallOptions() {
  EncodingOptions options;
  options.tileSizes = {0, 4, 8};
  options.maxLoops = 3;
  return options;
}

TEST(ActionEncodingTest, CreateSaysWhatCannotBe) {
  auto whyNot = [](auto change) {
    EncodingOptions options;
    change(options);
    std::string flat = llvm::toString(FlatActions::create(options).takeError());
    EXPECT_EQ(llvm::toString(JointActions::create(options).takeError()), flat);
    return flat;
  };
  EXPECT_EQ(whyNot([](EncodingOptions &) {}), "");
  EXPECT_THAT(whyNot([](EncodingOptions &o) { o.tileSizes = {4, 8}; }),
              HasSubstr("put 0 first"));
  EXPECT_THAT(whyNot([](EncodingOptions &o) { o.tileSizes = {}; }),
              HasSubstr("put 0 first"));
  EXPECT_THAT(whyNot([](EncodingOptions &o) { o.tileSizes = {0, 8, 8}; }),
              HasSubstr("8 follows 8; list the sizes ascending"));
  EXPECT_THAT(whyNot([](EncodingOptions &o) { o.maxLoops = 0; }),
              HasSubstr("number of loops is 0"));
  EXPECT_EQ(
      whyNot([](EncodingOptions &o) { o.kinds = {ActionKind::GpuBlocks}; }),
      "environment: gpu_blocks is for GPUs, which the device is not; "
      "leave it out of kinds");
  EncodingOptions ofProcessors = smallOptions();
  ofProcessors.kinds = {ActionKind::Tile, ActionKind::Winograd};
  EXPECT_THAT(llvm::toString(FlatActions::create(
                                 ofProcessors, {.limits = {.hasBlocks = true}})
                                 .takeError()),
              HasSubstr("winograd is for processors, which the device is not"));
}

TEST(ActionEncodingTest, FlatActionsAreThoseOfTheFlatEncoding) {
  const auto actions = llvm::cantFail(FlatActions::create(smallOptions()));
  const FlatEncoding encoding(smallOptions());
  EXPECT_THAT(actions->dimensions(), ElementsAre(encoding.numActions()));
  EXPECT_EQ(actions->maskSize(), encoding.numActions());
  EXPECT_TRUE(actions->followsFromSchedule());

  std::mt19937_64 random(7);
  std::vector<int8_t> mask(actions->maskSize()), expected(mask.size());
  DecisionState state = actions->begin(program("matmul_64_48_32"));
  while (!state.schedule.finished()) {
    actions->mask(state, mask);
    encoding.mask(state, expected);
    ASSERT_EQ(mask, expected);
    const int64_t action = int64_t(random() % (mask.size() + 2)) - 1;
    DecisionState other = state;
    const bool exists = actions->contains(action);
    EXPECT_EQ(exists, action >= 0 && action < int64_t(mask.size()));
    EXPECT_EQ(actions->step(state, action),
              exists ? encoding.step(other, unsigned(action))
                     : StepResult::Illegal);
    ASSERT_TRUE(state == other);
    if (exists)
      EXPECT_EQ(actions->describe(action), encoding.describe(unsigned(action)));
  }
}

TEST(ActionEncodingTest, JointActionsAreThoseOfTheJointEncoding) {
  const auto actions = llvm::cantFail(JointActions::create(smallOptions()));
  const JointEncoding encoding(smallOptions());
  EXPECT_EQ(actions->dimensions(), encoding.dimensions());
  const std::vector<int64_t> tile = {
      int64_t(ActionKind::Tile), 2, 0, 1, 0, 0, 0};
  DecisionState state = actions->begin(program("matmul_64_48_32"));
  EXPECT_EQ(actions->step(state, llvm::ArrayRef(tile).drop_back()),
            StepResult::Illegal);
  ScheduleState other = state.schedule;
  EXPECT_EQ(actions->step(state, tile), encoding.step(other, tile));
  EXPECT_EQ(state.schedule.schedule().text(), "op0: tile(8,0,4)");
  EXPECT_TRUE(state.schedule == other);
  std::vector<int8_t> mask(actions->maskSize()), expected(mask.size());
  actions->mask(state, mask);
  encoding.mask(other, expected);
  EXPECT_EQ(mask, expected);
}

TEST(ActionEncodingTest, JointActionsDescribeTheEntriesThatTheKindUses) {
  const auto actions = llvm::cantFail(JointActions::create(smallOptions()));
  auto describe = [&](ActionKind kind) {
    return actions->describe({int64_t(kind), 2, 0, 1, 2, 0, 1});
  };
  EXPECT_EQ(describe(ActionKind::Tile), "tile(8,0,4)");
  EXPECT_EQ(describe(ActionKind::Interchange), "interchange(2,0,1)");
  EXPECT_EQ(describe(ActionKind::Promote), "promote(2)");
  EXPECT_EQ(describe(ActionKind::Done), "done");
}

TEST(ActionEncodingTest, TheMasksOfAnActionAreThoseOfItsEntriesInTurn) {
  const DecisionState state(ScheduleState(program("matmul_64_48_32")));
  const auto flat = llvm::cantFail(FlatActions::create(smallOptions()));
  std::vector<int8_t> mask(flat->maskSize()), expected(mask.size());
  flat->mask(state, expected);
  flat->maskOf(state, int64_t(ActionKind::Tile), mask);
  EXPECT_EQ(mask, expected);

  const auto joint = llvm::cantFail(JointActions::create(smallOptions()));
  mask.resize(joint->maskSize());
  const std::vector<int64_t> action = {
      int64_t(ActionKind::Interchange), 0, 0, 0, 0, 2, 1};
  joint->maskOf(state, action, mask);
  const llvm::ArrayRef<int8_t> parts =
      llvm::ArrayRef(mask).drop_front(EncodingOptions().kinds.size());
  EXPECT_THAT(parts.take_front(9), ElementsAre(1, 0, 0, 1, 0, 0, 1, 0, 0));
  // Any loop, any other, the last; (0, 1, 2) would change nothing.
  EXPECT_THAT(parts.drop_front(9), ElementsAre(1, 1, 1, 0, 0, 1, 0, 1, 0));
}

TEST(ActionEncodingTest, KindsHaveNames) {
  for (EncodingKind kind : {EncodingKind::Flat, EncodingKind::Joint}) {
    EXPECT_EQ(parseEncodingKind(nameOf(kind)), kind);
    const auto made =
        llvm::cantFail(makeActions(kind)(smallOptions(), StateOptions()));
    EXPECT_EQ(kindOf(*made), kind);
  }
  EXPECT_EQ(parseEncodingKind("mlir-rl"), std::nullopt);
}

TEST(ActionEncodingTest, AllowsAsManyDecisionsAsOperationsMayTake) {
  const auto actions = llvm::cantFail(
      FlatActions::create(smallOptions(), {.maxActionsPerOp = 5}));
  EXPECT_EQ(actions->mostDecisions(*program("matmul_64_48_32")), 5 * (1 + 3));
  EXPECT_EQ(actions->mostDecisions(*program("matmul_bias_relu_64_48_32")),
            2 * 5 * (1 + 3));
  const auto none = llvm::cantFail(
      FlatActions::create(smallOptions(), {.maxActionsPerOp = 0}));
  EXPECT_EQ(none->mostDecisions(*program("matmul_64_48_32")), 1 + 3);
  const auto endless = llvm::cantFail(
      FlatActions::create(smallOptions(), {.maxActionsPerOp = ~0u}));
  EXPECT_EQ(endless->mostDecisions(*program("matmul_64_48_32")), ~0u);
}

TEST(ActionEncodingTest, ObservesTheDefaultLayoutWithItsOwnOptions) {
  const MachineFeatures machine{.threads = 3};
  const auto actions = llvm::cantFail(
      JointActions::create(smallOptions(), {.maxActionsPerOp = 4}));
  const Observer observer = actions->makeObserver(machine);
  const Observer expected(FlatEncoding(smallOptions()), machine,
                          {.maxActionsPerOp = 4});
  EXPECT_EQ(observer.spec().table(), expected.spec().table());
  const DecisionState state = actions->begin(program("matmul_64_48_32"));
  EXPECT_EQ(*observer.prepare(state.schedule.program()),
            *expected.prepare(state.schedule.program()));
}

TEST(ActionEncodingTest, AnotherMeaningIsAnotherIdentity) {
  const auto flat = llvm::cantFail(FlatActions::create(smallOptions()));
  EXPECT_EQ(llvm::cantFail(FlatActions::create(smallOptions()))->identity(),
            flat->identity());
  EXPECT_NE(llvm::cantFail(JointActions::create(smallOptions()))->identity(),
            flat->identity());
  EncodingOptions fewer = smallOptions();
  fewer.kinds = {ActionKind::Vectorize, ActionKind::Tile};
  const auto few = llvm::cantFail(FlatActions::create(fewer))->identity();
  EXPECT_NE(few, flat->identity());
  fewer.without = {ActionKind::Tile};
  EXPECT_NE(llvm::cantFail(FlatActions::create(fewer))->identity(), few);
  fewer = smallOptions();
  fewer.kinds = {ActionKind::Tile, ActionKind::Vectorize};
  EXPECT_NE(llvm::cantFail(FlatActions::create(fewer))->identity(), few);
  EXPECT_NE(llvm::cantFail(
                FlatActions::create(smallOptions(), {.maxActionsPerOp = 1}))
                ->identity(),
            flat->identity());
}
} // namespace
