#include "workloads/WorkloadTuning.h"
#include "SyntheticTimings.h"
#include "agents/search/Searchers.h"
#include "tests/execution/QuickProtocol.h"
#include <algorithm>
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::AllOf;
using ::testing::HasSubstr;

namespace {
/// The value; an error ends the test program with its message.
template <typename T> T orExit(llvm::Expected<T> value) {
  static const llvm::ExitOnError exitOnError("workload tuning test: ");
  return exitOnError(std::move(value));
}

/// Parameters that stand for tiles of 0, 4 or 8 of each of three loops, over
/// timings by formula. Every line of Searchers.def.
class ParameterSearchTest : public ::testing::TestWithParam<std::string> {
protected:
  static constexpr int64_t tiles[] = {0, 4, 8};

  static llvm::Expected<std::string> tiled(llvm::ArrayRef<unsigned> choices) {
    std::string sizes;
    for (unsigned choice : choices.take_front(3))
      sizes += (sizes.empty() ? "" : ",") + std::to_string(tiles[choice]);
    return "op0: tile(" + sizes + ")";
  }
  /// The request for the text of a schedule.
  template <typename Code> auto parsed(Code code) const {
    return [code, program = pool->programs[0]](llvm::ArrayRef<unsigned> choices)
               -> llvm::Expected<ExecutionRequest> {
      llvm::Expected<std::string> text = code(choices);
      if (!text)
        return text.takeError();
      return ExecutionRequest::parse(program, *text);
    };
  }
  static double speedupOf(const Program &program,
                          llvm::ArrayRef<unsigned> choices) {
    const Schedule schedule = orExit(Schedule::parse(orExit(tiled(choices))));
    return syntheticNs(program, Schedule()) /
           syntheticNs(program, schedule.canonical());
  }
  void SetUp() override {
    execution = syntheticExecution(*pool, tinyOptions());
    grid = {pool->programs[0], {3, 3, 3}, parsed(tiled)};
  }
  llvm::Expected<SearchResult> tune(const SearchOptions &search) {
    return orExit(makeSearcher(GetParam()))->tune(grid, *execution, search);
  }

