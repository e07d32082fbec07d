#include "agents/learn/ImitationLearner.h"
#include "agents/learn/ImitationTrainer.h"
#include "agents/policy/Checkpoint.h"
#include "agents/policy/nets/MaskedCategorical.h"
#include "agents/policy/nets/NetOptions.h"
#include "agents/policy/nets/PolicyNet.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <torch/nn/utils/clip_grad.h>
#include <vector>

using namespace mlirgym;

double mlirgym::oneCycleRate(double peak, uint64_t step, uint64_t steps) {
  constexpr double warmUp = 0.3, startDivisor = 25, endDivisor = 1e4;
  const double last = std::max(1.0, static_cast<double>(steps) - 1);
  const double top = warmUp * last, at = static_cast<double>(step);
  auto cosine = [](double from, double to, double share) {
    return to + (from - to) / 2 * (1 + std::cos(std::numbers::pi * share));
  };
  const double start = peak / startDivisor;
  if (at < top)
    return cosine(start, peak, at / top);
  return cosine(peak, start / endDivisor,
                std::min(1.0, (at - top) / (last - top)));
}

ImitationLosses &ImitationLosses::operator+=(const ImitationLosses &other) {
  crossEntropy += other.crossEntropy;
  correct += other.correct;
  weight += other.weight;
  critic += other.critic;
  states += other.states;
  return *this;
}

ImitationLearner::ImitationLearner(const ImitationOptions &options,
                                   const NetShape &shape, uint64_t numSteps)
    : peakRate(options.learningRate), maxGradNorm(options.maxGradNorm),
      criticCoefficient(options.criticCoefficient), steps(numSteps),
      network(makeNet(options.net, shape, options.seed)),
      optimiser(network->parameters(),
                torch::optim::AdamWOptions(options.learningRate)
                    .weight_decay(options.weightDecay)) {
  // Created at the start, so that a checkpoint before the first step has all
  // arrays.
  for (const at::Tensor &parameter : network->parameters()) {
    auto state = std::make_unique<torch::optim::AdamWParamState>();
    state->step(0);
    state->exp_avg(at::zeros_like(parameter));
    state->exp_avg_sq(at::zeros_like(parameter));
    optimiser.state()[parameter.unsafeGetTensorImpl()] = std::move(state);
  }
}

static ImitationLosses sums(const at::Tensor &logProbabilities,
                            const PolicyBatch &batch,
                            const at::Tensor &crossEntropies) {
  const at::Tensor correct =
      logProbabilities.argmax(-1).eq(batch.actions).to(at::kFloat);
  return {.crossEntropy = (crossEntropies * batch.weights).sum().item<double>(),
          .correct = (correct * batch.weights).sum().item<double>(),
          .weight = batch.weights.sum().item<double>()};
}

llvm::Expected<ImitationLosses>
ImitationLearner::step(const PolicyBatch &policy, const CriticBatch &critic) {
  optimiser.zero_grad();
  ImitationLosses losses;
  for (const PolicyNet *member : network->members()) {
    const MaskedCategorical choice(member->logits(policy.observations),
                                   policy.masks);
    const at::Tensor crossEntropies = -choice.logProbability(policy.actions);
    const at::Tensor criticLoss =
        at::smooth_l1_loss(member->values(critic.observations), critic.values);
    const at::Tensor loss = (crossEntropies * policy.weights).mean() +
                            criticCoefficient * criticLoss;
    loss.backward();
    const double norm =
        torch::nn::utils::clip_grad_norm_(member->parameters(), maxGradNorm);
    if (!std::isfinite(norm))
      return llvm::createStringError("gradients are not finite; lower the "
                                     "learning rate (--learning-rate)");
    c10::InferenceMode inference;
    losses += sums(choice.logProbabilities().detach(), policy,
                   crossEntropies.detach());
    const auto states = static_cast<double>(critic.values.size(0));
    losses.states += states;
    losses.critic += criticLoss.item<double>() * states;
  }
  static_cast<torch::optim::AdamWOptions &>(
      optimiser.param_groups().front().options())
      .lr(learningRate());
  optimiser.step();
  ++taken;
  return losses;
}

ImitationLosses ImitationLearner::evaluate(const PolicyBatch &policy) const {
  c10::InferenceMode inference;
  const MaskedCategorical choice(network->logits(policy.observations),
                                 policy.masks);
  return sums(choice.logProbabilities(), policy,
              -choice.logProbability(policy.actions));
}

std::vector<float>
ImitationLearner::values(const at::Tensor &observations) const {
  c10::InferenceMode inference;
  const at::Tensor values = network->values(observations).contiguous();
  const float *data = values.const_data_ptr<float>();
  return {data, data + values.numel()};
}

double ImitationLearner::learningRate() const {
  return oneCycleRate(peakRate, taken, steps);
}

torch::optim::AdamWParamState &
ImitationLearner::momentsOf(const at::Tensor &parameter) const {
  return static_cast<torch::optim::AdamWParamState &>(
      *optimiser.state().at(parameter.unsafeGetTensorImpl()));
}

std::vector<NamedArray> ImitationLearner::arrays() const {
  std::vector<NamedArray> all = weightsOf(*network);
  for (const auto &parameter : network->named_parameters()) {
    auto &moments = momentsOf(parameter.value());
    all.push_back(
        namedArray("adam.mean." + parameter.key(), moments.exp_avg()));
    all.push_back(
        namedArray("adam.square." + parameter.key(), moments.exp_avg_sq()));
  }
  return all;
}

llvm::Error ImitationLearner::startFrom(llvm::ArrayRef<NamedArray> weights) {
  return readWeights(weights, *network);
}

llvm::Error ImitationLearner::restore(llvm::ArrayRef<NamedArray> arrays,
                                      uint64_t stepsTaken) {
  MLIRGYM_TRY_TO(readWeights(arrays, *network));
  for (const auto &parameter : network->named_parameters()) {
    auto &moments = momentsOf(parameter.value());
    moments.step(static_cast<int64_t>(stepsTaken));
    MLIRGYM_TRY_TO(
        readArray(arrays, "adam.mean." + parameter.key(), moments.exp_avg()));
    MLIRGYM_TRY_TO(readArray(arrays, "adam.square." + parameter.key(),
                             moments.exp_avg_sq()));
  }
  taken = stepsTaken;
  return llvm::Error::success();
}
