#include "agents/learn/RecipeTrainer.h"
#include "SyntheticTimings.h"
#include "agents/policy/Checkpoint.h"
#include "agents/policy/TrainingFolder.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "tests/agents/TemporaryFolder.h"
#include "llvm/ADT/StringExtras.h"
#include <chrono>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <thread>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::HasSubstr;
using ::testing::SizeIs;

namespace {
class RecipeTrainerTest : public ::testing::Test {
protected:
  RecipeTrainerTest() {
    tiny.machine.threads = 1;
    tiny.machine.vectorBits = 256;
    writeTimings(syntheticTiming);
    recipe.name = "test";
    recipe.summary = "tiny";
    recipe.suites = {"tiny"};
    recipe.rounds = {{"random", 6}, {"learned", 3}, {"random", 12}};
    recipe.evaluationSamples = 2;
    recipe.learn = {{"epochs", {4}}, {"minibatch", {16}}, {"hidden", {16, 16}}};
    options.encoding = tiny.encoding;
    options.state = tiny.state;
    programs = {train->programs, held->programs};
  }

  void writeTimings(const TimingOf &timingOf) {
    ProgramPool all = *train;
    llvm::append_range(all.programs, held->programs);
    for (unsigned threads : {1u, 2u}) {
      EnvOptions onThreads = tiny;
      onThreads.machine.threads = threads;
      writeSyntheticTimings(data.file("data.db"), all, onThreads, timingOf);
    }
  }
  llvm::Expected<std::unique_ptr<RecipeTrainer>>
  create(const TemporaryFolder &folder, bool resume = false) {
    ExecutionOptions timings;
    timings.replay = timings.anyMachine = true;
    timings.mainExecData = {data.file("data.db")};
    timings.interrupted = interrupted;
    std::vector<std::shared_ptr<Execution>> executions;
    for (unsigned threads : numbersOfThreads) {
      timings.threads = threads;
      executions.push_back(llvm::cantFail(Execution::create(timings)));
    }
    return RecipeTrainer::create(recipe, programs, std::move(executions),
                                 options, tiny.machine,
                                 {.folder = folder.str(),
                                  .resume = resume,
                                  .interrupted = interrupted,
                                  .watch = watch});
  }
  std::string errorOf(llvm::Expected<std::unique_ptr<RecipeTrainer>> made) {
    return made ? "" : llvm::toString(made.takeError());
  }
  std::vector<RecipeMetrics> run(const TemporaryFolder &folder,
                                 bool resume = false) {
    std::vector<RecipeMetrics> all;
    auto training = llvm::cantFail(create(folder, resume));
    llvm::cantFail(training->train([&](const RecipeMetrics &metrics) {
      all.push_back(metrics);
      return true;
    }));
    return all;
  }
  /// Ends the training, as Ctrl-C would, when `phase` of `round` has done so
  /// many of what it does.
  void interruptAt(RecipePhase phase, unsigned round, unsigned done) {
    stops = false;
    interrupted = [this] { return stops; };
    watch = [this, phase, round, done](const RecipeProgress &now) {
      stops = stops ||
              (now.phase == phase && now.round == round && now.done >= done);
    };
  }
  void interruptNoMore() {
    interrupted = nullptr;
    watch = nullptr;
  }
  /// metrics.jsonl without seconds, which no seed reproduces.
  static std::vector<nlohmann::json> lines(const TemporaryFolder &folder) {
    std::vector<nlohmann::json> parsed;
    const std::string text = readText(folder.file("metrics.jsonl"));
    for (llvm::StringRef line : llvm::split(text, '\n')) {
      if (line.empty())
        continue;
      parsed.push_back(nlohmann::json::parse(line.str()));
      for (const char *name :
           {"search_seconds", "learn_seconds", "evaluate_seconds", "seconds"})
        parsed.back().erase(name);
    }
    return parsed;
  }
  static std::vector<NamedArray> weights(const TemporaryFolder &folder,
                                         llvm::StringRef file) {
    return llvm::cantFail(readCheckpoint(folder.file(file))).arrays;
  }
  void expectSame(const TemporaryFolder &a, const TemporaryFolder &b) {
    EXPECT_EQ(lines(a), lines(b));
    for (const char *file : {"agent.pt", "last.pt"})
      EXPECT_EQ(weights(a, file), weights(b, file)) << file;
  }

