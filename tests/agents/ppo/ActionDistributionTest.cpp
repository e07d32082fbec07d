#include "agents/ppo/ActionDistribution.h"
#include "TestPrograms.h"
#include "observation/ActionEncoding.h"
#include <ATen/ATen.h>
#include <cmath>
#include <functional>
#include <gmock/gmock.h>

using namespace mlirgym;

namespace {
at::Tensor row(at::ArrayRef<double> values) {
  return at::tensor(values).unsqueeze(0);
}
at::Tensor maskRow(at::ArrayRef<int> legal) {
  return at::tensor(legal).to(at::kBool).unsqueeze(0);
}
at::Tensor actionRow(at::ArrayRef<int64_t> entries) {
  return at::tensor(entries).unsqueeze(0);
}
double entropyOf(std::initializer_list<double> probabilities) {
  double sum = 0;
  for (double p : probabilities)
    sum -= p * std::log(p);
  return sum;
}

/// An action of a kind out of two, and three parameters: two of three choices,
/// one of two. Kind 1 with probability 3/4, parameters 1/3, 2/3; 1/4, 3/4; the
/// last one has a single legal choice.
class ActionDistributionTest : public ::testing::Test {
protected:
  static constexpr int64_t entries[] = {2, 3, 3, 2};
  const at::Tensor mask = maskRow({1, 1, 1, 0, 1, 0, 1, 1, 0, 1});
  const at::Tensor action = actionRow({1, 2, 1, 1});
  at::Tensor logits = row({std::log(1.), std::log(3.), std::log(1.), 9,
                           std::log(2.), 5, std::log(1.), std::log(3.), -7, 4});
  ActionDistribution distribution() const { return {logits, mask, entries}; }
};

TEST_F(ActionDistributionTest, MultipliesTheProbabilitiesOfTheEntries) {
  EXPECT_NEAR(distribution().logProbability(action).item<double>(),
              std::log(3. / 4) + std::log(2. / 3) + std::log(1. / 4), 1e-12);
}

TEST_F(ActionDistributionTest, AddsTheEntropiesOfTheEntries) {
  EXPECT_NEAR(distribution().entropy().item<double>(),
              entropyOf({1. / 4, 3. / 4}) + entropyOf({1. / 3, 2. / 3}) +
                  entropyOf({1. / 4, 3. / 4}),
              1e-12);
  EXPECT_EQ(distribution().decisionsPerAction(), 3);
}

TEST_F(ActionDistributionTest, AnEntryWithOneChoiceHasNoPart) {
  logits.requires_grad_();
  const ActionDistribution policy = distribution();
  (policy.logProbability(action) + policy.entropy()).sum().backward();
  const at::Tensor gradient = logits.grad()[0];
  for (int64_t i : {3, 5, 8, 9}) // illegal, or without an alternative
    EXPECT_EQ(gradient[i].item<double>(), 0) << i;
  for (int64_t i : {0, 1, 2, 4, 6, 7})
    EXPECT_NE(gradient[i].item<double>(), 0) << i;

  at::Tensor others = logits.detach().clone();
  others[0][9] = 100;
  const ActionDistribution other(others, mask, entries);
  EXPECT_EQ(other.logProbability(action).item<double>(),
            policy.logProbability(action).item<double>());
  EXPECT_EQ(other.entropy().item<double>(), policy.entropy().item<double>());
}

TEST_F(ActionDistributionTest, GradientsAreFiniteDifferences) {
  const std::function<at::Tensor(const ActionDistribution &)> functions[] = {
      [&](const ActionDistribution &policy) {
        return policy.logProbability(action).sum();
      },
      [](const ActionDistribution &policy) { return policy.entropy().sum(); }};
  for (const auto &function : functions) {
    at::Tensor leaf = logits.clone().requires_grad_();
    function({leaf, mask, entries}).backward();
    for (int64_t i = 0; i < logits.size(1); ++i) {
      constexpr double step = 1e-5;
      at::Tensor up = logits.clone(), down = logits.clone();
      up[0][i] += step;
      down[0][i] -= step;
      const double slope = (function({up, mask, entries}).item<double>() -
                            function({down, mask, entries}).item<double>()) /
                           (2 * step);
      EXPECT_NEAR(leaf.grad()[0][i].item<double>(), slope, 1e-9) << i;
    }
  }
}

TEST_F(ActionDistributionTest, OneEntryIsOneCategorical) {
  const at::Tensor many = at::randn({5, 4});
  const at::Tensor legal = at::ones({5, 4}, at::kBool);
  const at::Tensor actions =
      at::tensor({int64_t{3}, int64_t{0}, int64_t{1}, int64_t{1}, int64_t{2}});
  const ActionDistribution policy(many, legal, {4});
  const MaskedCategorical categorical(many, legal);
  EXPECT_TRUE(at::equal(policy.logProbability(actions),
                        categorical.logProbability(actions)));
  EXPECT_TRUE(at::equal(policy.entropy(), categorical.entropy()));
  EXPECT_EQ(policy.decisionsPerAction(), 1);
}

TEST_F(ActionDistributionTest, ForcedActionsCountAsOneDecision) {
  const at::Tensor forced = maskRow({0, 1, 1, 0, 0, 0, 0, 1, 0, 1});
  EXPECT_EQ(ActionDistribution(logits, forced, entries).decisionsPerAction(),
            1);
  EXPECT_EQ(ActionDistribution(at::cat({logits, logits}),
                               at::cat({mask, forced}), entries)
                .decisionsPerAction(),
            2);
}

/// All legal actions of a state in a small joint encoding, with the masks from
/// which their entries are chosen.
struct Enumeration {
  explicit Enumeration(llvm::StringRef schedule)
      : encoding(llvm::cantFail(JointActions::create(options()))),
        state(mlirgym::testing::stateAfter(
            mlirgym::testing::program("matmul_8_7_12"), schedule)) {
    std::vector<int64_t> chosen;
    visit(chosen);
  }
  static EncodingOptions options() {
    EncodingOptions options;
    options.tileSizes = {0, 2, 5};
    options.maxLoops = 3;
    return options;
  }
  void visit(std::vector<int64_t> &chosen) {
    if (chosen.size() == encoding->dimensions().size()) {
      std::vector<int8_t> mask(encoding->maskSize());
      encoding->maskOf(state, chosen, mask);
      actions.push_back(actionRow(chosen));
      masks.push_back(
          at::tensor(std::vector<int>(mask.begin(), mask.end())).to(at::kBool));
      return;
    }
    std::vector<int8_t> mask(
        static_cast<size_t>(encoding->dimensions()[chosen.size()]));
    encoding->maskNext(state, chosen, mask);
    for (size_t choice = 0; choice < mask.size(); ++choice)
      if (mask[choice]) {
        chosen.push_back(static_cast<int64_t>(choice));
        visit(chosen);
        chosen.pop_back();
      }
  }

