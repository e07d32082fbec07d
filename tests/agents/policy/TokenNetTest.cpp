#include "agents/policy/nets/TokenNet.h"
#include "TestPrograms.h"
#include "agents/policy/PolicySpec.h"
#include "observation/Observation.h"
#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <gmock/gmock.h>
#include <random>
#include <set>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
/// With operations and without, with attention and without.
class TokenNetTest
    : public ::testing::TestWithParam<std::pair<unsigned, unsigned>> {
protected:
  TokenNetTest() {
    spec.net.kind = NetKind::Tokens;
    spec.net.hidden = {32, 24};
    spec.net.tokens = {.width = 16,
                       .attention = GetParam().first,
                       .operations = GetParam().second};
    net = std::make_shared<TokenNet>(shape(), spec.net, /*seed=*/1);
  }
  NetShape shape() const {
    return {spec.observer(spec.machine).spec(), numLogits(spec),
            spec.encoding.kinds};
  }
  /// All weights, including the heads.
  void randomise() const {
    at::NoGradGuard noGradient;
    at::manual_seed(1);
    for (at::Tensor &parameter : net->parameters())
      parameter.add_(at::randn_like(parameter), 0.2);
  }
  /// The states of walks on a chain and on an operator.
  at::Tensor observations() const {
    std::mt19937_64 random{7};
    const Observer observer = spec.observer(spec.machine);
    std::vector<float> row(observer.spec().size());
    std::vector<at::Tensor> rows;
    for (const char *name : {"mlp_4_8_12_16", "matmul_64_48_32"}) {
      auto prepared = observer.prepare(*program(name));
      for (unsigned walk = 0; walk < 4; ++walk)
        randomWalk(FlatEncoding(spec.encoding), program(name), random,
                   [&](const DecisionState &state) {
                     observer.observe(state, *prepared, row);
                     rows.push_back(at::tensor(row));
                   });
    }
    return at::stack(rows);
  }
  at::Tensor slice(const at::Tensor &rows, llvm::StringRef name) const {
    const ObservationSpec layout = spec.observer(spec.machine).spec();
    const ObservationSlice *found = layout.find(name);
    std::vector<int64_t> sizes = {rows.size(0)};
    sizes.insert(sizes.end(), found->shape.begin(), found->shape.end());
    return rows.narrow(1, found->offset, found->size()).view(sizes);
  }
  /// Reorders the places of a dimension of a slice.
  void permute(at::Tensor &rows, llvm::StringRef name, int64_t dimension,
               const at::Tensor &order) const {
    at::Tensor part = slice(rows, name);
    part.copy_(part.index_select(dimension, order).clone());
  }
  void expectSameOutput(const at::Tensor &a, const at::Tensor &b) const {
    at::NoGradGuard noGradient;
    EXPECT_FALSE(a.equal(b));
    const NetOutput one = net->forward(a), other = net->forward(b);
    EXPECT_TRUE(one.logits.allclose(other.logits, 1e-4, 1e-5));
    EXPECT_TRUE(one.values.allclose(other.values, 1e-4, 1e-5));
    EXPECT_GT(one.logits.std(0).max().item<float>(), 0.01);
  }

  PolicySpec spec;
  std::shared_ptr<TokenNet> net;
};

INSTANTIATE_TEST_SUITE_P(Parts, TokenNetTest,
                         ::testing::Values(std::pair(0u, 0u), std::pair(1u, 0u),
                                           std::pair(0u, 5u),
                                           std::pair(2u, 5u)));

TEST_P(TokenNetTest, HasTheShapesAskedFor) {
  randomise();
  const at::Tensor rows = observations();
  const NetOutput output = net->forward(rows);
  EXPECT_EQ(output.logits.sizes(),
            at::IntArrayRef({rows.size(0), int64_t(shape().numActions)}));
  EXPECT_EQ(output.values.sizes(), at::IntArrayRef({rows.size(0)}));
  EXPECT_TRUE(net->logits(rows).equal(output.logits));
  EXPECT_TRUE(net->values(rows).equal(output.values));
  EXPECT_TRUE(output.logits.isfinite().all().item<bool>());
  EXPECT_EQ(net->logits(rows.narrow(0, 0, 0)).size(0), 0);
}

TEST_P(TokenNetTest, BeginsUniform) {
  EXPECT_TRUE(net->logits(observations()).eq(0).all().item<bool>());
}