  std::shared_ptr<const ProgramPool> pool = poolOf({"matmul_9_10_12"});
  std::shared_ptr<Execution> execution;
  ParameterGrid grid;
};

TEST_P(ParameterSearchTest, FindsTheBestOfASmallGridAndEnds) {
  const SearchResult result = orExit(tune({.budget = 5000}));
  double best = 0;
  for (unsigned i = 0; i < 27; ++i)
    best = std::max(best, speedupOf(*grid.program, {i / 9, i / 3 % 3, i % 3}));
  ASSERT_EQ(result.choices.size(), 3u);
  EXPECT_DOUBLE_EQ(result.speedup, best);
  EXPECT_DOUBLE_EQ(result.speedup, speedupOf(*grid.program, result.choices));
  EXPECT_TRUE(result.schedule.empty());
  EXPECT_LE(result.samples, 27u) << "each point once";
}

TEST_P(ParameterSearchTest, KeepsToTheBudgetAndToTheSeed) {
  for (unsigned budget : {0u, 1u, 7u}) {
    const SearchOptions search{.budget = budget, .seed = 3, .batch = 2};
    const SearchResult one = orExit(tune(search)), two = orExit(tune(search));
    EXPECT_EQ(one.samples, budget);
    EXPECT_EQ(one.curve, two.curve);
    EXPECT_EQ(one.choices, two.choices);
    EXPECT_TRUE(std::is_sorted(one.curve.begin(), one.curve.end()));
  }
}

TEST_P(ParameterSearchTest, APointThatIsNotLegalIsASampleThatFails) {
  grid.request = parsed([](llvm::ArrayRef<unsigned> choices) {
    if (choices[0] == 0)
      return llvm::Expected<std::string>("op0: tile(99,0,0)");
    return tiled(choices);
  });
  const SearchResult result = orExit(tune({.budget = 500}));
  ASSERT_EQ(result.choices.size(), 3u);
  EXPECT_NE(result.choices[0], 0u);
  EXPECT_GT(result.statusCounts[static_cast<size_t>(Status::TransformFailed)],
            0u);
}

TEST_P(ParameterSearchTest, WhatCannotBeReadEndsTheSearch) {
  grid.request =
      [](llvm::ArrayRef<unsigned>) -> llvm::Expected<ExecutionRequest> {
    return llvm::createStringError("no such parameter");
  };
  EXPECT_THAT(llvm::toString(tune({.budget = 5}).takeError()),
              HasSubstr("no such parameter"));
  grid.request = parsed([](llvm::ArrayRef<unsigned>) {
    return llvm::Expected<std::string>("op0: tyle(4)");
  });
  EXPECT_THAT(llvm::toString(tune({.budget = 5}).takeError()),
              HasSubstr("tyle"));
  grid.sizes = {3, 0};
  EXPECT_THAT(llvm::toString(tune({.budget = 5}).takeError()),
              AllOf(HasSubstr("matmul_9_10_12"),
                    HasSubstr("give each at least one value")));
}

/// y = 2 x, tiled; kernels are compiled and run by workers.
class Twice : public Workload {
public:
  std::string name() const override { return "twice"; }
  llvm::Expected<std::string> payloadModule() const override {
    return std::string(R"(
func.func @twice(%x: tensor<96xf32>) -> tensor<96xf32> {
  %e = tensor.empty() : tensor<96xf32>
  %y = linalg.add ins(%x, %x : tensor<96xf32>, tensor<96xf32>)
      outs(%e : tensor<96xf32>) -> tensor<96xf32>
  return %y : tensor<96xf32>
})");
  }
  llvm::Expected<ParameterChoices> parameters() const override {
    return choices;
  }
  llvm::Expected<std::string>
  scheduleModule(const WorkloadParameters &parameters) const override {
    if (parameters.empty())
      return std::string();
    const std::string tile = std::to_string(orExit(parameters.integer("tile")));
    if (*parameters.find("end") == ParameterValue("vectorize"))
      return "op0: tile(" + tile + ") vectorize";
    return R"(
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %add tile_sizes [)" +
           tile +
           R"(] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
})";
  }
  llvm::Error verify(llvm::ArrayRef<Argument>, llvm::ArrayRef<HostBuffer>,
                     llvm::ArrayRef<HostBuffer>) const override {
    if (++verified > rightUntil)
      return llvm::createStringError("not twice as much");
    return llvm::Error::success();
  }

  ParameterChoices choices = {{"tile", {8, 16, 24}},
                              {"end", {"vectorize", "script"}}};
  mutable int verified = 0;
  int rightUntil = 1000;
};

std::shared_ptr<Execution> workers() {
  static const std::shared_ptr<Execution> execution = [] {
    ExecutionOptions options;
    options.protocol = quickProtocol();
    options.protocol.tooSlowFactor = 0;
    options.compileTimeoutMs = options.runTimeoutMs = 120000;
    return orExit(Execution::create(options));
  }();
  return execution;
}

class WorkloadTuningTest : public ::testing::TestWithParam<std::string> {
protected:
  llvm::Expected<WorkloadTuning> tuneTwice(unsigned budget) {
    return tune(*orExit(Engine::create(twice, workers())),
                *orExit(makeSearcher(GetParam())), {.budget = budget});
  }
  std::shared_ptr<Twice> twice = std::make_shared<Twice>();
};

TEST_P(WorkloadTuningTest, TunesParametersOfSchedulesAndOfScripts) {
  const WorkloadTuning found = orExit(tuneTwice(6));
  EXPECT_GE(found.search.samples, 4u);
  EXPECT_EQ(found.search.statusCounts[static_cast<size_t>(Status::Ok)],
            found.search.samples);
  if (found.parameters.empty()) {
    EXPECT_EQ(found.code, "");
    EXPECT_EQ(found.search.speedup, 1);
    EXPECT_EQ(twice->verified, 1);
    return;
  }
  EXPECT_EQ(found.code, orExit(twice->scheduleModule(found.parameters)));
  EXPECT_GT(found.search.speedup, 1);
  EXPECT_EQ(twice->verified, 2) << "payload and winner";
}