  std::shared_ptr<const JointActions> encoding;
  DecisionState state;
  std::vector<at::Tensor> actions, masks;
};

TEST(ActionDistributionOfAnEncodingTest, IsOverAllLegalActions) {
  for (const char *before : {"", "op0: tile(2,0,0)"}) {
    const Enumeration all(before);
    const auto rows = static_cast<int64_t>(all.actions.size());
    ASSERT_GT(rows, 10);
    at::manual_seed(7);
    const at::Tensor logits =
        at::randn({1, all.encoding->maskSize()}, at::kDouble)
            .expand({rows, -1});
    const ActionDistribution policy(logits, at::stack(all.masks),
                                    all.encoding->dimensions());
    const at::Tensor logProbabilities =
        policy.logProbability(at::cat(all.actions));
    const at::Tensor probabilities = logProbabilities.exp();
    EXPECT_NEAR(probabilities.sum().item<double>(), 1, 1e-12);
    // The expected entropy of the entries, drawn in turn, equals the entropy of
    // actions.
    const double entropy =
        -(probabilities * logProbabilities).sum().item<double>();
    EXPECT_NEAR((probabilities * policy.entropy()).sum().item<double>(),
                entropy, 1e-12);
    EXPECT_GT(entropy, 0.5);
  }
}
} // namespace
