// PPO in the joint encoding: a step of an environment is a whole action.
#include "SyntheticTimings.h"
#include "agents/guided/PolicyAgent.h"
#include "agents/policy/Checkpoint.h"
#include "agents/policy/NetPolicy.h"
#include "agents/policy/TrainedNet.h"
#include "agents/policy/nets/PolicyNet.h"
#include "agents/ppo/ActionDistribution.h"
#include "agents/ppo/Ppo.h"
#include "tests/agents/TemporaryFolder.h"
#include "llvm/ADT/StringExtras.h"
#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <cmath>
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::AllOf;
using ::testing::HasSubstr;

namespace {
class JointTrainingTest : public ::testing::Test {
protected:
  JointTrainingTest() {
    env.actions = JointActions::create;
    env.machine.threads = 2;
    execution = syntheticExecution(*pool, env);
    ppo.iterations = 4;
    ppo.rolloutSteps = 32;
    ppo.numEnvs = 4;
    ppo.minibatch = 64;
    ppo.hidden = {32};
  }
  llvm::Expected<std::unique_ptr<PpoTrainer>>
  create(const TemporaryFolder &folder, const PpoStart &start = {}) const {
    return PpoTrainer::create(pool, execution, env, ppo, folder.str(), start);
  }
  std::string errorOf(const TemporaryFolder &folder,
                      const PpoStart &start) const {
    auto trainer = create(folder, start);
    return trainer ? "" : llvm::toString(trainer.takeError());
  }
  std::vector<PpoMetrics> train(const TemporaryFolder &folder,
                                const PpoStart &start = {}) const {
    std::vector<PpoMetrics> all;
    auto trainer = llvm::cantFail(create(folder, start));
    llvm::cantFail(trainer->train([&all](const PpoMetrics &metrics) {
      all.push_back(metrics);
      return true;
    }));
    return all;
  }
  static Checkpoint saved(const TemporaryFolder &folder,
                          llvm::StringRef name = "checkpoint.pt") {
    return llvm::cantFail(readCheckpoint(folder.file(name)));
  }

