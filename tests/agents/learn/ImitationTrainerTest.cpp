#include "agents/learn/ImitationTrainer.h"
#include "SyntheticTimings.h"
#include "agents/ShippedPolicy.h"
#include "agents/policy/Checkpoint.h"
#include "agents/policy/PolicySpec.h"
#include "agents/policy/TrainedPolicy.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "tests/agents/TemporaryFolder.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <fstream>
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

namespace {
class ImitationTrainerTest : public ::testing::Test {
protected:
  ImitationTrainerTest() {
    tiny.machine.threads = 2;
    sources.timings = {
        .files = {data.file("data.db")}, .threads = {2}, .anyMachine = true};
    sources.train = pool->programs;
    sources.validation = held->programs;
    writeSyntheticTimings(sources.timings.files[0], *pool, tiny);
    options.epochs = 6;
    options.minibatch = 16;
    options.net.hidden = {32};
    options.data.encoding = tiny.encoding;
    options.data.state = tiny.state;
  }
  void addValidationTimings() {
    writeSyntheticTimings(data.file("held.db"), *held, tiny);
    sources.timings.files.push_back(data.file("held.db"));
  }
  llvm::Expected<std::unique_ptr<ImitationTrainer>>
  create(const TemporaryFolder &folder, bool resume = false) {
    return ImitationTrainer::create(
        sources, options, tiny.machine,
        {.folder = folder.str(), .resume = resume, .interrupted = interrupted});
  }
  std::string errorOf(llvm::Expected<std::unique_ptr<ImitationTrainer>> made) {
    return made ? "" : llvm::toString(made.takeError());
  }
  /// Learns until `upTo` epochs are done, and returns the last metrics.
  ImitationMetrics learn(const TemporaryFolder &folder, unsigned upTo = ~0u,
                         bool resume = false) {
    ImitationMetrics last;
    auto trainer = llvm::cantFail(create(folder, resume));
    llvm::cantFail(trainer->train([&](const ImitationMetrics &metrics) {
      last = metrics;
      return metrics.epoch < upTo;
    }));
    return last;
  }
  /// The likeliest decisions of agent.pt.
  static Schedule greedySchedule(const TemporaryFolder &folder,
                                 std::shared_ptr<const Program> of,
                                 unsigned threads) {
    auto policy = llvm::cantFail(loadPolicy(folder.file("agent.pt")));
    auto bound =
        llvm::cantFail(policy->bind(std::move(of), {.threads = threads}));
    DecisionState state = bound->start();
    while (!state.schedule.finished()) {
      const DecisionState *asked = &state;
      const PolicyOutput output = llvm::cantFail(bound->evaluate(asked));
      policy->encoding().step(state, likeliest(output.logitsOf(0)));
    }
    return state.schedule.schedule().canonical();
  }
  static Checkpoint saved(const TemporaryFolder &folder,
                          llvm::StringRef file = "checkpoint.pt") {
    return llvm::cantFail(readCheckpoint(folder.file(file)));
  }
  /// metrics.jsonl without the seconds, which no seed reproduces.
  static std::vector<nlohmann::json> lines(const TemporaryFolder &folder) {
    std::vector<nlohmann::json> parsed;
    const std::string text = readText(folder.file("metrics.jsonl"));
    for (llvm::StringRef line : llvm::split(text, '\n')) {
      if (line.empty())
        continue;
      parsed.push_back(nlohmann::json::parse(line.str()));
      parsed.back().erase("seconds");
    }
    return parsed;
  }