TEST_P(TokenNetTest, AGradientReachesEveryPart) {
  randomise();
  const NetOutput output = net->forward(observations());
  at::manual_seed(2);
  ((output.logits * at::randn_like(output.logits)).sum() +
   (output.values * at::randn_like(output.values)).sum())
      .backward();
  for (const auto &parameter : net->named_parameters()) {
    ASSERT_TRUE(parameter.value().grad().defined()) << parameter.key();
    EXPECT_GT(parameter.value().grad().abs().max().item<float>(), 0)
        << parameter.key();
  }
}

TEST_P(TokenNetTest, HowTheProgramNumbersItsLoopsIsIndifferent) {
  randomise();
  const at::Tensor rows = observations();
  at::Tensor renumbered = rows.clone();
  const at::Tensor order = at::tensor({2, 0, 3, 1, 7, 4, 6, 5}, at::kLong);
  for (const char *name :
       {"operation.trip_counts", "operation.parallel", "operation.reduction"})
    permute(renumbered, name, 1, order);
  permute(renumbered, "operation.access", 3, order);
  permute(renumbered, "loops.source", 2, order);
  expectSameOutput(rows, renumbered);
}

class TokensOfOperationsTest : public TokenNetTest {};
INSTANTIATE_TEST_SUITE_P(Parts, TokensOfOperationsTest,
                         ::testing::Values(std::pair(0u, 5u),
                                           std::pair(2u, 5u)));

TEST_P(TokensOfOperationsTest, TheirPlacesAreIndifferent) {
  randomise();
  const at::Tensor rows = observations();
  at::Tensor moved = rows.clone();
  const at::Tensor order = at::tensor({3, 0, 4, 1, 2}, at::kLong);
  for (const char *name :
       {"program.facts", "program.trip_counts", "program.reduction",
        "program.producers", "program.state", "program.steps"})
    permute(moved, name, 1, order);
  permute(moved, "program.producers", 2, order);
  expectSameOutput(rows, moved);
}

TEST_P(TokenNetTest, SeesTheOtherOperationsOnlyIfTheyHaveTokens) {
  randomise();
  if (spec.net.tokens.operations == 0)
    return;
  const at::Tensor rows = observations();
  at::Tensor other = rows.clone();
  slice(other, "program.steps").add_(0.3);
  at::NoGradGuard noGradient;
  EXPECT_FALSE(net->logits(rows).allclose(net->logits(other), 1e-3, 1e-3));
  // Relations matter to attention alone.
  at::Tensor unrelated = rows.clone();
  slice(unrelated, "program.producers").zero_();
  EXPECT_EQ(net->logits(rows).allclose(net->logits(unrelated), 1e-5, 1e-6),
            spec.net.tokens.attention == 0);
}

TEST_P(TokenNetTest, TheSeedDecidesAndTheGlobalGeneratorStaysAsItWas) {
  at::manual_seed(3);
  const at::Tensor before = at::rand({4});
  at::manual_seed(3);
  const TokenNet same(shape(), spec.net, 1), other(shape(), spec.net, 2);
  EXPECT_TRUE(at::rand({4}).equal(before));
  EXPECT_TRUE(same.parameters()[0].equal(net->parameters()[0]));
  EXPECT_FALSE(other.parameters()[0].equal(net->parameters()[0]));
}

TEST(TokenNetSizeTest, TheDefaultHasLessThanTwoMillionWeights) {
  PolicySpec spec;
  spec.net.kind = NetKind::Tokens;
  const TokenNet net({spec.observer(spec.machine).spec(),
                      FlatEncoding(spec.encoding).numActions()},
                     spec.net, 0);
  int64_t weights = 0;
  for (const at::Tensor &parameter : net.parameters())
    weights += parameter.numel();
  EXPECT_LT(weights, 2'000'000);
  EXPECT_GT(weights, 100'000);
}

TEST(TokenNetSizeTest, RefusesObservationsAndActionsOfOthers) {
  PolicySpec spec;
  spec.net.kind = NetKind::Tokens;
  const ObservationSpec layout = spec.observer(spec.machine).spec();
  EXPECT_THROW(TokenNet({ObservationSpec(), 43}, spec.net, 0), c10::Error);
  EXPECT_THROW(TokenNet({layout, 3}, spec.net, 0), c10::Error);
}
} // namespace