TEST_P(WorkloadTuningTest, TunesTheScheduleOfAWorkloadWithoutParameters) {
  twice->choices.clear();
  const WorkloadTuning found = orExit(tuneTwice(3));
  EXPECT_TRUE(found.parameters.empty());
  EXPECT_EQ(found.code, found.search.schedule.text());
  EXPECT_GT(found.search.samples, 0u);
}

TEST_P(WorkloadTuningTest, RefusesAPayloadThatTheWorkloadFindsWrong) {
  twice->rightUntil = 0;
  EXPECT_THAT(llvm::toString(tuneTwice(3).takeError()),
              HasSubstr("twice: the untransformed payload: wrong_result: not "
                        "twice as much"));
}

INSTANTIATE_TEST_SUITE_P(Searchers, ParameterSearchTest,
                         ::testing::ValuesIn(searcherNames()),
                         [](const auto &info) { return info.param; });
INSTANTIATE_TEST_SUITE_P(Searchers, WorkloadTuningTest,
                         ::testing::ValuesIn(searcherNames()),
                         [](const auto &info) { return info.param; });

/// Chooses the first value of each parameter, whatever its time.
class Sure : public Agent {
public:
  llvm::StringRef name() const override { return "sure"; }
  llvm::Expected<SearchResult> optimize(std::shared_ptr<const Program>,
                                        Execution &,
                                        const SearchOptions &) override {
    SearchResult found;
    found.schedule = orExit(Schedule::parse("op0: tile(8)"));
    return found;
  }
  llvm::Expected<SearchResult> tune(const ParameterGrid &grid, Execution &,
                                    const SearchOptions &) override {
    SearchResult found;
    found.choices.assign(grid.sizes.size(), 0);
    return found;
  }
};

TEST(TuneTest, RefusesAWinnerThatTheWorkloadFindsWrong) {
  Sure agent;
  auto twice = std::make_shared<Twice>();
  auto engine = orExit(Engine::create(twice, workers()));
  const WorkloadTuning found = orExit(tune(*engine, agent));
  EXPECT_EQ(found.parameters,
            (WorkloadParameters{{"tile", 8}, {"end", "vectorize"}}));
  EXPECT_EQ(found.code, "op0: tile(8) vectorize");

  auto refusal = [&] {
    twice->verified = 0;
    twice->rightUntil = 1; // the untransformed payload
    llvm::Error error = tune(*engine, agent).takeError();
    EXPECT_TRUE(error.isA<WorkloadError>());
    return llvm::toString(std::move(error));
  };
  EXPECT_EQ(refusal(), "twice: the winner tile=8, end=vectorize: wrong_result: "
                       "not twice as much");
  twice->choices.clear();
  EXPECT_EQ(refusal(), "twice: the winner op0: tile(8): wrong_result: not "
                       "twice as much");
}

/// Knows actions only, as a trained policy does.
class Policy : public Agent {
public:
  llvm::StringRef name() const override { return "policy"; }
  llvm::Expected<SearchResult> optimize(std::shared_ptr<const Program>,
                                        Execution &,
                                        const SearchOptions &) override {
    return SearchResult();
  }
};

TEST(AgentTest, SaysThatItKnowsActionsOnly) {
  Policy policy;
  auto engine = orExit(Engine::create(std::make_shared<Twice>(), workers()));
  EXPECT_THAT(llvm::toString(tune(*engine, policy).takeError()),
              AllOf(HasSubstr("'policy' chooses actions"),
                    HasSubstr("a searcher such as 'evolutionary'")));
}
} // namespace
