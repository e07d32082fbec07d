#include "agents/search/Searchers.h"
#include "SyntheticTimings.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <gmock/gmock.h>
#include <set>
#include <string>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::HasSubstr;

namespace {
/// Over a small space whose timings are all known: every line of Searchers.def.
class SearchersTest : public ::testing::TestWithParam<std::string> {
protected:
  void SetUp() override {
    options.machine.threads = 2;
    execution = syntheticExecution(*pool, options);
  }
  llvm::Expected<SearchResult> optimize(SearchOptions search) {
    search.encoding = options.encoding;
    search.state = options.state;
    return llvm::cantFail(makeSearcher(GetParam()))
        ->optimize(pool->programs[0], *execution, search);
  }
  double bestReachable() const {
    double best = 0;
    for (const Schedule &schedule :
         reachableSchedules(pool->programs[0], options))
      best = std::max(best, syntheticNs(*pool->programs[0], Schedule()) /
                                syntheticNs(*pool->programs[0], schedule));
    return best;
  }

  EnvOptions options = tinyOptions();
  std::shared_ptr<const ProgramPool> pool = poolOf({"matmul_9_10_12"});
  std::shared_ptr<Execution> execution;
};

TEST_P(SearchersTest, GetsNearTheBestOfASmallSpace) {
  // In a part of the space, that one begins with equal decisions.
  const unsigned budget = GetParam() == "exhaustive" ? 100000 : 200;
  const SearchResult result = llvm::cantFail(optimize({.budget = budget}));
  EXPECT_GT(result.speedup, 0.6 * bestReachable())
      << result.schedule.text() << ", best " << bestReachable();
  EXPECT_DOUBLE_EQ(result.speedup,
                   result.baseline.medianNs / result.best.medianNs);
  EXPECT_DOUBLE_EQ(result.best.medianNs,
                   syntheticNs(*pool->programs[0], result.schedule));
}

TEST_P(SearchersTest, AsksOnlyWhatTheEncodingReaches) {
  const SearchResult result = llvm::cantFail(optimize({.budget = 100}));
  EXPECT_EQ(result.statusCounts[static_cast<size_t>(Status::NotCached)], 0u);
  EXPECT_EQ(result.cacheHits, result.samples);
}

TEST_P(SearchersTest, SameSeedSameSearch) {
  const SearchResult one = llvm::cantFail(optimize({.budget = 60, .seed = 7}));
  const SearchResult two = llvm::cantFail(optimize({.budget = 60, .seed = 7}));
  EXPECT_EQ(one.curve, two.curve);
  EXPECT_EQ(one.schedule, two.schedule);
  // Two searches may happen to improve at the same samples, above all those
  // that find the best schedule of the space at once.
  const bool seedMatters =
      llvm::any_of(llvm::seq<uint64_t>(8, 16), [&](uint64_t seed) {
        return llvm::cantFail(optimize({.budget = 60, .seed = seed})).curve !=
               one.curve;
      });
  EXPECT_TRUE(seedMatters || one.speedup >= bestReachable())
      << one.speedup << " of " << bestReachable();
}

/// With an encoding of eight places, no schedule could be searched.
TEST_P(SearchersTest, HasAPlaceForEachLoop) {
  auto program = std::make_shared<const Program>(
      llvm::cantFail(ProgramLoader().loadText(R"mlir(
func.func @f(%x: tensor<1x6x8x8x4xf32>, %w: tensor<3x3x3x4x8xf32>, %c: tensor<1x4x6x6x8xf32>) -> tensor<1x4x6x6x8xf32> {
  %0 = linalg.conv_3d_ndhwc_dhwcf {dilations = dense<1> : tensor<3xi64>, strides = dense<1> : tensor<3xi64>} ins(%x, %w : tensor<1x6x8x8x4xf32>, tensor<3x3x3x4x8xf32>) outs(%c : tensor<1x4x6x6x8xf32>) -> tensor<1x4x6x6x8xf32>
  return %0 : tensor<1x4x6x6x8xf32>
})mlir",
                                              "conv")));
  const ProgramPool one{{program}};
  options.encoding.maxLoops = 8; // none of its schedules is stored
  execution = syntheticExecution(one, options);
  SearchOptions search;
  search.budget = 12;
  search.encoding = options.encoding;
  auto result = llvm::cantFail(makeSearcher(GetParam()))
                    ->optimize(program, *execution, search);
  ASSERT_TRUE(bool(result)) << llvm::toString(result.takeError());
  EXPECT_GT(result->samples, 0u);
}