  std::shared_ptr<const ProgramPool> pool =
      poolOf({"relu_12_20", "matmul_9_10_12"});
  EnvOptions env = tinyOptions();
  PpoOptions ppo;
  std::shared_ptr<Execution> execution;
};

TEST_F(JointTrainingTest, LearnsWithinAFewHundredEpisodes) {
  ppo.iterations = 30;
  ppo.learningRate = 2e-3;
  for (uint64_t seed : {1, 2, 3}) {
    ppo.seed = seed;
    TemporaryFolder folder;
    const auto metrics = train(folder);
    ASSERT_EQ(metrics.size(), 30u);
    EXPECT_EQ(metrics.back().steps, 30u * 32 * 4);
    EXPECT_GT(metrics.back().meanReturn, metrics.front().meanReturn + 0.5)
        << seed << ": " << metrics.front().meanReturn;
    for (const PpoMetrics &iteration : metrics)
      EXPECT_GT(iteration.entropy, 0.15) << seed;
    // No action was illegal: it would have cost 1.
    EXPECT_NEAR(std::log(metrics.back().meanSpeedup), metrics.back().meanReturn,
                1e-9);
  }
}

TEST_F(JointTrainingTest, SameSeedSameWeights) {
  TemporaryFolder one, two, other;
  train(one);
  train(two);
  ppo.seed = 1;
  train(other);
  EXPECT_EQ(saved(one).arrays, saved(two).arrays);
  EXPECT_NE(saved(one).arrays, saved(other).arrays);
}

TEST_F(JointTrainingTest, ResumesEveryOptionExactly) {
  ppo.epsilon = 0.1;
  ppo.valueEpochs = 2;
  ppo.reuseExperience = 2;
  ppo.targetEntropy = 0.8;
  ppo.evaluateEvery = 2;
  ppo.iterations = 6;
  ppo.numEnvs = 3;
  ppo.rolloutSteps = 25; // episodes reach from one iteration into the next
  TemporaryFolder straight, interrupted;
  train(straight, {.validation = pool});
  for (unsigned iterations : {1u, 3u, 6u}) {
    ppo.iterations = iterations;
    train(interrupted, {.resume = iterations > 1, .validation = pool});
  }
  EXPECT_EQ(saved(straight).arrays, saved(interrupted).arrays);
  EXPECT_EQ(saved(straight).facts, saved(interrupted).facts);
  EXPECT_EQ(saved(straight, "best.pt").arrays,
            saved(interrupted, "best.pt").arrays);
}

TEST_F(JointTrainingTest, AnAgentTakesTheDecisionsThatWereEvaluated) {
  ppo.iterations = 30;
  ppo.evaluateEvery = 5;
  ppo.learningRate = 2e-3;
  const auto validation = poolOf({"relu_12_20"});
  TemporaryFolder folder;
  double best = 0;
  for (const PpoMetrics &iteration : train(folder, {.validation = validation}))
    best = std::max(best, iteration.validationSpeedup.value_or(0));
  EXPECT_GT(best, 1);
  for (const char *name : {"", "learned:", "guided:", "mcts:"}) {
    auto agent = llvm::cantFail(loadAgent(name + folder.file("best.pt")));
    const SearchResult found = llvm::cantFail(
        agent->optimize(validation->programs[0], *execution, {.budget = 1}));
    if (name[0] == '\0') {
      EXPECT_NEAR(found.speedup, std::max(best, 1.0), 1e-9);
    }
    EXPECT_EQ(found.samples, 1u) << name;
  }
}

TEST_F(JointTrainingTest, SaysSoInItsFiles) {
  TemporaryFolder folder;
  train(folder);
  EXPECT_EQ(saved(folder).facts.at("policy").at("actions"), "joint");
  const auto config =
      nlohmann::json::parse(readText(folder.file("config.json")));
  EXPECT_EQ(config.at("env").at("actions"), "joint");
  const auto net =
      llvm::cantFail(TrainedNet::load(folder.file("checkpoint.pt")));
  EXPECT_THAT(net->description(), HasSubstr("\"actions\":\"joint\""));
  EXPECT_EQ(net->numActions(),
            tinyOptions().encoding.kinds.size() + 4 * 3 + 4 * 4);
}

TEST_F(JointTrainingTest, DoesNotContinueATrainingInTheOtherEncoding) {
  TemporaryFolder joint, flat;
  train(joint);
  env.actions = FlatActions::create;
  EXPECT_THAT(errorOf(joint, {.resume = true}),
              AllOf(HasSubstr("checkpoint.pt: cannot be resumed: actions is "
                              "\"joint\" there, \"flat\" now"),
                    HasSubstr("resume with the options in its config.json")));
  EXPECT_THAT(
      errorOf(flat, {.from = joint.file("checkpoint.pt")}),
      HasSubstr("belongs to another encoding or observation: actions is "
                "\"joint\" there, \"flat\" now; start from a checkpoint with "
                "the same"));
  train(flat);
  env.actions = JointActions::create;
  EXPECT_THAT(errorOf(flat, {.resume = true}),
              HasSubstr("actions is \"flat\" there, \"joint\" now"));
}

TEST_F(JointTrainingTest, StartsFromThePolicyOfAnother) {
  TemporaryFolder teacher, student;
  ppo.iterations = 30;
  ppo.learningRate = 2e-3;
  const auto before = train(teacher);
  ppo.seed = 5;
  ppo.iterations = 1;
  const auto after = train(student, {.from = teacher.file("checkpoint.pt")});
  EXPECT_GT(after.front().meanReturn,
            (before.front().meanReturn + before.back().meanReturn) / 2);
}

/// A policy of the joint encoding takes part in flat decisions: these have the
/// probability of the action that they lead to.
TEST(JointPolicyTest, FlatDecisionsHaveTheProbabilityOfTheirAction) {
  const PolicySpec spec = {.agent = "test",
                           .actions = EncodingKind::Joint,
                           .encoding = tinyOptions().encoding,
                           .state = tinyOptions().state,
                           .net = {.kind = NetKind::Mlp, .hidden = {16}}};
  const auto encoding =
      llvm::cantFail(JointActions::create(spec.encoding, spec.state));
  const auto program = poolOf({"matmul_9_10_12"})->programs.front();
  const Observer observer = encoding->makeObserver(spec.machine);
  auto net = makeNet(spec.net, {observer.spec(), encoding->maskSize()}, 1);
  at::NoGradGuard noGradient;
  at::manual_seed(3); // a new net is nearly uniform
  net->named_parameters()["policy.1.weight"].normal_(0, 1);
  const auto policy = makePolicy(spec, net);
  auto bound = llvm::cantFail(policy->bind(program, spec.machine));

  RandomStream random(1);
  const FlatEncoding &flat = policy->encoding();
  std::vector<float> row(observer.spec().size());
  std::vector<int8_t> mask(encoding->maskSize());
  unsigned actionsOfSeveral = 0;
  std::vector<DecisionState> seen;
  std::vector<std::vector<float>> logitsSeen;
  for (unsigned episode = 0; episode < 200; ++episode) {
    DecisionState state = bound->start();
    while (!state.schedule.finished()) {
      // One action, decision by decision.
      const DecisionState before = state;
      std::vector<int64_t> action(encoding->dimensions().size());
      double logProbability = 0;
      size_t decisions = 0;
      StepResult result = StepResult::Partial;
      while (result == StepResult::Partial) {
        const DecisionState *asked = &state;
        const PolicyOutput output = llvm::cantFail(bound->evaluate(asked));
        const llvm::ArrayRef<float> logits = output.logitsOf(0);
        seen.push_back(state);
        logitsSeen.push_back(logits.vec());
        const unsigned decision = sampleAction(logits, random.uniform());
        double sum = 0;
        for (float logit : logits)
          sum += std::exp(logit);
        logProbability += logits[decision] - std::log(sum);
        if (decisions++ == 0) {
          action[0] = decision;
        } else {
          const ActionKind kind =
              spec.encoding.kinds[static_cast<unsigned>(action[0])];
          const bool isSize =
              traitsOf(kind).parameters == ParameterKind::TileSizes;
          const size_t entry =
              encoding->encoding().entriesOf(kind).first + decisions - 2;
          action[entry] = decision - spec.encoding.kinds.size() -
                          (isSize ? 0 : spec.encoding.tileSizes.size());
        }
        result = flat.step(state, decision);
      }
      ASSERT_EQ(result, StepResult::Applied);
      actionsOfSeveral += decisions > 1;
      // The same action at once.
      DecisionState other = before;
      ASSERT_EQ(encoding->step(other, action), StepResult::Applied);
      EXPECT_EQ(other, state);
      observer.observe(before, *observer.prepare(*program), row);
      encoding->maskOf(before, action, mask);
      const ActionDistribution distribution(
          net->logits(at::tensor(row).unsqueeze(0)),
          at::tensor(std::vector<int>(mask.begin(), mask.end()))
              .to(at::kBool)
              .unsqueeze(0),
          encoding->dimensions());
      EXPECT_NEAR(distribution.logProbability(at::tensor(action).unsqueeze(0))
                      .item<double>(),
                  logProbability, 1e-4);
    }
  }
  EXPECT_GT(actionsOfSeveral, 20u);

  // All states at once, between actions and within them.
  std::vector<const DecisionState *> all;
  for (const DecisionState &state : seen)
    all.push_back(&state);
  const PolicyOutput output = llvm::cantFail(bound->evaluate(all));
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t a = 0; a < flat.numActions(); ++a)
      if (std::isinf(logitsSeen[i][a]))
        EXPECT_TRUE(std::isinf(output.logitsOf(i)[a]));
      else
        EXPECT_NEAR(output.logitsOf(i)[a], logitsSeen[i][a], 1e-4);
}
} // namespace
