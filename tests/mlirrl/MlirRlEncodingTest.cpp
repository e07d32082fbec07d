#include "mlirrl/MlirRlEncoding.h"
#include "TestPrograms.h"
#include "llvm/Support/MathExtras.h"
#include <gmock/gmock.h>
#include <random>

namespace mlirgym {
namespace {
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr auto NT = MlirRlSymbol::NT, T = MlirRlSymbol::T,
               TP = MlirRlSymbol::TP, TPF = MlirRlSymbol::TPF,
               I = MlirRlSymbol::I, V = MlirRlSymbol::V;

/// No order rule: every action at any time.
MlirRlOptions freely() {
  MlirRlOptions options;
  options.order.clear();
  return options;
}

MlirRlEncoding make(const MlirRlOptions &options = {}) {
  return *llvm::cantFail(MlirRlEncoding::create(options));
}

class MlirRlEncodingTest : public ::testing::Test {
protected:
  static DecisionState start(const MlirRlEncoding &encoding,
                             llvm::StringRef name) {
    return encoding.begin(testing::program(name));
  }
  /// The row of an action; parameters are tile sizes or one loop.
  static std::vector<int64_t> row(const MlirRlEncoding &encoding,
                                  MlirRlSymbol symbol,
                                  llvm::ArrayRef<int64_t> parameters = {}) {
    std::vector<int64_t> entries(encoding.dimensions().size(), 0);
    entries.front() = int64_t(symbol);
    if (symbol == I)
      entries.back() = parameters.front();
    else
      for (auto [loop, size] : llvm::enumerate(parameters))
        entries[1 + (unsigned(symbol) - 1) * encoding.options().maxLoops +
                loop] = size == 0 ? 0 : 1 + llvm::Log2_64(uint64_t(size));
    return entries;
  }
  /// Symbols that the mask allows, as text.
  static std::string symbols(const MlirRlEncoding &encoding,
                             const DecisionState &state) {
    std::vector<int8_t> mask = maskOf(encoding, state);
    std::string text;
    for (unsigned i = 0; i < numMlirRlSymbols; ++i)
      if (mask[i])
        text += (text.empty() ? "" : " ") + nameOf(MlirRlSymbol(i)).str();
    return text;
  }
  static std::vector<int8_t> maskOf(const MlirRlEncoding &encoding,
                                    const DecisionState &state) {
    std::vector<int8_t> mask(encoding.maskSize());
    encoding.mask(state, mask);
    return mask;
  }
  static void interchange(const MlirRlEncoding &encoding, DecisionState &state,
                          llvm::ArrayRef<int64_t> permutation) {
    for (auto [i, loop] : llvm::enumerate(permutation))
      EXPECT_EQ(encoding.step(state, row(encoding, I, {loop})),
                i + 1 < permutation.size() ? StepResult::Partial
                                           : StepResult::Applied);
  }
  static std::string text(const DecisionState &state) {
    return state.schedule.schedule().text();
  }
  static auto taken(const DecisionState &state) {
    return MlirRlEncoding::actionsTaken(state);
  }
};

TEST_F(MlirRlEncodingTest, HasThePublishedSizes) {
  const MlirRlEncoding encoding = make();
  // 38 numbers: selection, T, TP, TPF, I; masks of 6, 3 x 96 and 12.
  EXPECT_EQ(encoding.dimensions().size(), 38u);
  EXPECT_EQ(encoding.maskSize(), 306u);
  EXPECT_EQ(encoding.dimensions().front(), 6);
  EXPECT_EQ(encoding.dimensions().back(), 12);
  EXPECT_THAT(encoding.dimensions().slice(1, 36).vec(), Each(8));
}

TEST_F(MlirRlEncodingTest, CountsTileSizesAsMlirRl) {
  // {trip count, choices, 0 included}, from MLIR-RL.
  const std::pair<int64_t, unsigned> known[] = {
      {1, 1},  {2, 2},   {3, 2},   {8, 4},   {56, 5}, {64, 7},
      {88, 5}, {100, 4}, {101, 2}, {128, 8}, {512, 8}};
  const MlirRlEncoding encoding = make();
  for (auto [tripCount, choices] : known) {
    DecisionState state =
        start(encoding, "relu_" + std::to_string(tripCount) + "_2");
    std::vector<int8_t> mask = maskOf(encoding, state);
    for (unsigned i = 0; i < 8; ++i)
      EXPECT_EQ(mask[6 + i], i < choices) << tripCount << ", index " << i;
    // A loop that is not there stays whole.
    EXPECT_THAT(llvm::ArrayRef(mask).slice(6 + 2 * 8, 8),
                ElementsAre(1, 0, 0, 0, 0, 0, 0, 0));
    // All three heads are masked alike.
    for (unsigned head : {1, 2})
      EXPECT_EQ(llvm::ArrayRef(mask).slice(6 + head * 96, 96),
                llvm::ArrayRef(mask).slice(6, 96));
  }
}

TEST_F(MlirRlEncodingTest, FollowsTheDefaultOrder) {
  const MlirRlEncoding encoding = make();
  DecisionState state = start(encoding, "matmul_64_16_128");
  EXPECT_EQ(symbols(encoding, state), "I");
  EXPECT_EQ(encoding.step(state, row(encoding, T, {8, 0, 0})),
            StepResult::Illegal);
  interchange(encoding, state, {0, 1, 2});
  EXPECT_EQ(symbols(encoding, state), "T TP"); // no NT yet, too large for V
  EXPECT_EQ(encoding.step(state, row(encoding, T, {8, 8, 4})),
            StepResult::Applied);
  EXPECT_EQ(symbols(encoding, state),
            "NT T V"); // 256 iterations; no TP any more
  EXPECT_EQ(encoding.step(state, row(encoding, T, {0, 4, 0})),
            StepResult::Applied);
  EXPECT_EQ(symbols(encoding, state), "NT V");
  EXPECT_EQ(encoding.step(state, row(encoding, V)), StepResult::Applied);
  EXPECT_TRUE(state.schedule.finished());
  EXPECT_EQ(text(state),
            "op0: interchange(0,1,2) tile(8,8,4) tile(0,4,0) vectorize");
  EXPECT_THAT(maskOf(encoding, state), Each(0));
}

TEST_F(MlirRlEncodingTest, AnInterchangeIsOneActionOfManyPointers) {
  const MlirRlEncoding encoding = make();
  DecisionState state = start(encoding, "matmul_64_16_128");
  EXPECT_EQ(encoding.step(state, row(encoding, I, {2})), StepResult::Partial);
  EXPECT_EQ(symbols(encoding, state), "I");
  EXPECT_THAT(llvm::ArrayRef(maskOf(encoding, state)).take_back(12),
              ElementsAre(1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  EXPECT_EQ(encoding.step(state, row(encoding, I, {2})), StepResult::Illegal);
  EXPECT_EQ(encoding.step(state, row(encoding, I, {3})), StepResult::Illegal);
  ASSERT_EQ(taken(state).size(), 1u);
  EXPECT_THAT(taken(state)[0].parameters, ElementsAre(2));
  EXPECT_EQ(encoding.step(state, row(encoding, I, {0})), StepResult::Partial);
  EXPECT_EQ(encoding.step(state, row(encoding, I, {1})), StepResult::Applied);
  ASSERT_EQ(taken(state).size(), 1u) << "one action, however many pointers";
  EXPECT_EQ(text(state), "op0: interchange(2,0,1)");
  // New loop 0 is old loop 2 (of 16): tile indices follow the new order.
  EXPECT_EQ(encoding.step(state, row(encoding, T, {16, 0, 0})),
            StepResult::Illegal);
  EXPECT_EQ(encoding.step(state, row(encoding, T, {8, 0, 0})),
            StepResult::Applied);
}

TEST_F(MlirRlEncodingTest, SplitsAParallelTilingIntoForallAndFor) {
  const MlirRlEncoding encoding = make(freely());
  DecisionState state = start(encoding, "matmul_64_16_128");
  EXPECT_EQ(encoding.step(state, row(encoding, TP, {8, 16, 4})),
            StepResult::Applied);
  EXPECT_EQ(text(state), "op0: tile_parallel(8,16,0) tile(0,0,4)");
  ASSERT_EQ(taken(state).size(), 1u);
  EXPECT_EQ(taken(state)[0].symbol, TP);
  EXPECT_EQ(symbols(encoding, state), "NT T I V");

  state = start(encoding, "matmul_64_16_128");
  EXPECT_EQ(encoding.step(state, row(encoding, TP, {0, 0, 4})),
            StepResult::Applied);
  EXPECT_EQ(text(state), "op0: tile(0,0,4)");
  EXPECT_EQ(symbols(encoding, state), "NT T I") << "a TP all the same";
}

TEST_F(MlirRlEncodingTest, FusesTheProducerWhichThenHasNoTpOfItsOwn) {
  const MlirRlEncoding encoding = make(freely());
  DecisionState state = start(encoding, "matmul_bias_relu_64_16_128");
  EXPECT_EQ(symbols(encoding, state), "NT T TP TPF I");
  EXPECT_EQ(encoding.step(state, row(encoding, TPF, {8, 16})),
            StepResult::Applied);
  EXPECT_EQ(taken(state)[0].symbol, TPF);
  EXPECT_EQ(encoding.step(state, row(encoding, NT)), StepResult::Applied);
  EXPECT_EQ(state.schedule.currentOp(), 0u);
  EXPECT_TRUE(taken(state).empty());
  EXPECT_TRUE(state.memory.empty());
  EXPECT_EQ(symbols(encoding, state), "NT T I") << "its implicit TP counts";
  EXPECT_EQ(text(state), "op1: tile_parallel_fuse(8,16) done");
}

TEST_F(MlirRlEncodingTest, AFusionOfNoParallelLoopIsATp) {
  const MlirRlEncoding encoding = make(freely());
  DecisionState state = start(encoding, "matmul_bias_relu_64_16_128");
  EXPECT_EQ(encoding.step(state, row(encoding, TPF, {0, 0})),
            StepResult::Applied);
  EXPECT_EQ(taken(state)[0].symbol, TP);
  EXPECT_EQ(text(state), "") << "nothing is cut";
}

TEST_F(MlirRlEncodingTest, AnOperationEndsAfterTheMostActions) {
  MlirRlOptions options = freely();
  options.maxActions = 2;
  const MlirRlEncoding encoding = make(options);
  DecisionState state = start(encoding, "matmul_bias_relu_64_16_128");
  EXPECT_EQ(encoding.step(state, row(encoding, T, {0, 0})),
            StepResult::Applied);
  EXPECT_EQ(state.schedule.currentOp(), 1u);
  EXPECT_EQ(encoding.step(state, row(encoding, TP, {8, 0})),
            StepResult::Illegal)
      << "a T without sizes is a T";
  EXPECT_EQ(encoding.step(state, row(encoding, T, {8, 0})),
            StepResult::Applied);
  EXPECT_EQ(state.schedule.currentOp(), 0u);
  // A half interchange is an action too, and is lost.
  EXPECT_EQ(encoding.step(state, row(encoding, T, {8, 0, 0})),
            StepResult::Applied);
  EXPECT_EQ(encoding.step(state, row(encoding, I, {2})), StepResult::Applied);
  EXPECT_TRUE(state.schedule.finished());
  EXPECT_EQ(text(state),
            "op1: tile(0,0) tile(8,0) done; op0: tile(8,0,0) done");
}

TEST_F(MlirRlEncodingTest, VectorisingWhatCannotBeEndsTheOperation) {
  MlirRlOptions options = freely();
  options.vectorSizeLimit = 1 << 20;
  const MlirRlEncoding encoding = make(options);
  DecisionState state = start(encoding, "matmul_64_16_128");
  EXPECT_EQ(encoding.step(state, row(encoding, V)), StepResult::Applied);
  EXPECT_TRUE(state.schedule.finished());
  EXPECT_EQ(text(state), "op0: done") << "131,072 iterations at once";
}

TEST_F(MlirRlEncodingTest, LeavesOutOperationsOfTooManyLoops) {
  MlirRlOptions options = freely();
  options.maxLoops = 2;
  const MlirRlEncoding encoding = make(options);
  DecisionState state = start(encoding, "matmul_bias_relu_64_16_128");
  EXPECT_EQ(state.schedule.currentOp(), 1u);
  EXPECT_EQ(symbols(encoding, state), "NT T TP I") << "no producer to fuse";
  EXPECT_EQ(encoding.step(state, row(encoding, NT)), StepResult::Applied);
  EXPECT_TRUE(state.schedule.finished()) << "the matmul has 3 loops";
}

TEST_F(MlirRlEncodingTest, AnIllegalActionChangesNothing) {
  const MlirRlEncoding encoding = make(freely());
  DecisionState state = start(encoding, "matmul_64_16_128");
  const DecisionState before = state;
  std::vector<std::vector<int64_t>> wrong = {
      row(encoding, T, {64, 0, 0}),  // all of it
      row(encoding, TPF, {8, 0, 0}), // no producer
      row(encoding, V),              // too large
      row(encoding, I, {3}),
      {},
      {0},
      std::vector<int64_t>(38, -1),
      std::vector<int64_t>(38, 8)};
  for (const auto &action : wrong) {
    EXPECT_EQ(encoding.step(state, action), StepResult::Illegal);
    EXPECT_TRUE(state == before);
  }
}

TEST_F(MlirRlEncodingTest, WhatTheMaskAllowsAlwaysApplies) {
  std::mt19937_64 random(5);
  MlirRlOptions swaps, ranks = freely();
  swaps.interchange = MlirRlInterchange::Enumerate;
  ranks.interchange = MlirRlInterchange::Continuous;
  for (const MlirRlOptions &options :
       {MlirRlOptions(), freely(), swaps, ranks}) {
    const MlirRlEncoding encoding = make(options);
    for (llvm::StringRef name :
         {"matmul_64_16_128", "relu_7_100", "mlp_8_16_24_12", "softmax_16_64",
          "attention_2_16_8", "conv_2d_nchw_fchw_1_4_10_10_8_3_3_8_8",
          "pooling_nchw_max_2_4_16_16_3_7_7"})
      for (int walk = 0; walk < 40; ++walk) {
        DecisionState state = start(encoding, name);
        for (int steps = 0; !state.schedule.finished(); ++steps) {
          ASSERT_LT(steps, 1000) << "every walk ends";
          std::vector<int8_t> mask = maskOf(encoding, state);
          std::vector<int64_t> action;
          size_t at = 0;
          for (int64_t choices : encoding.dimensions()) {
            std::vector<int64_t> legal;
            if (action.size() == 37 && !encoding.masksLastEntry())
              legal.push_back(int64_t(random() % uint64_t(choices)));
            else
              for (int64_t choice = 0; choice < choices; ++choice)
                if (mask[at + size_t(choice)])
                  legal.push_back(choice);
            ASSERT_FALSE(legal.empty()) << "every entry can be drawn";
            action.push_back(legal[random() % legal.size()]);
            at += size_t(choices);
          }
          ASSERT_NE(encoding.step(state, action), StepResult::Illegal)
              << name.str() << ": " << text(state);
        }
        // The result is a schedule like any other.
        auto replayed = ScheduleState::replay(
            state.schedule.programPtr(), state.schedule.schedule().canonical(),
            {.maxActionsPerOp = ~0u});
        ASSERT_TRUE(bool(replayed)) << llvm::toString(replayed.takeError());
      }
  }
}

TEST_F(MlirRlEncodingTest, EnumeratesSwapsAsMlirRl) {
  MlirRlOptions options;
  options.interchange = MlirRlInterchange::Enumerate;
  const MlirRlEncoding encoding = make(options);
  // 3 L - 6 = 30 candidates: 11 of loops i, i + 1, 10 of i, i + 2, 9 of
  // i, i + 3; those past n - c are masked.
  EXPECT_EQ(encoding.dimensions().size(), 38u);
  EXPECT_EQ(encoding.dimensions().back(), 30);
  EXPECT_EQ(encoding.maskSize(), 324u);
  auto allowed = [&](llvm::StringRef program) {
    std::vector<int8_t> mask = maskOf(encoding, start(encoding, program));
    std::vector<size_t> found;
    for (auto [candidate, isAllowed] :
         llvm::enumerate(llvm::ArrayRef(mask).take_back(30)))
      if (isAllowed)
        found.push_back(candidate);
    return found;
  };
  EXPECT_THAT(allowed("relu_64"), ElementsAre(0));
  EXPECT_THAT(allowed("relu_64_32"), ElementsAre(0));
  EXPECT_THAT(allowed("matmul_64_16_128"), ElementsAre(0, 1, 11));
  EXPECT_THAT(allowed("add_2_3_4_5"), ElementsAre(0, 1, 2, 11, 12, 21));

  auto scheduleAfter = [&](llvm::StringRef program, int64_t candidate) {
    DecisionState state = start(encoding, program);
    EXPECT_EQ(encoding.step(state, row(encoding, I, {candidate})),
              StepResult::Applied)
        << "one decision";
    EXPECT_EQ(taken(state).size(), 1u);
    return text(state);
  };
  EXPECT_EQ(scheduleAfter("relu_64", 0), "op0: interchange(0)");
  EXPECT_EQ(scheduleAfter("add_2_3_4_5", 2), "op0: interchange(0,1,3,2)");
  EXPECT_EQ(scheduleAfter("add_2_3_4_5", 12), "op0: interchange(0,3,2,1)");
  EXPECT_EQ(scheduleAfter("add_2_3_4_5", 21), "op0: interchange(3,1,2,0)");
  DecisionState state = start(encoding, "add_2_3_4_5");
  for (int64_t candidate : {3, 13, 22, 30})
    EXPECT_EQ(encoding.step(state, row(encoding, I, {candidate})),
              StepResult::Illegal)
        << candidate;
  EXPECT_EQ(encoding.describe(row(encoding, I, {21})), "I(swap 0 3)");
}

TEST_F(MlirRlEncodingTest, RanksPermutationsByTheirLehmerCode) {
  MlirRlOptions options;
  options.interchange = MlirRlInterchange::Continuous;
  const MlirRlEncoding encoding = make(options);
  EXPECT_EQ(encoding.dimensions().back(), 479001600) << "12!";
  // One number, which has one place in the mask.
  EXPECT_FALSE(encoding.masksLastEntry());
  EXPECT_EQ(encoding.maskSize(), 295u);
  EXPECT_EQ(maskOf(encoding, start(encoding, "relu_64")).back(), 1);
  auto permutationOf = [&](llvm::StringRef program, int64_t rank) {
    DecisionState state = start(encoding, program);
    EXPECT_EQ(encoding.step(state, row(encoding, I, {rank})),
              StepResult::Applied);
    return text(state);
  };
  // Most significant digit first: 0 is the identity, n! - 1 the reverse.
  EXPECT_EQ(permutationOf("matmul_64_16_128", 0), "op0: interchange(0,1,2)");
  EXPECT_EQ(permutationOf("matmul_64_16_128", 1), "op0: interchange(0,2,1)");
  EXPECT_EQ(permutationOf("matmul_64_16_128", 2), "op0: interchange(1,0,2)");
  EXPECT_EQ(permutationOf("matmul_64_16_128", 3), "op0: interchange(1,2,0)");
  EXPECT_EQ(permutationOf("matmul_64_16_128", 4), "op0: interchange(2,0,1)");
  EXPECT_EQ(permutationOf("matmul_64_16_128", 5), "op0: interchange(2,1,0)");
  EXPECT_EQ(permutationOf("matmul_64_16_128", 479001599),
            "op0: interchange(2,1,0)")
      << "clamped";
  EXPECT_EQ(permutationOf("relu_64", 17), "op0: interchange(0)");
  EXPECT_EQ(encoding.describe(row(encoding, I, {5})), "I(rank 5)");
}

TEST_F(MlirRlEncodingTest, ChecksTheLoopsOfAnInterchange) {
  auto whyNot = [](MlirRlInterchange interchange, unsigned maxLoops) {
    MlirRlOptions options;
    options.interchange = interchange;
    options.maxLoops = maxLoops;
    return llvm::toString(MlirRlEncoding::create(options).takeError());
  };
  EXPECT_THAT(whyNot(MlirRlInterchange::Enumerate, 2),
              HasSubstr("2 loops have no three kinds of swaps"));
  EXPECT_EQ(whyNot(MlirRlInterchange::Enumerate, 3), "");
  EXPECT_THAT(whyNot(MlirRlInterchange::Continuous, 21),
              HasSubstr("the permutations of 21 loops cannot be numbered"));
  EXPECT_EQ(whyNot(MlirRlInterchange::Continuous, 20), "");
}

TEST_F(MlirRlEncodingTest, ReadsNamesOfItsConfiguration) {
  EXPECT_EQ(llvm::cantFail(parseMlirRlInterchange("enumerate")),
            MlirRlInterchange::Enumerate);
  EXPECT_EQ(llvm::cantFail(parseMlirRlBounds("log")), MlirRlBounds::Log);
  EXPECT_THAT(llvm::toString(parseMlirRlInterchange("levels").takeError()),
              HasSubstr("interchange is 'levels'; choose one of pointers, "
                        "enumerate, continuous"));
  EXPECT_THAT(llvm::toString(parseMlirRlBounds("").takeError()),
              HasSubstr("bounds is ''; choose one of max, log, none"));
}

TEST_F(MlirRlEncodingTest, ReadsOrdersAsMlirRlWritesThem) {
  auto order =
      parseMlirRlOrder({{"I"}, {"!", "I", "NT"}, {"!", "I"}, {"V", "NT"}, {}});
  ASSERT_TRUE(bool(order));
  MlirRlOptions options;
  EXPECT_EQ(llvm::ArrayRef(*order).drop_back(), llvm::ArrayRef(options.order));
  EXPECT_EQ(order->back(), 0x3f) << "nothing named: everything";
  EXPECT_THAT(llvm::toString(parseMlirRlOrder({{"I"}, {"X"}}).takeError()),
              HasSubstr("entry 1 of the order names 'X'"));
}

TEST_F(MlirRlEncodingTest, ChecksOptions) {
  auto whyNot = [](auto change) {
    MlirRlOptions options;
    change(options);
    return llvm::toString(MlirRlEncoding::create(options).takeError());
  };
  EXPECT_EQ(whyNot([](MlirRlOptions &) {}), "");
  EXPECT_THAT(whyNot([](MlirRlOptions &o) { o.maxLoops = 0; }),
              HasSubstr("0 loops"));
  EXPECT_THAT(whyNot([](MlirRlOptions &o) { o.numTileSizes = 31; }),
              HasSubstr("31 tile sizes"));
  EXPECT_THAT(whyNot([](MlirRlOptions &o) { o.maxActions = 0; }),
              HasSubstr("0 actions"));
  EXPECT_THAT(whyNot([](MlirRlOptions &o) { o.order = {0x10, 0}; }),
              HasSubstr("entry 1 of the order allows nothing"));
  EXPECT_THAT(whyNot([](MlirRlOptions &o) { o.order = {0x10, 0x2e}; }),
              HasSubstr("an order of 2 entries for 5 actions"));
}

TEST_F(MlirRlEncodingTest, DescribesActions) {
  const MlirRlEncoding encoding = make();
  auto text = [&](MlirRlSymbol symbol,
                  llvm::ArrayRef<int64_t> parameters = {}) {
    return encoding.describe(row(encoding, symbol, parameters));
  };
  EXPECT_EQ(text(NT), "NT");
  EXPECT_EQ(text(V), "V");
  EXPECT_EQ(text(I, {2}), "I(loop 2)");
  EXPECT_EQ(text(TPF, {8, 0, 64}), "TPF(8,0,64,0,0,0,0,0,0,0,0,0)");
}
} // namespace
} // namespace mlirgym