  TemporaryFolder data;
  std::shared_ptr<const ProgramPool> train =
      poolOf({"relu_12_20", "matmul_9_10_12"});
  std::shared_ptr<const ProgramPool> held = poolOf({"matmul_8_12_16"});
  EnvOptions tiny = tinyOptions();
  Recipe recipe;
  RecipePrograms programs;
  std::vector<unsigned> numbersOfThreads = {1};
  RecipeOptions options;
  bool stops = false;
  std::function<bool()> interrupted;
  std::function<void(const RecipeProgress &)> watch;
};

TEST_F(RecipeTrainerTest, SearchesLearnsAndEvaluatesInEachRound) {
  TemporaryFolder folder;
  const auto metrics = run(folder);
  ASSERT_THAT(metrics, SizeIs(3));
  EXPECT_EQ(metrics[0].agent, "random");
  EXPECT_EQ(metrics[1].agent, "learned");
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_EQ(metrics[i].iteration, i + 1);
    EXPECT_EQ(metrics[i].round, i + 1);
    EXPECT_TRUE(metrics[i].wholeRound);
    EXPECT_EQ(metrics[i].programs, 3u);
    EXPECT_GT(metrics[i].learnEpochs, 0u);
    ASSERT_TRUE(metrics[i].validationSpeedup);
    EXPECT_LE(*metrics[i].validationSpeedup, *metrics[i].validationSpeedupBest);
    EXPECT_GT(*metrics[i].validationShare, 0);
    EXPECT_LE(*metrics[i].validationShare, 1);
    EXPECT_EQ(metrics[i].measured, 0u) << "replay measures nothing";
  }
  // 3 programs of 6, 3 and 12 samples, and the evaluation's 2 at the most.
  EXPECT_LE(metrics[2].samples, 3u * (6 + 3 + 12) + 3 * 2);
  EXPECT_GT(metrics[2].samples, metrics[1].samples);
  EXPECT_GE(metrics[2].meanBestSpeedup, metrics[0].meanBestSpeedup);
  EXPECT_TRUE(metrics[0].best) << "the first is the best so far";
  EXPECT_FALSE(llvm::sys::fs::exists(folder.file("learn-3")));
}

TEST_F(RecipeTrainerTest, EachProgramIsSearchedWithEachNumberOfThreads) {
  TemporaryFolder one, both, parts;
  const auto alone = run(one);
  numbersOfThreads = {1, 2};
  const auto metrics = run(both);
  ASSERT_THAT(metrics, SizeIs(3));
  EXPECT_EQ(metrics[0].programs, 2 * alone[0].programs);
  EXPECT_EQ(metrics[0].samples, 2 * alone[0].samples);
  EXPECT_NE(weights(one, "last.pt"), weights(both, "last.pt"))
      << "timings of two threads were learned from";
  const auto config = nlohmann::json::parse(readText(both.file("config.json")));
  EXPECT_EQ(config.at("threads"), nlohmann::json({1, 2}));

  interruptAt(RecipePhase::Search, 2, 3);
  run(parts);
  interruptNoMore();
  run(parts, /*resume=*/true);
  expectSame(both, parts);
  numbersOfThreads = {2};
  EXPECT_THAT(errorOf(create(parts, /*resume=*/true)),
              HasSubstr("threads is [1,2] there, [2] now"));
}

TEST_F(RecipeTrainerTest, AnyAgentWithAPolicyMaySearch) {
  recipe.rounds = {{"random", 6}, {"guided", 4}, {"learned", 4}};
  TemporaryFolder whole, parts;
  const auto metrics = run(whole);
  ASSERT_THAT(metrics, SizeIs(3));
  EXPECT_EQ(metrics[1].agent, "guided");
  EXPECT_GT(metrics[1].samples, metrics[0].samples);
  interruptAt(RecipePhase::Search, 2, 1);
  run(parts);
  interruptNoMore();
  run(parts, /*resume=*/true);
  expectSame(whole, parts);
}