  TemporaryFolder data;
  std::shared_ptr<const ProgramPool> pool =
      poolOf({"relu_12_20", "matmul_9_10_12"});
  std::shared_ptr<const ProgramPool> held = poolOf({"matmul_8_12_16"});
  EnvOptions tiny = tinyOptions();
  ImitationSources sources;
  ImitationOptions options;
  std::function<bool()> interrupted;
};

TEST_F(ImitationTrainerTest, TheGreedyScheduleIsTheBestStoredOne) {
  options.epochs = 150;
  options.learningRate = 5e-3;
  TemporaryFolder folder;
  EXPECT_GT(learn(folder).trainAccuracy, 0.6);
  auto agent = llvm::cantFail(loadAgent(folder.file("agent.pt")));
  EXPECT_EQ(agent->name(), "learned");
  auto execution = syntheticExecution(*pool, tiny);
  for (const auto &program : pool->programs) {
    double best = 0;
    for (const Schedule &schedule : reachableSchedules(program, tiny))
      best = std::max(best, syntheticNs(*program, {}) /
                                syntheticNs(*program, schedule));
    const Schedule schedule = greedySchedule(folder, program, /*threads=*/2);
    EXPECT_NEAR(syntheticNs(*program, {}) / syntheticNs(*program, schedule),
                best, 1e-6)
        << schedule.text();
    const SearchResult result =
        llvm::cantFail(agent->optimize(program, *execution, {.budget = 8}));
    EXPECT_NEAR(result.speedup, best, 1e-6) << result.schedule.text();
  }
}

TEST_F(ImitationTrainerTest, SameSeedSameDataSameWeights) {
  addValidationTimings();
  TemporaryFolder a, b, other;
  learn(a);
  learn(b);
  for (const char *file : {"checkpoint.pt", "agent.pt"})
    EXPECT_EQ(saved(a, file).arrays, saved(b, file).arrays) << file;
  EXPECT_EQ(lines(a), lines(b));
  options.seed = 1;
  learn(other);
  EXPECT_NE(saved(a).arrays, saved(other).arrays);
}

/// An agent need not learn again from other timings, here of the validation
/// programs.
TEST_F(ImitationTrainerTest, StartsFromTheWeightsOfACheckpoint) {
  addValidationTimings();
  options.epochs = 40;
  options.learningRate = 5e-3;
  TemporaryFolder first, second, again, parts;
  const double learned = learn(first).trainCrossEntropy;
  options.from = first.file("agent.pt");
  options.epochs = 2;
  options.learningRate = 1e-5;
  // The checkpoint's options replace them.
  options.net = {.kind = NetKind::Mlp, .hidden = {8}};
  options.data.encoding = {};
  EXPECT_LT(learn(second).trainCrossEntropy, learned * 1.2);
  EXPECT_EQ(saved(second).facts.at("policy").at("net"),
            saved(first).facts.at("policy").at("net"));
  learn(again);
  learn(parts, 1);
  learn(parts, ~0u, /*resume=*/true);
  EXPECT_EQ(saved(second).arrays, saved(again).arrays);
  EXPECT_EQ(saved(second).arrays, saved(parts).arrays);
  options.from = second.file("agent.pt");
  EXPECT_THAT(errorOf(create(parts, /*resume=*/true)),
              HasSubstr("agent.pt\" there, "));
}

TEST_F(ImitationTrainerTest, StartsFromNothingButAPolicyOfFlatDecisions) {
  TemporaryFolder folder, other;
  options.from = folder.file("none.pt");
  EXPECT_THAT(errorOf(create(other)), HasSubstr("none.pt"));
  options.from.clear();
  learn(folder, 1);
  Checkpoint joint = saved(folder, "agent.pt");
  PolicySpec spec =
      llvm::cantFail(policySpecFromJson(joint.facts.at("policy")));
  spec.actions = EncodingKind::Joint;
  joint.facts["policy"] = toJson(spec);
  options.from = folder.file("joint.pt");
  llvm::cantFail(writeCheckpoint(options.from, joint));
  EXPECT_THAT(errorOf(create(other)),
              AllOf(HasSubstr("joint.pt: its policy chooses"),
                    HasSubstr("start from another checkpoint")));
}

TEST_F(ImitationTrainerTest, ResumingIsExact) {
  addValidationTimings();
  TemporaryFolder whole, parts;
  learn(whole);
  learn(parts, 2);
  // State after a kill between a line of metrics and the next checkpoint.
  std::ofstream(parts.file("metrics.jsonl"), std::ios::app)
      << R"({"epoch":3})" << "\n";
  learn(parts, ~0u, /*resume=*/true);
  for (const char *file : {"checkpoint.pt", "agent.pt"}) {
    EXPECT_EQ(saved(whole, file).arrays, saved(parts, file).arrays) << file;
    EXPECT_EQ(saved(whole, file).facts, saved(parts, file).facts) << file;
  }
  EXPECT_EQ(lines(whole), lines(parts));
  EXPECT_THAT(lines(whole), SizeIs(6));
}

TEST_F(ImitationTrainerTest, TokensLearnResumeExactlyAndAreReproducible) {
  addValidationTimings();
  options.net = {.kind = NetKind::Tokens,
                 .hidden = {32},
                 .tokens = {.width = 16, .attention = 1, .operations = 2}};
  options.learningRate = 5e-3;
  TemporaryFolder whole, again, parts;
  learn(whole);
  learn(again);
  learn(parts, 2);
  learn(parts, ~0u, /*resume=*/true);
  for (const char *file : {"checkpoint.pt", "agent.pt"}) {
    EXPECT_EQ(saved(whole, file).arrays, saved(again, file).arrays) << file;
    EXPECT_EQ(saved(whole, file).arrays, saved(parts, file).arrays) << file;
    EXPECT_EQ(saved(whole, file).facts, saved(parts, file).facts) << file;
  }
  const auto metrics = lines(whole);
  EXPECT_LT(metrics.back().at("train_cross_entropy").get<double>(),
            metrics.front().at("train_cross_entropy").get<double>());
  EXPECT_NE(greedySchedule(whole, pool->programs.back(), /*threads=*/2).text(),
            "");
  options.net.tokens.operations = 1;
  EXPECT_THAT(errorOf(create(whole, /*resume=*/true)),
              HasSubstr("observation.program.facts is [2,15] there"));
}

TEST_F(ImitationTrainerTest, AnInterruptedEpochIsDoneAgain) {
  TemporaryFolder whole, parts;
  learn(whole);
  unsigned asked = 0;
  interrupted = [&asked] { return ++asked > 7; };
  learn(parts);
  const auto done = saved(parts).facts.at("epochs").get<unsigned>();
  EXPECT_LT(done, 6u);
  interrupted = nullptr;
  learn(parts, ~0u, /*resume=*/true);
  EXPECT_EQ(saved(whole).arrays, saved(parts).arrays);
}

TEST_F(ImitationTrainerTest, ValidationDecidesWhichEpochIsKeptAndWhenToStop) {
  addValidationTimings();
  options.epochs = 200;
  options.patience = 3;
  options.learningRate = 2e-2;
  TemporaryFolder folder;
  const ImitationMetrics last = learn(folder);
  ASSERT_TRUE(last.validationCrossEntropy.has_value());
  EXPECT_LT(last.epoch, 200u);
  const auto metrics = lines(folder);
  const auto best = std::min_element(metrics.begin(), metrics.end(),
                                     [](const auto &a, const auto &b) {
                                       return a.at("validation_cross_entropy") <
                                              b.at("validation_cross_entropy");
                                     });
  EXPECT_EQ(last.epoch, best->at("epoch").get<unsigned>() + 3);
  EXPECT_EQ(saved(folder, "agent.pt").facts.at("epoch"), best->at("epoch"));
  auto again = llvm::cantFail(create(folder, /*resume=*/true));
  EXPECT_TRUE(again->finished());
}

TEST_F(ImitationTrainerTest, TheCriticRanksSchedules) {
  addValidationTimings();
  options.epochs = 60;
  options.learningRate = 5e-3;
  options.patience = 60;
  TemporaryFolder folder;
  EXPECT_GT(learn(folder).criticCorrelation.value(), 0.5);
}

TEST_F(ImitationTrainerTest,
       WithoutTimingsOfValidationProgramsTheLastEpochIsKept) {
  TemporaryFolder folder;
  const ImitationMetrics last = learn(folder);
  EXPECT_FALSE(last.validationCrossEntropy.has_value());
  EXPECT_EQ(saved(folder, "agent.pt").facts.at("epoch"), 6);
}

TEST_F(ImitationTrainerTest, WhatIsAlsoTrainedOnIsNotHeldOut) {
  sources.validation = pool->programs;
  TemporaryFolder folder;
  EXPECT_EQ(llvm::cantFail(create(folder))->summary().validationPrograms, 0u);
}

/// One agent for both numbers of threads: the same programs are fastest in
/// parallel with two, and have no parallel action with one.
TEST_F(ImitationTrainerTest, OnePolicyIsForAllNumbersOfThreads) {
  tiny.encoding.without = {ActionKind::TileParallel};
  tiny.machine.threads = 1;
  writeSyntheticTimings(data.file("one.db"), *pool, tiny);
  sources.timings.files.push_back(data.file("one.db"));
  sources.timings.threads = {1, 2};
  // By default the kinds are chosen for the number of threads.
  options.data.encoding.kinds = EncodingOptions().kinds;
  options.epochs = 150;
  options.learningRate = 5e-3;
  TemporaryFolder folder;
  learn(folder);
  auto policy = llvm::cantFail(loadPolicy(folder.file("agent.pt")));
  EXPECT_THAT(policy->trainedThreads(), ElementsAre(1u, 2u));
  for (const auto &program : pool->programs) {
    EXPECT_EQ(whyUnfit(*policy, *program, 1), "");
    EXPECT_EQ(whyUnfit(*policy, *program, 2), "");
    EXPECT_EQ(whyUnfit(*policy, *program, 4), "");
    EXPECT_THAT(greedySchedule(folder, program, /*threads=*/1).text(),
                Not(HasSubstr("tile_parallel")));
    EXPECT_THAT(greedySchedule(folder, program, /*threads=*/2).text(),
                HasSubstr("tile_parallel"));
  }
}

TEST_F(ImitationTrainerTest, SaysWhatThereIs) {
  options.data.encoding.tileSizes = {0, 4};
  sources.train.push_back(poolOf({"relu_4_8"})->programs.front());
  TemporaryFolder folder;
  auto trainer = llvm::cantFail(create(folder));
  const ImitationSummary &summary = trainer->summary();
  EXPECT_EQ(summary.trainPrograms, 2u);
  EXPECT_EQ(summary.trainProgramsAsked, 3u);
  EXPECT_GT(summary.unfit, 0u);
  EXPECT_THAT(summary.firstUnfit, HasSubstr("tile size 8 is not in the"));
  EXPECT_GT(summary.decisions, 0u);
}

TEST_F(ImitationTrainerTest, AFolderIsOneRun) {
  TemporaryFolder folder;
  learn(folder, 1);
  EXPECT_THAT(errorOf(create(folder)), HasSubstr("resume it, or choose"));
  auto held = llvm::cantFail(create(folder, /*resume=*/true));
  EXPECT_THAT(errorOf(create(folder, /*resume=*/true)),
              HasSubstr("works in this folder"));
}

TEST_F(ImitationTrainerTest, AResumeWithOtherOptionsOrDataIsRefused) {
  TemporaryFolder folder;
  learn(folder, 1);
  options.data.temperature = 0.2;
  EXPECT_THAT(errorOf(create(folder, /*resume=*/true)),
              HasSubstr("temperature is 0.1 there, 0.2 now"));
  options.data.temperature = 0.1;
  options.net.hidden = {16};
  EXPECT_THAT(errorOf(create(folder, /*resume=*/true)), HasSubstr("hidden"));
  options.net.hidden = {32};
  sources.train.pop_back();
  EXPECT_THAT(errorOf(create(folder, /*resume=*/true)),
              HasSubstr("the stored timings or the programs differ"));
}

TEST_F(ImitationTrainerTest, ADamagedCheckpointIsRefused) {
  TemporaryFolder folder;
  learn(folder, 1);
  const std::string path = folder.file("checkpoint.pt");
  std::string bytes = readText(path);
  writeText(path, llvm::StringRef(bytes).drop_back(bytes.size() / 2));
  EXPECT_THAT(errorOf(create(folder, /*resume=*/true)),
              AllOf(HasSubstr("checkpoint.pt"), HasSubstr("truncated")));
  bytes[bytes.size() / 2] ^= 1;
  writeText(path, bytes);
  EXPECT_THAT(errorOf(create(folder, /*resume=*/true)),
              HasSubstr("checkpoint.pt"));
  Checkpoint foreign = saved(folder, "agent.pt");
  llvm::cantFail(writeCheckpoint(path, foreign));
  EXPECT_THAT(errorOf(create(folder, /*resume=*/true)),
              HasSubstr("not of `mlirgym learn`"));
}

TEST_F(ImitationTrainerTest, NamesOptionsThatAreOutOfRange) {
  TemporaryFolder folder;
  auto errorWith = [&](const std::function<void(ImitationOptions &)> &change) {
    const ImitationOptions before = options;
    change(options);
    std::string error = errorOf(create(folder));
    options = before;
    return error;
  };
  EXPECT_THAT(errorWith([](auto &o) { o.epochs = 0; }), HasSubstr("epochs"));
  EXPECT_THAT(errorWith([](auto &o) { o.learningRate = NAN; }),
              HasSubstr("learning_rate"));
  EXPECT_THAT(errorWith([](auto &o) { o.data.temperature = 0; }),
              HasSubstr("temperature"));
  EXPECT_THAT(errorWith([](auto &o) { o.data.withinFactor = 0.5; }),
              HasSubstr("within_factor"));
}

TEST_F(ImitationTrainerTest, ImitatesTheRecordedTimings) {
  const std::string folderOfData = MLIRGYM_RECORDED;
  const auto description =
      nlohmann::json::parse(readText(folderOfData + "/description.json"));
  sources = {};
  sources.timings = {.files = {folderOfData + "/" +
                               description.at("exec_data").get<std::string>()},
                     .anyMachine = true};
  ProgramLoader loader;
  for (const auto &name : description.at("programs")) {
    const std::string text =
        llvm::cantFail(generateProgram(name.get<std::string>()));
    sources.train.push_back(std::make_shared<Program>(
        llvm::cantFail(loader.loadText(text, name.get<std::string>()))));
  }
  options = {};
  options.data.encoding.tileSizes.assign({0, 1, 8, 16});
  options.data.state.maxActionsPerOp =
      description.at("max_actions_per_op").get<unsigned>();
  options.data.bestPerProgram = 1;
  options.net.hidden = {64};
  options.epochs = 150;
  options.learningRate = 5e-3;
  TemporaryFolder folder;
  learn(folder);

  ExecutionOptions replay;
  replay.mainExecData = sources.timings.files;
  replay.replay = replay.anyMachine = true;
  auto execution = llvm::cantFail(Execution::create(replay));
  StoredTimingsReport report;
  const auto stored =
      llvm::cantFail(readStoredTimings(sources.train, sources.timings, report));
  for (const StoredProgram &each : stored) {
    double best = 0;
    for (const StoredSchedule &schedule : each.schedules)
      if (!schedule.failed)
        best = std::max(best, schedule.logSpeedup);
    const Schedule schedule = greedySchedule(folder, each.program, 1);
    const double speedup =
        llvm::cantFail(execution->baseline(each.program)).medianNs /
        llvm::cantFail(execution->measure(each.program, schedule)).medianNs;
    EXPECT_NEAR(std::log(speedup), best, 1e-6)
        << each.program->name().str() << ": " << schedule.text();
  }
}
} // namespace
