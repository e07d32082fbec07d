#include "agents/comparison/Comparison.h"
#include "agents/comparison/Summary.h"
#include "agents/search/Searchers.h"
#include "execution/execdata/ExecData.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "tests/agents/TemporaryFolder.h"
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::HasSubstr;

namespace {
std::vector<std::shared_ptr<const Program>>
load(llvm::ArrayRef<llvm::StringRef> names) {
  ProgramLoader loader;
  std::vector<std::shared_ptr<const Program>> programs;
  for (llvm::StringRef name : names)
    programs.push_back(std::make_shared<const Program>(
        llvm::cantFail(loader.loadGenerated(name))));
  return programs;
}

/// Fails if it is asked, since the stored run must be found.
class NeverAsked : public Agent {
public:
  llvm::StringRef name() const override { return "never"; }
  llvm::Expected<SearchResult> optimize(std::shared_ptr<const Program>,
                                        Execution &,
                                        const SearchOptions &) override {
    return llvm::createStringError("asked");
  }
};

/// Over tests/recorded, in the action space that it covers.
class ComparisonTest : public ::testing::Test {
protected:
  ComparisonOptions options(const std::string &name) const {
    ComparisonOptions options;
    options.folder = folder.file(name);
    options.budgets = {12, 1, 4};
    options.seeds = 2;
    options.search.encoding.tileSizes = {0, 1, 8, 16};
    options.search.encoding.kinds = {ActionKind::Tile, ActionKind::Interchange,
                                     ActionKind::Vectorize};
    options.search.state.maxActionsPerOp = 2;
    options.execution.replay = options.execution.anyMachine = true;
    options.execution.mainExecData = {MLIRGYM_RECORDED "/exec-data.db"};
    return options;
  }
  static std::vector<Contestant> searchers() {
    std::vector<Contestant> contestants;
    for (const char *name : {"random", "evolutionary"})
      contestants.push_back({name, llvm::cantFail(makeSearcher(name))});
    return contestants;
  }
  static std::string text(const Comparison &comparison) {
    return toJson(comparison,
                  llvm::cantFail(summarize(comparison,
                                           ReferencePoint{"evolutionary", 12})))
        .dump();
  }

  TemporaryFolder folder;
  std::vector<std::shared_ptr<const Program>> programs =
      load({"matmul_32_48_64", "relu_64_120"});
};
} // namespace

TEST_F(ComparisonTest, TheSameTimingsGiveTheSameFigures) {
  const Comparison one =
      llvm::cantFail(compareAgents(searchers(), programs, options("one")));
  const Comparison two =
      llvm::cantFail(compareAgents(searchers(), programs, options("two")));
  EXPECT_EQ(text(one), text(two));
  ASSERT_EQ(one.programs.size(), 2u);
  EXPECT_EQ(one.programs[0].family, "matmul");
  EXPECT_TRUE(one.seconds.empty()); // a replay has no wall times
  EXPECT_THAT(one.budgets, ::testing::ElementsAre(1, 4, 12));
  for (const ProgramComparison &on : one.programs)
    for (const auto &seeds : on.runs) {
      ASSERT_EQ(seeds.size(), 2u);
      for (const AgentRun &run : seeds) {
        EXPECT_EQ(run.samples, 12u);
        EXPECT_LE(on.answer(run.after(1)).speedup,
                  on.answer(run.after(12)).speedup);
      }
    }
}

TEST_F(ComparisonTest, FinishedRunsAreNotRepeated) {
  const std::string whole = text(
      llvm::cantFail(compareAgents(searchers(), programs, options("one"))));
  std::vector<Contestant> dead;
  for (const char *name : {"random", "evolutionary"})
    dead.push_back({name, std::make_shared<NeverAsked>()});
  EXPECT_EQ(text(llvm::cantFail(compareAgents(dead, programs, options("one")))),
            whole);
  // A further seed is a run that is missing.
  ComparisonOptions more = options("one");
  more.seeds = 3;
  EXPECT_EQ(llvm::toString(compareAgents(dead, programs, more).takeError()),
            "asked");
}

