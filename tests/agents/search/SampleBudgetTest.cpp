#include "agents/search/SampleBudget.h"
#include "SyntheticTimings.h"
#include "execution/execdata/ExecData.h"
#include "tests/agents/TemporaryFolder.h"
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::AllOf;
using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {
class SampleBudgetTest : public ::testing::Test {
protected:
  void SetUp() override { execution = syntheticExecution(*pool, options); }
  llvm::Expected<SampleBudget> start(const SearchOptions &search) {
    return SampleBudget::start(pool->programs[0], *execution, search);
  }
  static Schedule parse(llvm::StringRef text) {
    return llvm::cantFail(Schedule::parse(text));
  }

  EnvOptions options = tinyOptions();
  std::shared_ptr<const ProgramPool> pool = poolOf({"add_12_20"});
  std::shared_ptr<Execution> execution;
};

TEST_F(SampleBudgetTest, KeepsBestCurveAndStatuses) {
  auto budget = llvm::cantFail(start({.budget = 10}));
  EXPECT_TRUE(budget.propose(parse("op0: tile(4,4)")));
  EXPECT_TRUE(budget.propose(parse("op0: tile(8,8)")));
  EXPECT_TRUE(budget.propose(parse("op0: interchange(1,0)")));
  EXPECT_TRUE(budget.propose(parse("op0: tile(2,2)"))); // not on file
  auto samples = llvm::cantFail(budget.run());
  ASSERT_EQ(samples.size(), 4u);

  // 0.9 and 0.8 a loop, 1.05: see syntheticNs().
  const SearchResult &result = budget.result();
  EXPECT_EQ(result.schedule.text(), "op0: tile(8,8)");
  EXPECT_DOUBLE_EQ(result.speedup, 1 / 0.64);
  EXPECT_DOUBLE_EQ(result.best.medianNs, 64000);
  EXPECT_DOUBLE_EQ(result.baseline.medianNs, 100000);
  EXPECT_THAT(result.curve,
              ElementsAre(DoubleEq(1 / 0.81), DoubleEq(1 / 0.64),
                          DoubleEq(1 / 0.64), DoubleEq(1 / 0.64)));
  ASSERT_EQ(result.improvements.size(), 2u);
  EXPECT_EQ(result.improvements[0].sample, 1u);
  EXPECT_EQ(result.improvements[0].schedule.text(), "op0: tile(4,4)");
  EXPECT_EQ(result.improvements[1].sample, 2u);
  EXPECT_EQ(result.improvements[1].schedule.text(), "op0: tile(8,8)");
  ASSERT_EQ(result.curveSeconds.size(), 4u);
  EXPECT_GE(result.curveSeconds.front(), 0);
  EXPECT_TRUE(llvm::is_sorted(result.curveSeconds));
  EXPECT_EQ(result.samples, 4u);
  EXPECT_EQ(result.cacheHits, 3u);
  EXPECT_EQ(result.statusCounts[static_cast<size_t>(Status::Ok)], 3u);
  EXPECT_EQ(result.statusCounts[static_cast<size_t>(Status::NotCached)], 1u);
  EXPECT_EQ(samples[3].speedup, 0);
}

TEST_F(SampleBudgetTest, AsksNoScheduleTwiceNorTheBaseline) {
  auto budget = llvm::cantFail(start({.budget = 10}));
  EXPECT_FALSE(budget.propose(Schedule()));
  EXPECT_FALSE(budget.propose(parse("op0: tile(0,0) done")));
  EXPECT_TRUE(budget.propose(parse("op0: tile(4,4)")));
  EXPECT_FALSE(budget.propose(parse("op0: tile(4,4) done")));
  EXPECT_FALSE(budget.knownSpeedup(parse("op0: tile(4,4)")).has_value());
  llvm::cantFail(budget.run());
  EXPECT_FALSE(budget.propose(parse("op0: tile(4,4)")));
  EXPECT_DOUBLE_EQ(*budget.knownSpeedup(parse("op0: tile(4,4)")), 1 / 0.81);
  EXPECT_EQ(*budget.knownSpeedup(Schedule()), 1);
}

TEST_F(SampleBudgetTest, EndsOnceLittleIsExpectedFourTimesInARow) {
  auto budget = llvm::cantFail(start({.budget = 100, .minGain = 0.01}));
  for (int batch = 0; batch < 4; ++batch)
    budget.expect(0.001);
  EXPECT_FALSE(budget.exhausted());
  budget.expect(0.02); // more is expected: from the start
  for (int batch = 0; batch < 4; ++batch)
    budget.expect(0.001);
  EXPECT_FALSE(budget.exhausted());
  // The expectation was wrong: this schedule is faster.
  EXPECT_TRUE(budget.propose(parse("op0: tile(8,8)")));
  llvm::cantFail(budget.run());
  for (int batch = 0; batch < 4; ++batch)
    budget.expect(0.001);
  EXPECT_FALSE(budget.exhausted());
  budget.expect(0.001);
  EXPECT_TRUE(budget.exhausted());
}

TEST_F(SampleBudgetTest, SpendsTheWholeBudgetByDefault) {
  auto budget = llvm::cantFail(start({.budget = 100}));
  for (int batch = 0; batch < 50; ++batch)
    budget.expect(0);
  EXPECT_FALSE(budget.exhausted());
}

TEST_F(SampleBudgetTest, TakesNoMoreThanTheBudgetQueueCounted) {
  auto budget = llvm::cantFail(start({.budget = 2, .batch = 2}));
  EXPECT_TRUE(budget.propose(parse("op0: tile(4,0)")));
  EXPECT_FALSE(budget.batchIsFull());
  EXPECT_TRUE(budget.propose(parse("op0: tile(0,4)")));
  EXPECT_TRUE(budget.batchIsFull());
  EXPECT_TRUE(budget.exhausted());
  EXPECT_FALSE(budget.propose(parse("op0: tile(8,8)")));
  llvm::cantFail(budget.run());
  EXPECT_EQ(llvm::cantFail(std::move(budget).finish()).samples, 2u);
}

TEST_F(SampleBudgetTest, StopsWhenTheCallbackSaysSo) {
  std::vector<double> seen;
  SearchOptions search{.budget = 10};
  search.progress = [&seen](const SearchOptions::Progress &progress) {
    EXPECT_EQ(progress.budget, 10u);
    EXPECT_EQ(progress.samples, seen.size() + 1);
    seen.push_back(progress.bestSpeedup);
    return progress.best->empty();
  };
  auto budget = llvm::cantFail(start(search));
  budget.propose(parse("op0: interchange(1,0)"));
  budget.propose(parse("op0: tile(4,4)"));
  budget.propose(parse("op0: tile(8,8)"));
  llvm::cantFail(budget.run());
  EXPECT_THAT(seen, ElementsAre(1, DoubleEq(1 / 0.81)));
  EXPECT_TRUE(budget.exhausted());
  EXPECT_FALSE(budget.propose(parse("op0: tile(4,0)")));
  // Samples in flight still count.
  EXPECT_EQ(budget.result().samples, 3u);
}

TEST_F(SampleBudgetTest, SaysWhatToDoWithoutABaseline) {
  execution =
      syntheticExecution(*pool, options, [](const Program &, const Schedule &) {
        return std::nullopt;
      });
  llvm::Expected<SampleBudget> budget = start({});
  EXPECT_THAT(llvm::toString(budget.takeError()),
              AllOf(HasSubstr("add_12_20: the baseline is not_cached"),
                    HasSubstr("; record it first, or search without replay")));
}

/// Replay of timings and paired timings that are given schedule by schedule.
class PairedBudgetTest : public SampleBudgetTest {
protected:
  struct Known {
    const char *schedule;
    double ns;
    double pairedNs; ///< 0: measured alone only
  };
  static constexpr double baselineNs = 1000, pairedBaselineNs = 1100;

  SearchResult search(llvm::ArrayRef<Known> timings) {
    const std::string file = folder.file("timings.db");
    {
      auto data = llvm::cantFail(ExecData::open({.file = file}));
      auto keyOf = [&](llvm::StringRef schedule) {
        return ExecDataKey{pool->programs[0]->key(), schedule.str(), "machine",
                           "toolchain", "protocol"};
      };
      auto timed = [](double ns) {
        Measurement measurement;
        measurement.status = Status::Ok;
        measurement.medianNs = measurement.minNs = ns;
        return measurement;
      };
      llvm::cantFail(data->insert(keyOf(""), timed(baselineNs), {}));
      for (const Known &known : timings) {
        const ExecDataKey key = keyOf(known.schedule);
        llvm::cantFail(data->insert(key, timed(known.ns), {}));
        PairedMeasurement paired;
        paired.status = Status::Ok;
        paired.baselineNs = pairedBaselineNs;
        paired.scheduleNs = known.pairedNs;
        paired.rounds = 5;
        paired.uncertainty = 0.02;
        if (known.pairedNs > 0)
          llvm::cantFail(data->settlePaired(key, paired).takeError());
      }
    }
    ExecutionOptions replay;
    replay.replay = replay.anyMachine = true;
    replay.mainExecData = {file};
    execution = llvm::cantFail(Execution::create(replay));
    auto budget = llvm::cantFail(start({.budget = 10}));
    for (const Known &known : timings)
      budget.propose(parse(known.schedule));
    llvm::cantFail(budget.run());
    return llvm::cantFail(std::move(budget).finish());
  }

  TemporaryFolder folder;
};

TEST_F(PairedBudgetTest, ReportsWhatWasMeasuredInTurn) {
  SearchResult result = search({{"op0: tile(4,4)", 500, 550}});
  EXPECT_EQ(result.schedule.text(), "op0: tile(4,4)");
  EXPECT_DOUBLE_EQ(result.speedup, 2);
  EXPECT_EQ(result.baseline.medianNs, pairedBaselineNs);
  EXPECT_EQ(result.best.medianNs, 550);
  EXPECT_EQ(result.pairedRounds, 5u);
  EXPECT_EQ(result.speedupUncertainty, 0.02);
  EXPECT_THAT(result.curve, ElementsAre(2));
}

TEST_F(PairedBudgetTest, TheLuckiestOfManyIsNotTheFastest) {
  SearchResult result = search({{"op0: tile(4,4)", 250, 550}, // 4, then 2
                                {"op0: tile(8,8)", 333, 1100. / 3}}); // 3, 3
  EXPECT_EQ(result.schedule.text(), "op0: tile(8,8)");
  EXPECT_DOUBLE_EQ(result.speedup, 3);
}

TEST_F(PairedBudgetTest, TheFirstFourAreInOneRace) {
  SearchResult result = search({{"op0: tile(4,4)", 250, 550},   // 4, then 2
                                {"op0: tile(8,8)", 333, 500},   // 3, then 2.2
                                {"op0: tile(4,8)", 400, 440},   // 2.5, 2.5
                                {"op0: tile(8,4)", 410, 1000},  // 2.4, then 1.1
                                {"op0: tile(2,4)", 430, 100}}); // never asked
  EXPECT_EQ(result.schedule.text(), "op0: tile(4,8)");
  EXPECT_DOUBLE_EQ(result.speedup, 2.5);
}

TEST_F(PairedBudgetTest, WhatWasTheFastestBeforeIsInThatRaceToo) {
  // The machine was slow at first.
  SearchResult result = search({{"op0: tile(2,2)", 600, 1000},
                                {"op0: tile(4,4)", 500, 220}, // 2, then 5
                                {"op0: tile(8,8)", 333, 500},
                                {"op0: tile(4,8)", 340, 500},
                                {"op0: tile(8,4)", 350, 500},
                                {"op0: tile(2,4)", 360, 500},
                                {"op0: tile(2,8)", 250, 550}});
  EXPECT_EQ(result.schedule.text(), "op0: tile(4,4)");
  EXPECT_DOUBLE_EQ(result.speedup, 5);
}

TEST_F(PairedBudgetTest, OthersFollowIfTheyCouldWin) {
  SearchResult result = search({{"op0: tile(4,4)", 250, 550}, // 4, then 2
                                {"op0: tile(8,8)", 333, 500}, // 3, then 2.2
                                {"op0: tile(4,8)", 400, 1500},
                                {"op0: tile(8,4)", 410, 1000},
                                {"op0: tile(2,4)", 430, 110}}); // 2.3, then 10
  EXPECT_EQ(result.schedule.text(), "op0: tile(2,4)");
  EXPECT_DOUBLE_EQ(result.speedup, 10);
}

TEST_F(PairedBudgetTest, ASpeedupThatVanishesIsNone) {
  SearchResult result = search({{"op0: tile(4,4)", 900, 1200}});
  EXPECT_TRUE(result.schedule.empty());
  EXPECT_EQ(result.speedup, 1);
  EXPECT_EQ(result.best.medianNs, result.baseline.medianNs);
}

TEST_F(PairedBudgetTest, WithoutPairedTimingsAReplayReportsTheOthers) {
  SearchResult result = search({{"op0: tile(4,4)", 500, 0}});
  EXPECT_EQ(result.schedule.text(), "op0: tile(4,4)");
  EXPECT_DOUBLE_EQ(result.speedup, 2);
  EXPECT_EQ(result.pairedRounds, 0u);
}

TEST_F(PairedBudgetTest, APairThatVanishedHidesNoCandidateWithoutOne) {
  SearchResult result = search({{"op0: tile(4,4)", 333, 1222}, // 3, then 0.9
                                {"op0: tile(8,8)", 500, 0},
                                {"op0: tile(4,8)", 900, 0}});
  EXPECT_EQ(result.schedule.text(), "op0: tile(8,8)");
  EXPECT_DOUBLE_EQ(result.speedup, 2);
  EXPECT_EQ(result.baseline.medianNs, baselineNs);
  EXPECT_EQ(result.best.medianNs, 500);
  EXPECT_EQ(result.pairedRounds, 0u);
  EXPECT_EQ(result.speedupUncertainty, 0);
}

TEST_F(PairedBudgetTest, NorOneWithAFasterPair) {
  SearchResult result = search({{"op0: tile(4,4)", 250, 1222}, // 4, then 0.9
                                {"op0: tile(8,8)", 333, 0},
                                {"op0: tile(4,8)", 400, 550}}); // 2.5, then 2
  EXPECT_EQ(result.schedule.text(), "op0: tile(4,8)");
  EXPECT_DOUBLE_EQ(result.speedup, 2);
  EXPECT_EQ(result.pairedRounds, 5u);
}

TEST_F(PairedBudgetTest, TheMostPromisingStandsWithoutAPair) {
  SearchResult result =
      search({{"op0: tile(4,4)", 250, 0}, {"op0: tile(8,8)", 333, 550}});
  EXPECT_EQ(result.schedule.text(), "op0: tile(4,4)");
  EXPECT_DOUBLE_EQ(result.speedup, 4);
  EXPECT_EQ(result.pairedRounds, 0u);
}

TEST_F(SampleBudgetTest, PassesOnWhatTheExecutionCallsAnError) {
  auto budget = llvm::cantFail(start({.budget = 10}));
  budget.propose(parse("op0: tile(4,4)"));
  budget.propose(parse("op0: tile(4,4,4)")); // three sizes for two loops
  auto samples = budget.run();
  EXPECT_THAT(llvm::toString(samples.takeError()), HasSubstr("op0"));
}
} // namespace