TEST_P(SearchersTest, KeepsToTheBudget) {
  for (unsigned budget : {0u, 1u, 13u}) {
    const SearchResult result =
        llvm::cantFail(optimize({.budget = budget, .batch = 5}));
    EXPECT_LE(result.samples, budget);
    EXPECT_EQ(result.curve.size(), result.samples);
    EXPECT_TRUE(std::is_sorted(result.curve.begin(), result.curve.end()));
  }
}

TEST_P(SearchersTest, EndsWhenTheSpaceIsExhausted) {
  options.encoding.tileSizes = {0};
  const SearchResult result = llvm::cantFail(optimize({.budget = 5000}));
  EXPECT_LT(result.samples, 100u);
}

TEST_P(SearchersTest, StopsWhenTheCallbackSaysSo) {
  SearchOptions search{.budget = 100, .batch = 4};
  unsigned calls = 0;
  search.progress = [&calls](const SearchOptions::Progress &) {
    return ++calls < 10;
  };
  const SearchResult result = llvm::cantFail(optimize(search));
  EXPECT_EQ(calls, 10u);
  EXPECT_LE(result.samples, 13u); // the batch under way ends
}

class SearchersWithStartsTest : public SearchersTest {};

TEST_P(SearchersWithStartsTest, BeginWithWhatIsKnown) {
  Schedule best;
  for (const Schedule &schedule :
       reachableSchedules(pool->programs[0], options))
    if (syntheticNs(*pool->programs[0], schedule) <
        syntheticNs(*pool->programs[0], best))
      best = schedule;
  const Schedule illegal =
      llvm::cantFail(Schedule::parse("op0: tile(100,0,0)"));
  const SearchResult result = llvm::cantFail(
      optimize({.budget = 1, .starts = {illegal, best.canonical()}}));
  EXPECT_EQ(result.samples, 1u);
  EXPECT_EQ(result.schedule, best.canonical());
  // With more actions than the search takes, too.
  ASSERT_GT(best.canonical().entries().front().actions.size(), 1u);
  options.state.maxActionsPerOp = 1;
  const SearchResult shorter =
      llvm::cantFail(optimize({.budget = 10, .starts = {best.canonical()}}));
  EXPECT_EQ(shorter.schedule, best.canonical());
  EXPECT_EQ(shorter.samples, 10u);
}

INSTANTIATE_TEST_SUITE_P(Searchers, SearchersWithStartsTest,
                         ::testing::Values("bayesian", "evolutionary"));

INSTANTIATE_TEST_SUITE_P(Searchers, SearchersTest,
                         ::testing::ValuesIn(searcherNames()),
                         [](const auto &info) { return info.param; });

TEST(ExhaustiveSearchTest, MeasuresEachScheduleOfTheSpaceOnce) {
  EnvOptions options = tinyOptions();
  options.machine.threads = 2;
  auto pool = poolOf({"matmul_9_10_12"});
  auto execution = syntheticExecution(*pool, options);
  SearchOptions search;
  search.encoding = options.encoding;
  search.state = options.state;
  search.budget = 1000000;
  std::set<std::string> reachable;
  double best = 1;
  for (const Schedule &schedule :
       reachableSchedules(pool->programs[0], options)) {
    reachable.insert(schedule.canonical().text());
    best = std::max(best, syntheticNs(*pool->programs[0], Schedule()) /
                              syntheticNs(*pool->programs[0], schedule));
  }
  reachable.erase("");
  for (const uint64_t seed : {0, 1}) {
    search.seed = seed;
    const SearchResult result =
        llvm::cantFail(llvm::cantFail(makeSearcher("exhaustive"))
                           ->optimize(pool->programs[0], *execution, search));
    EXPECT_EQ(result.samples, reachable.size());
    EXPECT_EQ(result.speedup, best);
  }
}

TEST(MakeSearcherTest, NamesThoseItKnows) {
  for (const std::string &name : searcherNames())
    EXPECT_EQ(llvm::cantFail(makeSearcher(name))->name(), name);
  EXPECT_THAT(llvm::toString(makeSearcher("gready").takeError()),
              HasSubstr("there is no searcher 'gready'; choose one of random, "
                        "greedy, beam, evolutionary, bayesian"));
}

TEST(MakeSearcherTest, TheHandbookTellsOfEach) {
  auto page =
      llvm::MemoryBuffer::getFile(dataDirectory() + "/../docs/agents.md");
  ASSERT_TRUE(bool(page)) << page.getError().message();
  for (const std::string &name : searcherNames())
    EXPECT_TRUE((*page)->getBuffer().contains("\n| `" + name + "` | ")) << name;
}
} // namespace
