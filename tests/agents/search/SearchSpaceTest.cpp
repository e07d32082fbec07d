#include "agents/search/SearchSpace.h"
#include "TestPrograms.h"
#include <gmock/gmock.h>
#include <set>
#include <string>
#include <vector>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {

TEST(SearchSpaceTest, LeavesParallelKindsOutForOneThread) {
  auto payload = program("matmul_16_24_32");
  SearchSpace one(payload, {}, {}, /*threads=*/1);
  EXPECT_FALSE(one.allows(ActionKind::TileParallel));
  EXPECT_FALSE(one.allows(ActionKind::TileParallelFuse));
  EXPECT_TRUE(one.allows(ActionKind::Tile));
  EXPECT_FALSE(
      one.isLegal(one.start(), Action(ActionKind::TileParallel, {4, 4, 0})));
  SearchSpace two(payload, {}, {}, /*threads=*/2);
  EXPECT_TRUE(
      two.isLegal(two.start(), Action(ActionKind::TileParallel, {4, 4, 0})));
}

TEST(SearchSpaceTest, KeepsKindsThatWereAskedFor) {
  EncodingOptions encoding;
  encoding.kinds = {ActionKind::TileParallel};
  SearchSpace space(program("matmul_16_24_32"), encoding, {}, /*threads=*/1);
  EXPECT_TRUE(space.allows(ActionKind::TileParallel));
  EXPECT_FALSE(space.allows(ActionKind::Vectorize));
}

TEST(SearchSpaceTest, HasTheKindsOfTheEncodingAlone) {
  auto payload = program("conv_2d_nchw_fchw_2_8_14_14_16_3_3_12_12");
  SearchSpace all(payload, {}, {}, /*threads=*/1);
  EXPECT_TRUE(all.isLegal(all.start(), ActionKind::Winograd));
  EncodingOptions encoding;
  encoding.without = {ActionKind::Winograd};
  SearchSpace without(payload, encoding, {}, /*threads=*/1);
  EXPECT_FALSE(without.allows(ActionKind::Winograd));
  EXPECT_FALSE(without.isLegal(without.start(), ActionKind::Winograd));
  EXPECT_TRUE(without.allows(ActionKind::Vectorize));
  encoding = {};
  encoding.kinds = {ActionKind::Winograd};
  SearchSpace only(payload, encoding, {}, /*threads=*/1);
  EXPECT_TRUE(only.allows(ActionKind::Winograd));
  EXPECT_FALSE(only.allows(ActionKind::Vectorize));
}

TEST(SearchSpaceTest, TakesOnlySizesOfTheEncoding) {
  EncodingOptions encoding;
  encoding.tileSizes = {0, 4, 8};
  SearchSpace space(program("matmul_16_24_32"), encoding, {}, 1);
  EXPECT_TRUE(
      space.isLegal(space.start(), Action(ActionKind::Tile, {4, 8, 0})));
  EXPECT_FALSE(
      space.isLegal(space.start(), Action(ActionKind::Tile, {4, 6, 0})));
}

TEST(SearchSpaceTest, WalksToTheEndByLegalActions) {
  RandomStream random(1);
  for (const std::string &name : smallProgramNames()) {
    SearchSpace space(program(name), {}, {}, /*threads=*/2);
    for (int i = 0; i < 20; ++i) {
      ScheduleState state = space.start();
      space.walkUniformly(state, random);
      ASSERT_TRUE(state.finished());
      auto replayed =
          ScheduleState::replay(space.programPtr(), state.schedule());
      ASSERT_TRUE(bool(replayed))
          << name << ": " << llvm::toString(replayed.takeError());
    }
  }
}

TEST(SearchSpaceTest, HasEachEndOfItsWalks) {
  EncodingOptions encoding;
  encoding.tileSizes = {0, 4, 8, 16};
  encoding.kinds = {ActionKind::Tile, ActionKind::Vectorize};
  SearchSpace space(program("matmul_16_32_64"), encoding,
                    {.maxActionsPerOp = 2}, 1);
  auto schedules = [&](uint64_t seed, size_t most) {
    std::vector<std::string> found;
    RandomStream random(seed);
    const bool isWhole =
        space.forEachEnd(space.start(), random, [&](const ScheduleState &end) {
          EXPECT_TRUE(end.finished());
          found.push_back(end.schedule().canonical().text());
          return found.size() < most;
        });
    EXPECT_EQ(isWhole, found.size() < most);
    return found;
  };
  auto all = schedules(1, 1000000), others = schedules(2, 1000000);
  EXPECT_NE(all, others) << "another order";
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()),
            std::set<std::string>(others.begin(), others.end()));
  EXPECT_THAT(all, ::testing::IsSupersetOf({"", "op0: tile(4,16,4)",
                                            "op0: tile(4,16,4) vectorize",
                                            "op0: tile(4,16,4) tile(0,4,0)"}));
  EXPECT_EQ(schedules(1, 5),
            std::vector<std::string>(all.begin(), all.begin() + 5));
}

TEST(SearchSpaceTest, AppliesAnOperationWholeOrNotAtAll) {
  SearchSpace space(program("matmul_16_24_32"), {}, {}, 1);
  ScheduleState state = space.start();
  const ScheduleState before = state;
  EXPECT_FALSE(space.applyOperation(
      state,
      {Action(ActionKind::Tile, {4, 0, 0}),
       Action(ActionKind::Tile, {512, 0, 0})})); // the second is too large
  EXPECT_EQ(state, before);
  EXPECT_FALSE(space.applyOperation(
      state, {ActionKind::Done, Action(ActionKind::Tile, {4, 0, 0})}));
  EXPECT_EQ(state, before);
  EXPECT_TRUE(space.applyOperation(
      state, {Action(ActionKind::Tile, {4, 16, 1}), ActionKind::Vectorize}));
  EXPECT_TRUE(state.finished());
}

TEST(SearchSpaceTest, ListsTheActionsOfEachOperation) {
  auto payload = program("mlp_8_16_12_10_4");
  SearchSpace space(payload, {}, {}, 1);
  auto schedule =
      llvm::cantFail(Schedule::parse("op1: tile(4,4) done; op0: vectorize"));
  auto lists = space.actionsPerOp(schedule);
  ASSERT_EQ(lists.size(), payload->operations().size());
  EXPECT_EQ(lists[0], ActionList{ActionKind::Vectorize});
  EXPECT_EQ(lists[1],
            (ActionList{Action(ActionKind::Tile, {4, 4})})); // without done
  EXPECT_TRUE(lists[2].empty());

  EXPECT_EQ(schedule.actionsOf(1).vec(),
            (ActionList{Action(ActionKind::Tile, {4, 4}), ActionKind::Done}));
  EXPECT_TRUE(schedule.actionsOf(2).empty());
}
} // namespace