TEST_F(RecipeTrainerTest, TheBestAgentByValidationIsKept) {
  recipe.learn["epochs"] = {80};
  recipe.learn["learning_rate"] = {5e-3};
  recipe.evaluationSamples = 1;
  TemporaryFolder folder;
  std::optional<double> first;
  {
    auto training = llvm::cantFail(create(folder));
    llvm::cantFail(training->train([&](const RecipeMetrics &metrics) {
      first = metrics.validationSpeedup;
      return false;
    }));
    EXPECT_EQ(training->bestIteration(), 1u);
  }
  const std::vector<NamedArray> best = weights(folder, "agent.pt");
  EXPECT_EQ(best, weights(folder, "last.pt"));

  // From now on the timings of the training programs favour the slowest
  // schedules.
  writeTimings([this](const Program &program, const Schedule &schedule) {
    Measurement timing = *syntheticTiming(program, schedule);
    if (program.key() != held->programs.front()->key())
      timing.minNs = timing.medianNs = 1e9 / timing.medianNs;
    return timing;
  });
  for (const RecipeMetrics &each : run(folder, /*resume=*/true)) {
    EXPECT_LT(*each.validationSpeedup, *first);
    EXPECT_FALSE(each.best);
  }
  EXPECT_EQ(weights(folder, "agent.pt"), best);
  EXPECT_NE(weights(folder, "last.pt"), best);
}

TEST_F(RecipeTrainerTest, BeginsWithAnotherAgentAndKeepsItUntilOneIsBetter) {
  TemporaryFolder first;
  const auto fromNothing = run(first);
  options.from = first.file("agent.pt");
  recipe.rounds = {{"learned", 3}, {"random", 12}};
  TemporaryFolder folder;
  const auto metrics = run(folder);
  ASSERT_THAT(metrics, SizeIs(3));
  EXPECT_EQ(metrics[0].round, 0u); // the earlier agent, unchanged
  EXPECT_TRUE(metrics[0].best);
  EXPECT_EQ(metrics[0].learnEpochs, 0u);
  EXPECT_FALSE(metrics[0].trainCrossEntropy.has_value());
  ASSERT_TRUE(metrics[0].validationSpeedup.has_value());
  EXPECT_LE(*metrics[0].validationShare, 1);
  EXPECT_EQ(metrics[1].round, 1u);
  EXPECT_GT(metrics[1].learnEpochs, 0u);
  EXPECT_EQ(metrics[2].round, 2u);
  // Learning begins with those weights.
  EXPECT_LT(*metrics[1].trainCrossEntropy, *fromNothing[0].trainCrossEntropy);

  // A resumed training knows its initial checkpoint.
  TemporaryFolder parts;
  interruptAt(RecipePhase::Search, 1, 1);
  run(parts);
  interruptNoMore();
  options.from = "";
  run(parts, /*resume=*/true);
  expectSame(folder, parts);

  options.from = folder.file("absent.pt");
  TemporaryFolder other;
  EXPECT_THAT(errorOf(create(other)), HasSubstr("absent.pt"));
}

TEST_F(RecipeTrainerTest, SameSeedSameAgents) {
  TemporaryFolder a, b, other;
  run(a);
  run(b);
  expectSame(a, b);
  options.seed = 1;
  run(other);
  EXPECT_NE(weights(a, "last.pt"), weights(other, "last.pt"));
}

TEST_F(RecipeTrainerTest, ResumesAfterAStopInAnyPhaseAsIfThereWereNone) {
  TemporaryFolder whole;
  run(whole);
  const std::tuple<RecipePhase, unsigned, unsigned> stopsAt[] = {
      {RecipePhase::Search, 1, 0},   {RecipePhase::Search, 2, 1},
      {RecipePhase::Learn, 1, 0},    {RecipePhase::Learn, 2, 3},
      {RecipePhase::Evaluate, 1, 0}, {RecipePhase::Evaluate, 3, 0}};
  for (auto [phase, round, done] : stopsAt) {
    SCOPED_TRACE(nameOf(phase).str() + " of round " + std::to_string(round));
    TemporaryFolder parts;
    interruptAt(phase, round, done);
    EXPECT_THAT(run(parts), SizeIs(round - 1));
    interruptNoMore();
    EXPECT_THAT(run(parts, /*resume=*/true), SizeIs(3 - round + 1));
    expectSame(whole, parts);
  }
}

