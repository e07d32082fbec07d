#include "SyntheticTimings.h"
#include "agents/policy/Checkpoint.h"
#include "agents/ppo/Ppo.h"
#include "program/ProgramLoader.h"
#include "tests/agents/TemporaryFolder.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

namespace {
/// An encoding of its own: the only action ends an operation.
class OneButton final : public llvm::RTTIExtends<OneButton, ActionEncoding> {
public:
  static char ID;
  OneButton() : RTTIExtends(llvm::ArrayRef<int64_t>(1), StateOptions()) {}
  void mask(const DecisionState &state,
            llvm::MutableArrayRef<int8_t> out) const override {
    out[0] = !state.schedule.finished();
  }
  StepResult step(DecisionState &state,
                  llvm::ArrayRef<int64_t> action) const override {
    if (!contains(action) || state.schedule.finished())
      return StepResult::Illegal;
    state.schedule.applyLegal(ActionKind::Done);
    return StepResult::Applied;
  }
  std::string describe(llvm::ArrayRef<int64_t>) const override {
    return "done";
  }
  nlohmann::json identity() const override { return {}; }
  Observer makeObserver(const MachineFeatures &machine) const override {
    return {FlatEncoding(), machine};
  }

private:
  uint64_t decisionsPerAction() const override { return 1; }
};
char OneButton::ID;

class PpoTrainerTest : public ::testing::Test {
protected:
  PpoTrainerTest() {
    env.machine.threads = 2;
    execution = syntheticExecution(*pool, env);
    ppo.iterations = 4;
    ppo.rolloutSteps = 32;
    ppo.numEnvs = 4;
    ppo.minibatch = 64;
    ppo.hidden = {32};
    ppo.saveEvery = 100;
  }
  /// Four passes in every iteration, whatever happens.
  void passAlways() {
    ppo.epochs = 4;
    ppo.fullEpochsShare = ppo.targetKl = 0;
  }
  llvm::Expected<std::unique_ptr<PpoTrainer>>
  create(const TemporaryFolder &folder, bool resume = false) {
    return PpoTrainer::create(pool, execution, env, ppo, folder.str(),
                              {.resume = resume, .validation = validation});
  }
  std::string errorOf(llvm::Expected<std::unique_ptr<PpoTrainer>> trainer) {
    return trainer ? "" : llvm::toString(trainer.takeError());
  }
  /// Trains and returns the metrics of each iteration.
  std::vector<PpoMetrics> train(const TemporaryFolder &folder,
                                bool resume = false) {
    std::vector<PpoMetrics> all;
    auto trainer = llvm::cantFail(create(folder, resume));
    llvm::cantFail(trainer->train([&all](const PpoMetrics &metrics) {
      all.push_back(metrics);
      return true;
    }));
    return all;
  }
  static Checkpoint saved(const TemporaryFolder &folder) {
    return llvm::cantFail(readCheckpoint(folder.file("checkpoint.pt")));
  }
  /// metrics.jsonl without the seconds, which no seed reproduces.
  static std::vector<nlohmann::json> lines(const TemporaryFolder &folder) {
    std::vector<nlohmann::json> parsed;
    const std::string text = readText(folder.file("metrics.jsonl"));
    for (llvm::StringRef line : llvm::split(text, '\n')) {
      if (line.empty())
        continue;
      parsed.push_back(nlohmann::json::parse(line.str()));
      parsed.back().erase("rollout_seconds");
      parsed.back().erase("update_seconds");
      parsed.back().erase("evaluation_seconds");
    }
    return parsed;
  }