TEST_F(ComparisonTest, GoesOnWhereItWasInterrupted) {
  const std::string whole = text(
      llvm::cantFail(compareAgents(searchers(), programs, options("one"))));
  ComparisonOptions cut = options("two");
  bool stop = false;
  cut.progress = [&](const ComparisonOptions::Progress &now) {
    EXPECT_EQ(now.runs, 8u);
    stop = stop || now.runsDone > 5.5;
  };
  cut.execution.interrupted = [&] { return stop; };
  const Comparison half =
      llvm::cantFail(compareAgents(searchers(), programs, cut));
  EXPECT_FALSE(half.complete);
  EXPECT_EQ(half.programs.size(), 1u);
  EXPECT_EQ(nlohmann::ordered_json::parse(text(half))["status"], "incomplete");
  EXPECT_EQ(text(llvm::cantFail(
                compareAgents(searchers(), programs, options("two")))),
            whole);
}

TEST_F(ComparisonTest, RefusesRunsOfOtherOptions) {
  llvm::cantFail(compareAgents(searchers(), programs, options("one")));
  ComparisonOptions other = options("one");
  other.budgets = {20};
  EXPECT_THAT(
      llvm::toString(compareAgents(searchers(), programs, other).takeError()),
      HasSubstr("of another comparison: budget is 12, not 20; remove "
                "it, or choose another folder"));
  std::vector<Contestant> retrained = searchers();
  retrained[0].identity = "another file";
  EXPECT_THAT(
      llvm::toString(
          compareAgents(retrained, programs, options("one")).takeError()),
      HasSubstr("of another comparison: agent is"));
}

TEST_F(ComparisonTest, AProgramWithoutABaselineHasAStatusAndNoRuns) {
  programs.push_back(load({"relu_12_20"})[0]);
  const Comparison comparison =
      llvm::cantFail(compareAgents(searchers(), programs, options("one")));
  ASSERT_EQ(comparison.programs.size(), 3u);
  EXPECT_EQ(comparison.programs[2].status, Status::NotCached);
  EXPECT_TRUE(comparison.programs[2].runs.empty());
  const auto json = nlohmann::ordered_json::parse(text(comparison));
  EXPECT_EQ(json["programs_compared"], 2);
  EXPECT_EQ(json["status"], "incomplete");
}

TEST_F(ComparisonTest, OneProcessPerFolder) {
  ComparisonOptions outer = options("one");
  std::string message;
  outer.progress = [&](const ComparisonOptions::Progress &) {
    if (message.empty())
      message = llvm::toString(
          compareAgents(searchers(), programs, options("one")).takeError());
  };
  llvm::cantFail(compareAgents(searchers(), programs, outer));
  EXPECT_THAT(message, HasSubstr("works in this folder; wait for its end"));
}

TEST_F(ComparisonTest, RefusesNoAgentsAndTheSameTwice) {
  EXPECT_THAT(
      llvm::toString(compareAgents({}, programs, options("one")).takeError()),
      HasSubstr("no agent to compare"));
  std::vector<Contestant> twice = searchers();
  twice[1].label = "random";
  EXPECT_THAT(llvm::toString(
                  compareAgents(twice, programs, options("one")).takeError()),
              HasSubstr("the agent random is named twice"));
}

TEST_F(ComparisonTest, EachRunMeasuresForItselfAndAllTimingsAreKept) {
  ComparisonOptions live = options("live");
  live.budgets = {1, 3};
  live.seconds = {0.001, 1000};
  live.seeds = 1;
  live.execution = {};
  live.execution.protocol.budgetMs = 5;
  const Comparison comparison =
      llvm::cantFail(compareAgents(searchers(), load({"relu_8_16"}), live));
  ASSERT_EQ(comparison.programs.size(), 1u);
  const ProgramComparison &on = comparison.programs[0];
  ASSERT_EQ(on.status, Status::Ok) << on.message;
  EXPECT_EQ(comparison.seconds.size(), 2u);
  for (const auto &seeds : on.runs) {
    EXPECT_GT(seeds[0].seconds, 0);
    EXPECT_TRUE(on.answer(seeds[0].after(3)).inTurn);
    EXPECT_EQ(on.answer(seeds[0].afterSeconds(0.001)).incumbent, nullptr);
    EXPECT_EQ(on.answer(seeds[0].afterSeconds(1000)).speedup,
              on.answer(seeds[0].after(3)).speedup);
  }
  auto data = llvm::cantFail(
      ExecData::open({.file = folder.file("live/exec-data.db")}));
  EXPECT_GT(llvm::cantFail(data->count()), 3u);
  EXPECT_FALSE(llvm::sys::fs::exists(folder.file("live/unfinished.db")));
}