// A killed process leaves an older state beside newer files.
TEST_F(RecipeTrainerTest, ResumesAfterAKillBetweenTwoWrites) {
  TemporaryFolder whole;
  run(whole);
  for (RecipePhase phase : {RecipePhase::Learn, RecipePhase::Evaluate}) {
    SCOPED_TRACE(nameOf(phase).str());
    TemporaryFolder folder;
    interruptAt(phase, 2, 0);
    run(folder);
    interruptNoMore();
    const std::string state = readText(folder.file("state.json")),
                      learned = readText(folder.file("learn-2/agent.pt"));
    {
      auto training = llvm::cantFail(create(folder, /*resume=*/true));
      llvm::cantFail(
          training->train([](const RecipeMetrics &) { return false; }));
    }
    EXPECT_THAT(lines(folder), SizeIs(2)) << "with a line that is done again";
    writeText(folder.file("state.json"), state);
    if (phase == RecipePhase::Evaluate) {
      // Learned files are removed only after the state was written.
      llvm::cantFail(llvm::errorCodeToError(
          llvm::sys::fs::create_directory(folder.file("learn-2"))));
      writeText(folder.file("learn-2/agent.pt"), learned);
    }
    run(folder, /*resume=*/true);
    expectSame(whole, folder);
  }
}

TEST_F(RecipeTrainerTest, LearnsAnewIfTheTimingsAreOthersThanBefore) {
  TemporaryFolder folder;
  interruptAt(RecipePhase::Learn, 1, 2);
  run(folder);
  interruptNoMore();
  ASSERT_TRUE(llvm::sys::fs::exists(folder.file("learn-1/checkpoint.pt")));
  writeTimings([](const Program &program, const Schedule &schedule) {
    Measurement timing = *syntheticTiming(program, schedule);
    timing.medianNs *= 1 + 0.1 * schedule.text().size();
    return timing;
  });
  EXPECT_THAT(run(folder, /*resume=*/true), SizeIs(3));
}

TEST_F(RecipeTrainerTest, LearnsAnewIfWhatWasBegunIsDamaged) {
  TemporaryFolder folder;
  interruptAt(RecipePhase::Learn, 1, 2);
  run(folder);
  interruptNoMore();
  writeText(folder.file("learn-1/checkpoint.pt"), "no checkpoint");
  EXPECT_THAT(run(folder, /*resume=*/true), SizeIs(3));
}

TEST_F(RecipeTrainerTest, WorksWithoutValidationPrograms) {
  programs.validation.clear();
  TemporaryFolder folder;
  const auto metrics = run(folder);
  ASSERT_THAT(metrics, SizeIs(3));
  for (const RecipeMetrics &each : metrics) {
    EXPECT_FALSE(each.validationSpeedup);
    EXPECT_TRUE(each.best) << "the last one";
    EXPECT_THAT(each.toJson(), HasSubstr("\"validation_speedup\":null"));
  }
  EXPECT_EQ(weights(folder, "agent.pt"), weights(folder, "last.pt"));
}

TEST_F(RecipeTrainerTest, LearnsFromWhatThereIsWhenTheTimeIsUp) {
  constexpr double seconds = 2;
  options.minutes = seconds / 60;
  TemporaryFolder folder;
  watch = [=](const RecipeProgress &now) { // the first program takes it all
    if (now.phase == RecipePhase::Search && now.done == 0)
      std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  };
  const auto metrics = run(folder);
  ASSERT_THAT(metrics, SizeIs(1));
  EXPECT_FALSE(metrics[0].wholeRound);
  EXPECT_EQ(metrics[0].round, 1u);

  watch = nullptr;
  options.minutes = 1e-9;
  EXPECT_THAT(run(folder, /*resume=*/true), SizeIs(0)) << "no time at all";
  options.minutes = 0;
  const auto rest = run(folder, /*resume=*/true);
  ASSERT_THAT(rest, SizeIs(3)) << "a budget may be raised";
  EXPECT_EQ(rest[0].round, 1u) << "the rest of the round";
  EXPECT_TRUE(rest[0].wholeRound);
  EXPECT_EQ(rest[2].round, 3u);
}

