#include "TestPrograms.h"
#include "actions/encoding/Encoding.h"
#include <gmock/gmock.h>
#include <numeric>
#include <random>
#include <set>

namespace mlirgym {
namespace {
using testing::ElementsAre;

const unsigned numKinds = EncodingOptions().kinds.size();

EncodingOptions smallOptions() {
  EncodingOptions options;
  options.tileSizes = {0, 2, 5, 8};
  options.maxLoops = 3;
  return options;
}

size_t maskSize(const JointEncoding &encoding) {
  return size_t(std::accumulate(encoding.dimensions().begin(),
                                encoding.dimensions().end(), int64_t(0)));
}

TEST(JointEncodingTest, HasAKindSizesAndLoops) {
  JointEncoding encoding(smallOptions());
  EXPECT_THAT(encoding.dimensions().vec(),
              ElementsAre(numKinds, 4, 4, 4, 3, 3, 3));
}

TEST(JointEncodingTest, NumbersTheKindsOfItsOptions) {
  EncodingOptions options = smallOptions();
  options.kinds = {ActionKind::Vectorize, ActionKind::Tile};
  JointEncoding encoding(options);
  EXPECT_EQ(encoding.dimensions().front(), 3);
  ScheduleState state = stateAfter("matmul_8_4_12");
  std::vector<int8_t> kinds(3);
  encoding.maskNext(state, {}, kinds);
  EXPECT_THAT(kinds, ElementsAre(1, 1, 1));
  EXPECT_EQ(encoding.step(state, {1, 1, 0, 1, 0, 0, 0}), StepResult::Applied);
  EXPECT_EQ(encoding.step(state, {2, 0, 0, 0, 0, 0, 0}), StepResult::Applied);
  EXPECT_EQ(state.schedule().text(), "op0: tile(2,0,2) done");
}

TEST(JointEncodingTest, TakesTheEntriesThatTheKindUses) {
  JointEncoding encoding(smallOptions());
  ScheduleState state = stateAfter("matmul_8_4_12");
  EXPECT_EQ(encoding.step(state, {int64_t(ActionKind::Tile), 1, 0, 1, 2, 2, 2}),
            StepResult::Applied);
  EXPECT_EQ(encoding.step(state,
                          {int64_t(ActionKind::Interchange), 3, 3, 3, 2, 0, 1}),
            StepResult::Applied);
  EXPECT_EQ(
      encoding.step(state, {int64_t(ActionKind::Promote), 0, 0, 0, 0, 2, 2}),
      StepResult::Applied);
  EXPECT_EQ(state.schedule().text(),
            "op0: tile(2,0,2) interchange(2,0,1) promote(0)");
}

TEST(JointEncodingTest, AKindUsesTheEntriesOfItsParameters) {
  JointEncoding encoding(smallOptions());
  for (ActionKind kind : encoding.options().kinds) {
    const EntryRange entries = encoding.entriesOf(kind);
    const std::pair<unsigned, unsigned> range = {entries.first, entries.count};
    switch (traitsOf(kind).parameters) {
    case ParameterKind::None:
      EXPECT_EQ(entries.count, 0u);
      break;
    case ParameterKind::TileSizes:
      EXPECT_EQ(range, std::make_pair(1u, 3u));
      break;
    case ParameterKind::Permutation:
      EXPECT_EQ(range, std::make_pair(4u, 3u));
      break;
    case ParameterKind::Input:
      EXPECT_EQ(range, std::make_pair(4u, 1u));
      break;
    }
  }
  EXPECT_EQ(encoding.parameterOf(ActionKind::TileFuse, 2), 5);
  EXPECT_EQ(encoding.parameterOf(ActionKind::Interchange, 2), 2);
}

/// Every action that maskNext() allows, entry by entry.
void walkEntries(const JointEncoding &encoding, const ScheduleState &state,
                 std::vector<int64_t> &chosen,
                 std::vector<std::vector<int64_t>> &actions) {
  if (chosen.size() == encoding.dimensions().size()) {
    actions.push_back(chosen);
    return;
  }
  std::vector<int8_t> mask(size_t(encoding.dimensions()[chosen.size()]));
  encoding.maskNext(state, chosen, mask);
  ASSERT_TRUE(llvm::is_contained(mask, int8_t(1))) << "a dead end";
  for (size_t choice = 0; choice < mask.size(); ++choice)
    if (mask[choice]) {
      chosen.push_back(int64_t(choice));
      walkEntries(encoding, state, chosen, actions);
      chosen.pop_back();
    }
}

TEST(JointEncodingTest, TheMaskOfTheNextEntryIsExact) {
  EncodingOptions options = smallOptions();
  options.tileSizes = {0, 2, 5};
  JointEncoding encoding(options);
  std::vector<int8_t> independent(maskSize(encoding));
  for (const char *before : {"", "op0: tile(2,0,0)", "op0: tile(2,5,0)",
                             "op0: interchange(2,0,1)"}) {
    const ScheduleState state = stateAfter("matmul_8_7_12", before);
    encoding.mask(state, independent);
    std::vector<int64_t> chosen;
    std::vector<std::vector<int64_t>> allowed;
    walkEntries(encoding, state, chosen, allowed);
    std::set<std::string> reached;
    for (const auto &action : allowed) {
      ScheduleState next = state;
      ASSERT_EQ(encoding.step(next, action), StepResult::Applied);
      EXPECT_TRUE(reached.insert(next.schedule().text()).second)
          << "an entry that is not used has one choice: "
          << next.schedule().text();
      size_t start = 0;
      for (auto [choice, size] : llvm::zip(action, encoding.dimensions())) {
        EXPECT_EQ(independent[start + size_t(choice)], 1);
        start += size_t(size);
      }
    }
    // The same by brute force: every row.
    std::set<std::string> expected;
    std::vector<int64_t> row(encoding.dimensions().size());
    while (true) {
      ScheduleState next = state;
      if (encoding.step(next, row) == StepResult::Applied)
        expected.insert(next.schedule().text());
      size_t entry = 0;
      while (entry < row.size() && ++row[entry] == encoding.dimensions()[entry])
        row[entry++] = 0;
      if (entry == row.size())
        break;
    }
    EXPECT_GT(expected.size(), 5u);
    EXPECT_EQ(reached, expected);
  }
}

TEST(JointEncodingTest, AnIllegalChoiceChangesNothing) {
  JointEncoding encoding(smallOptions());
  ScheduleState state = stateAfter("matmul_8_4_12");
  ScheduleState before = state;
  std::vector<std::vector<int64_t>> wrong = {
      {int64_t(ActionKind::Tile), 3, 0, 0, 0, 0, 0},        // 8 of 8
      {int64_t(ActionKind::Tile), 0, 0, 0, 0, 0, 0},        // a no-op
      {int64_t(ActionKind::Interchange), 0, 0, 0, 0, 1, 2}, // the identity
      {int64_t(ActionKind::Interchange), 0, 0, 0, 1, 1, 2},
      {int64_t(ActionKind::TileParallel), 0, 0, 1, 0, 0, 0}, // a reduction
      {int64_t(ActionKind::Promote), 0, 0, 0, 0, 0, 0},
      {numKinds, 0, 0, 0, 0, 0, 0},
      {-1, 0, 0, 0, 0, 0, 0},
      {int64_t(ActionKind::Tile), 4, 0, 0, 0, 0, 0},
      {int64_t(ActionKind::Done)},
  };
  for (const auto &action : wrong)
    EXPECT_EQ(encoding.step(state, action), StepResult::Illegal);
  EXPECT_EQ(state, before);
}

TEST(JointEncodingTest, MasksEachEntryForItself) {
  JointEncoding encoding(smallOptions());
  std::vector<int8_t> mask(maskSize(encoding));
  encoding.mask(stateAfter("matmul_8_4_12"), mask);
  auto entry = [&](size_t start, size_t size) {
    return std::vector<int>(mask.begin() + long(start),
                            mask.begin() + long(start + size));
  };
  EXPECT_EQ(mask[size_t(ActionKind::Tile)], 1);
  EXPECT_EQ(mask[size_t(ActionKind::Promote)], 0);
  EXPECT_THAT(entry(numKinds, 4), ElementsAre(1, 1, 1, 0));
  EXPECT_THAT(entry(numKinds + 4, 4), ElementsAre(1, 1, 1, 1));
  EXPECT_THAT(entry(numKinds + 8, 4), ElementsAre(1, 1, 0, 0));
  EXPECT_THAT(entry(numKinds + 12, 3), ElementsAre(1, 1, 1));
}

TEST(JointEncodingTest, EveryEntryCanBeDrawnUntilTheEnd) {
  JointEncoding encoding(smallOptions());
  std::vector<int8_t> mask(maskSize(encoding));
  // More loops than places: only `done` is left.
  ScheduleState state = stateAfter("conv_2d_nchw_fchw_1_8_10_10_4_3_3_8_8");
  encoding.mask(state, mask);
  size_t start = 0;
  for (int64_t size : encoding.dimensions()) {
    EXPECT_TRUE(llvm::is_contained(
        llvm::ArrayRef(mask).slice(start, size_t(size)), int8_t(1)));
    start += size_t(size);
  }
  EXPECT_EQ(encoding.step(state, {int64_t(ActionKind::Done), 0, 0, 0, 0, 0, 0}),
            StepResult::Applied);
  encoding.mask(state, mask);
  EXPECT_THAT(mask, testing::Each(int8_t(0)));
}

TEST(JointEncodingTest, WhatIsAppliedIsInTheMask) {
  JointEncoding encoding;
  std::vector<int8_t> mask(maskSize(encoding));
  std::mt19937 random(2);
  unsigned applied = 0;
  for (unsigned i = 0; i < 20000; ++i) {
    ScheduleState state = stateAfter("matmul_bias_relu_24_40_56");
    std::vector<int64_t> action;
    for (int64_t size : encoding.dimensions())
      action.push_back(int64_t(random() % uint64_t(size)));
    encoding.mask(state, mask);
    if (encoding.step(state, action) != StepResult::Applied)
      continue;
    ++applied;
    EXPECT_EQ(mask[size_t(action[0])], 1);
    const ActionKind kind = encoding.options().kinds[unsigned(action[0])];
    if (traitsOf(kind).parameters != ParameterKind::TileSizes)
      continue;
    for (size_t loop = 0; loop < 2; ++loop)
      EXPECT_EQ(mask[numKinds + loop * encoding.options().tileSizes.size() +
                     size_t(action[1 + loop])],
                1);
  }
  EXPECT_GT(applied, 100u);
}

} // namespace
} // namespace mlirgym