  std::shared_ptr<const ProgramPool> pool =
      poolOf({"relu_12_20", "matmul_9_10_12"});
  std::shared_ptr<const ProgramPool> validation;
  EnvOptions env = tinyOptions();
  PpoOptions ppo;
  std::shared_ptr<Execution> execution;
};

TEST_F(PpoTrainerTest, TakesTheEncodingsOfKindsOnly) {
  env.actions = [](const EncodingOptions &, StateOptions) {
    return std::make_shared<const OneButton>();
  };
  TemporaryFolder folder;
  EXPECT_THAT(errorOf(create(folder)),
              HasSubstr("set the environment's actions to FlatActions::create "
                        "or JointActions::create"));
}

TEST_F(PpoTrainerTest, LearnsWithinAFewHundredEpisodes) {
  TemporaryFolder folder;
  ppo.iterations = 30;
  ppo.learningRate = 2e-3;
  ppo.numEnvs = 8;
  const auto metrics = train(folder);
  ASSERT_EQ(metrics.size(), 30u);
  EXPECT_EQ(metrics.back().iteration, 30u);
  EXPECT_EQ(metrics.back().steps, 30u * 32 * 8);
  const double before = metrics.front().meanReturn;
  const double after = metrics.back().meanReturn;
  // Random decisions give about 0.8 (in nats), the best schedules above 2.
  EXPECT_GT(after, before + 0.5) << before << " to " << after;
  EXPECT_LT(metrics.back().entropy, metrics.front().entropy);
  EXPECT_GE(metrics.back().bestSpeedup, metrics.back().meanSpeedup);
  EXPECT_NEAR(std::log(metrics.back().meanSpeedup), after, 1e-9);
}

TEST_F(PpoTrainerTest, SameSeedSameWeights) {
  TemporaryFolder one, two, other;
  train(one);
  train(two);
  ppo.seed = 1;
  train(other);
  EXPECT_EQ(saved(one).arrays, saved(two).arrays);
  EXPECT_EQ(lines(one), lines(two));
  EXPECT_NE(saved(one).arrays, saved(other).arrays);
}

TEST_F(PpoTrainerTest, ResumesExactly) {
  TemporaryFolder straight, interrupted;
  train(straight);

  ppo.iterations = 2;
  train(interrupted);
  ppo.iterations = 4;
  EXPECT_EQ(train(interrupted, /*resume=*/true).size(), 2u);

  EXPECT_EQ(saved(straight).arrays, saved(interrupted).arrays);
  EXPECT_EQ(saved(straight).facts, saved(interrupted).facts);
  EXPECT_EQ(lines(straight), lines(interrupted));
}

TEST_F(PpoTrainerTest, ResumesEveryOptionExactly) {
  validation = pool;
  ppo.epsilon = 0.1;
  ppo.valueEpochs = 2;
  ppo.reuseExperience = 2;
  ppo.targetEntropy = 0.8;
  ppo.evaluateEvery = 2;
  ppo.iterations = 6;
  ppo.numEnvs = 3;
  ppo.rolloutSteps = 25; // episodes reach from one iteration into the next
  TemporaryFolder straight, interrupted;
  train(straight);
  for (unsigned iterations : {1u, 3u, 6u}) {
    ppo.iterations = iterations;
    train(interrupted, /*resume=*/iterations > 1);
  }
  EXPECT_EQ(saved(straight).arrays, saved(interrupted).arrays);
  EXPECT_EQ(saved(straight).facts, saved(interrupted).facts);
  EXPECT_EQ(lines(straight), lines(interrupted));
  const auto best = [](const TemporaryFolder &folder) {
    return llvm::cantFail(readCheckpoint(folder.file("best.pt"))).arrays;
  };
  EXPECT_EQ(best(straight), best(interrupted));
}

TEST_F(PpoTrainerTest, EvaluatesAndKeepsTheBest) {
  validation = poolOf({"relu_12_20"});
  ppo.iterations = 30;
  ppo.evaluateEvery = 5;
  ppo.learningRate = 2e-3;
  TemporaryFolder folder;
  const auto metrics = train(folder);
  double best = 0;
  for (const PpoMetrics &iteration : metrics) {
    EXPECT_EQ(iteration.validationSpeedup.has_value(),
              iteration.iteration % 5 == 0);
    best = std::max(best, iteration.validationSpeedup.value_or(0));
  }
  EXPECT_GT(best, 1);
  const Checkpoint kept =
      llvm::cantFail(readCheckpoint(folder.file("best.pt")));
  EXPECT_EQ(kept.facts.at("best_validation").get<double>(), best);
  // The checkpoint as an agent finds the evaluated schedules.
  auto agent = llvm::cantFail(loadAgent(folder.file("best.pt")));
  EXPECT_NEAR(llvm::cantFail(agent->optimize(validation->programs[0],
                                             *execution, {.budget = 1}))
                  .speedup,
              std::max(best, 1.0), 1e-9);
}

TEST_F(PpoTrainerTest, StartsFromThePolicyOfAnother) {
  TemporaryFolder teacher, student;
  ppo.iterations = 30;
  ppo.learningRate = 2e-3;
  const auto before = train(teacher);
  ppo.seed = 5;
  ppo.hidden = {16}; // the checkpoint's sizes count
  auto trainer = llvm::cantFail(
      PpoTrainer::create(pool, execution, env, ppo, student.str(),
                         {.from = teacher.file("checkpoint.pt")}));
  PpoMetrics first;
  llvm::cantFail(trainer->train([&first](const PpoMetrics &metrics) {
    first = metrics;
    return false;
  }));
  EXPECT_EQ(first.iteration, 1u);
  EXPECT_GT(first.meanReturn,
            (before.front().meanReturn + before.back().meanReturn) / 2);
  trainer.reset();
  EXPECT_EQ(train(student, /*resume=*/true).size(), 29u);
}

TEST_F(PpoTrainerTest, SaysWhyItCannotStartFromACheckpoint) {
  TemporaryFolder teacher, student;
  train(teacher);
  const std::string path = teacher.file("checkpoint.pt");
  auto startFrom = [&](const PpoStart &start) {
    return errorOf(
        PpoTrainer::create(pool, execution, env, ppo, student.str(), start));
  };
  EXPECT_THAT(startFrom({.resume = true, .from = path}),
              HasSubstr("start from a checkpoint in a new folder"));
  EXPECT_THAT(startFrom({.from = student.file("none.pt")}),
              HasSubstr("none.pt: cannot be read"));
  env.encoding.tileSizes = {0, 4};
  EXPECT_THAT(
      startFrom({.from = path}),
      AllOf(HasSubstr(
                "checkpoint.pt: belongs to another encoding or "
                "observation: encoding.tile_sizes is [0,4,8] there, [0,4] now"),
            HasSubstr("start from a checkpoint with the same")));
}

TEST_F(PpoTrainerTest, CountsWhatIsNew) {
  TemporaryFolder folder;
  ppo.iterations = 40;
  const auto metrics = train(folder);
  uint64_t news = 0;
  for (const PpoMetrics &iteration : metrics) {
    news += iteration.newMeasurements;
    EXPECT_LE(iteration.distinctSchedules, 100);
    EXPECT_EQ(iteration.measured, 0u); // a replay
  }
  size_t there = 0;
  for (const auto &program : pool->programs)
    there += reachableSchedules(program, env).size();
  EXPECT_LE(news, there);
  EXPECT_GT(news, 20u);
  EXPECT_GE(metrics.back().meanBestSpeedup, metrics.front().meanBestSpeedup);
}

TEST_F(PpoTrainerTest, AnInterruptInAnIterationLeavesTheCheckpointBeforeIt) {
  passAlways();
  ppo.rolloutSteps = 4;
  TemporaryFolder straight;
  train(straight);

  // Called before each of 4 steps and 4 minibatches, unless that is too often.
  unsigned asked = 0, stopAt = 0;
  execution = syntheticExecution(*pool, env, syntheticTiming, [&] {
    if (stopAt == 0)
      return false;
    ::usleep(110'000);
    return ++asked == stopAt;
  });
  // In the first rollout, in the first update, in a later rollout and update.
  for (unsigned when : {3u, 6u, 11u, 15u}) {
    TemporaryFolder interrupted;
    asked = 0;
    stopAt = when;
    const unsigned whole = (when - 1) / 8;
    EXPECT_EQ(train(interrupted).size(), whole);
    EXPECT_EQ(asked, when);
    EXPECT_EQ(lines(interrupted).size(), whole);
    EXPECT_EQ(saved(interrupted).facts.at("iteration").get<unsigned>(), whole);
    stopAt = 0;
    EXPECT_EQ(train(interrupted, /*resume=*/true).size(), 4 - whole);
    EXPECT_EQ(saved(straight).arrays, saved(interrupted).arrays);
    EXPECT_EQ(saved(straight).facts, saved(interrupted).facts);
    EXPECT_EQ(lines(straight), lines(interrupted));
  }
}

TEST_F(PpoTrainerTest, AnInterruptedTrainerGoesOnWhereItWas) {
  passAlways();
  ppo.rolloutSteps = 4;
  TemporaryFolder straight, interrupted;
  train(straight);
  unsigned asked = 0;
  execution = syntheticExecution(*pool, env, syntheticTiming, [&] {
    if (asked >= 6)
      return false;
    ::usleep(110'000);
    return ++asked == 6; // in the first update, when Adam has taken a step
  });
  auto trainer = llvm::cantFail(create(interrupted));
  llvm::cantFail(trainer->train());
  EXPECT_EQ(asked, 6u);
  llvm::cantFail(trainer->train());
  EXPECT_EQ(saved(straight).arrays, saved(interrupted).arrays);
  EXPECT_EQ(lines(straight), lines(interrupted));
}

TEST_F(PpoTrainerTest, AFolderHasOneTrainingAtATime) {
  TemporaryFolder folder;
  {
    auto first = llvm::cantFail(create(folder));
    const std::string holder =
        folder.str() + ": process " + std::to_string(::getpid()) + " on ";
    // Also before the first checkpoint, and for a resumption.
    EXPECT_THAT(errorOf(create(folder)),
                AllOf(StartsWith(holder),
                      HasSubstr("works in this folder; wait for its end, or "
                                "choose another folder")));
    llvm::cantFail(first->train());
    EXPECT_THAT(errorOf(create(folder, /*resume=*/true)), StartsWith(holder));
    EXPECT_EQ(lines(folder).size(), 4u);
  }
  EXPECT_EQ(errorOf(create(folder, /*resume=*/true)), "");
}

TEST_F(PpoTrainerTest, MetricsGoToARegularFileOnly) {
  TemporaryFolder folder;
  ASSERT_EQ(::mkfifo(folder.file("metrics.jsonl").c_str(), 0600), 0);
  ::alarm(60); // must not wait for a reader
  EXPECT_THAT(errorOf(create(folder)),
              HasSubstr("metrics.jsonl: cannot be written: a FIFO"));
  ::alarm(0);
}

TEST_F(PpoTrainerTest, ResumesFromAnEarlierCheckpointWithoutDuplicateLines) {
  TemporaryFolder straight, killed;
  train(straight);

  // Two iterations, saved; the lines of two more were written, and half of one,
  // when it was killed.
  ppo.iterations = 2;
  train(killed);
  const std::string text = readText(straight.file("metrics.jsonl"));
  writeText(killed.file("metrics.jsonl"), text + text.substr(0, 40));
  ppo.iterations = 4;
  train(killed, /*resume=*/true);
  EXPECT_EQ(lines(straight), lines(killed));
}

TEST_F(PpoTrainerTest, ResumingWhatIsCompleteDoesNothing) {
  TemporaryFolder folder;
  train(folder);
  const std::string before = readText(folder.file("checkpoint.pt"));
  EXPECT_TRUE(train(folder, /*resume=*/true).empty());
  EXPECT_EQ(readText(folder.file("checkpoint.pt")), before);
}

TEST_F(PpoTrainerTest, StopsWhenTheCallbackSaysSoAndSaves) {
  TemporaryFolder folder;
  auto trainer = llvm::cantFail(create(folder));
  unsigned calls = 0;
  llvm::cantFail(
      trainer->train([&calls](const PpoMetrics &) { return ++calls < 2; }));
  EXPECT_EQ(calls, 2u);
  EXPECT_EQ(saved(folder).facts.at("iteration"), 2);
}

TEST_F(PpoTrainerTest, BootstrapsWhereEpisodesAreTruncated) {
  TemporaryFolder folder;
  env.maxDecisions = 3;
  const auto metrics = train(folder);
  // Most episodes are truncated before a timing.
  EXPECT_GT(metrics.back().episodes, 100u);
  EXPECT_TRUE(std::isfinite(metrics.back().valueLoss));
}

TEST_F(PpoTrainerTest, WritesItsConfiguration) {
  TemporaryFolder folder;
  train(folder);
  const auto config =
      nlohmann::json::parse(readText(folder.file("config.json")));
  EXPECT_EQ(config.at("ppo").at("num_envs"), 4);
  EXPECT_EQ(config.at("env").at("machine").at("threads"), 2);
  EXPECT_EQ(config.at("programs").size(), 2u);
}

TEST_F(PpoTrainerTest, RefusesAFolderThatHoldsATraining) {
  TemporaryFolder folder;
  train(folder);
  EXPECT_THAT(errorOf(create(folder)),
              HasSubstr("there is a training run in this folder; resume it, or "
                        "choose another folder"));
}

TEST_F(PpoTrainerTest, RefusesToResumeWithOtherOptions) {
  TemporaryFolder folder;
  train(folder);
  ppo.learningRate = 0.5;
  EXPECT_THAT(errorOf(create(folder, /*resume=*/true)),
              AllOf(HasSubstr("checkpoint.pt: cannot be resumed: learning_rate "
                              "is 0.001 there, 0.5 now"),
                    HasSubstr("config.json")));
  ppo = PpoOptions(ppo);
  ppo.learningRate = PpoOptions().learningRate;
  ppo.hidden = {16};
  EXPECT_THAT(errorOf(create(folder, true)), HasSubstr("hidden is [32] there"));
  ppo.hidden = {32};
  pool = poolOf({"relu_12_20", "add_12_20"});
  EXPECT_THAT(errorOf(create(folder, true)), HasSubstr("the programs differ"));
}

TEST_F(PpoTrainerTest, RefusesToResumeFromNothingOrFromADamagedFile) {
  TemporaryFolder folder;
  EXPECT_THAT(errorOf(create(folder, true)), HasSubstr("cannot be read"));
  train(folder);
  std::string bytes = readText(folder.file("checkpoint.pt"));
  bytes.resize(bytes.size() / 2);
  writeText(folder.file("checkpoint.pt"), bytes);
  EXPECT_THAT(errorOf(create(folder, true)), HasSubstr("truncated"));
}

TEST_F(PpoTrainerTest, RefusesOptionsThatCannotWork) {
  TemporaryFolder folder;
  ppo.numEnvs = 0;
  EXPECT_THAT(errorOf(create(folder)), HasSubstr("num_envs"));
  ppo.numEnvs = 1;
  ppo.learningRate = NAN;
  EXPECT_THAT(errorOf(create(folder)), HasSubstr("learning_rate"));
  ppo.learningRate = 1e-3;
  ppo.gamma = 1.5;
  EXPECT_THAT(errorOf(create(folder)), HasSubstr("gamma"));
  ppo.gamma = 1;
  ppo.epsilon = 1.5;
  EXPECT_THAT(errorOf(create(folder)), HasSubstr("epsilon"));
  ppo.epsilon = 0;
  ppo.targetEntropy = NAN;
  EXPECT_THAT(errorOf(create(folder)), HasSubstr("target_entropy"));
  ppo.targetEntropy = 0;
  pool = std::make_shared<ProgramPool>();
  EXPECT_THAT(errorOf(create(folder)), HasSubstr("no program to train on"));
}

TEST_F(PpoTrainerTest, RefusesEnvironmentsThatCannotBeMade) {
  TemporaryFolder folder;
  env.encoding.tileSizes = {8, 16};
  EXPECT_THAT(errorOf(create(folder)), HasSubstr("put 0 first"));
  env = tinyOptions();
  env.reward.base = 1;
  EXPECT_THAT(errorOf(create(folder)), HasSubstr("base"));
  env = tinyOptions();
  auto holed = std::make_shared<ProgramPool>(*pool);
  holed->programs.push_back(nullptr);
  pool = holed;
  EXPECT_THAT(errorOf(create(folder)),
              HasSubstr("program 2 of the pool is null"));
  EXPECT_EQ(readText(folder.file("config.json")), "");
}

TEST_F(PpoTrainerTest, TakesProgramsWithNamesThatAreNotUtf8) {
  auto strange = std::make_shared<ProgramPool>();
  strange->programs.push_back(std::make_shared<const Program>(
      llvm::cantFail(ProgramLoader().loadText(R"(
func.func @add(%x: tensor<12x20xf32>) -> tensor<12x20xf32> {
  %e = tensor.empty() : tensor<12x20xf32>
  %y = linalg.add ins(%x, %x : tensor<12x20xf32>, tensor<12x20xf32>)
      outs(%e : tensor<12x20xf32>) -> tensor<12x20xf32>
  return %y : tensor<12x20xf32>
})",
                                              "caf\xe9"))));
  pool = strange;
  execution = syntheticExecution(*pool, env);
  TemporaryFolder folder;
  ppo.iterations = 1;
  EXPECT_EQ(train(folder).size(), 1u);
  ppo.iterations = 2;
  EXPECT_EQ(train(folder, /*resume=*/true).size(), 1u);
}

TEST_F(PpoTrainerTest, ObservesTheThreadsOfTheExecution) {
  TemporaryFolder folder;
  env.machine.threads = 7; // the execution has 2
  train(folder);
  const auto config =
      nlohmann::json::parse(readText(folder.file("config.json")));
  EXPECT_EQ(config.at("env").at("machine").at("threads"), 2);
}

TEST_F(PpoTrainerTest, ADivergedTrainingLeavesTheLastCheckpoint) {
  TemporaryFolder folder;
  ppo.iterations = 1;
  ppo.learningRate = 1e300; // no weight is a number after the first step
  auto trainer = llvm::cantFail(create(folder));
  llvm::cantFail(trainer->save());
  const std::string before = readText(folder.file("checkpoint.pt"));
  ASSERT_FALSE(before.empty());
  EXPECT_THAT(llvm::toString(trainer->train()), HasSubstr("update: "));
  // The rest of it is neither saved nor continued.
  EXPECT_THAT(llvm::toString(trainer->save()),
              HasSubstr("resume from the last checkpoint"));
  EXPECT_THAT(llvm::toString(trainer->train()),
              HasSubstr("an iteration failed half-way"));
  EXPECT_EQ(readText(folder.file("checkpoint.pt")), before);
}

TEST_F(PpoTrainerTest, SaysWhichFolderCannotBeMade) {
  TemporaryFolder folder;
  writeText(folder.file("file"), "");
  llvm::Expected<std::unique_ptr<PpoTrainer>> trainer =
      PpoTrainer::create(pool, execution, env, ppo, folder.file("file/in"));
  EXPECT_THAT(llvm::toString(trainer.takeError()),
              HasSubstr("file/in: the folder cannot be made"));
}
} // namespace