TEST_F(RecipeTrainerTest, ProgramsWithoutATimeAreLeftOut) {
  llvm::append_range(programs.train, poolOf({"relu_24_8"})->programs);
  TemporaryFolder folder;
  auto training = llvm::cantFail(create(folder));
  llvm::cantFail(training->train());
  EXPECT_TRUE(training->finished());
  EXPECT_EQ(training->programsWithoutTime(), 1u);
  EXPECT_EQ(training->firstWithoutTime(),
            "relu_24_8: the baseline is not_cached");
}

TEST_F(RecipeTrainerTest, SaysThatNothingCanBeLearned) {
  programs.train = poolOf({"relu_24_8"})->programs;
  TemporaryFolder folder;
  auto training = llvm::cantFail(create(folder));
  EXPECT_THAT(llvm::toString(training->train()),
              HasSubstr("no timing to learn from for any of 1 programs"));
}

TEST_F(RecipeTrainerTest, OneProcessTrainsInAFolderAtATime) {
  TemporaryFolder folder;
  auto first = llvm::cantFail(create(folder));
  EXPECT_THAT(errorOf(create(folder, /*resume=*/true)),
              HasSubstr("works in this folder"));
}

TEST_F(RecipeTrainerTest, AFolderInUseIsNotOverwritten) {
  TemporaryFolder folder;
  run(folder);
  EXPECT_THAT(errorOf(create(folder)),
              HasSubstr("state.json: there is a training run in this folder"));
}

TEST_F(RecipeTrainerTest, ResumesOnlyWithTheSameOptions) {
  TemporaryFolder folder, empty;
  EXPECT_THAT(errorOf(create(empty, /*resume=*/true)),
              HasSubstr("cannot be resumed"));
  run(folder);
  options.seed = 7;
  EXPECT_THAT(errorOf(create(folder, /*resume=*/true)),
              HasSubstr("seed is 0 there, 7 now"));
  options.seed = 0;
  options.anyTarget = true;
  EXPECT_THAT(errorOf(create(folder, /*resume=*/true)),
              HasSubstr("any_target is false there, true now"));
  options.anyTarget = false;
  recipe.rounds.pop_back();
  EXPECT_THAT(errorOf(create(folder, /*resume=*/true)),
              HasSubstr("recipe.rounds is"));
  recipe.rounds = {{"random", 6}, {"learned", 3}, {"random", 12}};
  programs.validation.clear();
  EXPECT_THAT(errorOf(create(folder, /*resume=*/true)),
              HasSubstr("the validation differ"));
  programs.validation = held->programs;
  writeText(folder.file("state.json"), "{");
  EXPECT_THAT(errorOf(create(folder, /*resume=*/true)),
              HasSubstr("state.json"));
}

TEST_F(RecipeTrainerTest, RefusesRecipesThatCannotWork) {
  TemporaryFolder folder;
  recipe.rounds = {{"learned", 3}};
  EXPECT_THAT(errorOf(create(folder)), HasSubstr("has no policy yet"));
  recipe.rounds = {{"random", 3}, {"oracle", 3}};
  EXPECT_THAT(errorOf(create(folder)), HasSubstr("there is no agent 'oracle'"));
  recipe.rounds = {{"random", 3}};
  recipe.learn = {{"epoch", {3}}};
  EXPECT_THAT(errorOf(create(folder)), HasSubstr("there is no option 'epoch'"));
  recipe.learn = {{"epochs", {2.5}}};
  EXPECT_THAT(errorOf(create(folder)), HasSubstr("epochs has a value"));
  recipe.learn = {{"hidden", {}}};
  EXPECT_THAT(errorOf(create(folder)), HasSubstr("hidden has a value"));
  recipe.learn = {{"epochs", {0}}};
  EXPECT_THAT(errorOf(create(folder)), HasSubstr("must be positive"));
}
} // namespace
