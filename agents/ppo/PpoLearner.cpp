#include "agents/ppo/PpoLearner.h"
#include "agents/policy/nets/Guarded.h"
#include "agents/policy/nets/MaskedCategorical.h"
#include "agents/policy/nets/NetOptions.h"
#include "agents/policy/nets/PolicyNet.h"
#include "agents/ppo/ActionDistribution.h"
#include "agents/ppo/Ppo.h"
#include "agents/ppo/PpoLoss.h"
#include "agents/ppo/rollout/Drawing.h"
#include "outcome/ExecutionError.h"
#include "outcome/StopCheck.h"
#include "program/RandomStream.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <torch/nn/utils/clip_grad.h>
#include <torch/optim/adam.h>
#include <vector>

using namespace mlirgym;
using AdamState = torch::optim::AdamParamState;

namespace {
/// As in the PPO baselines.
constexpr double adamEpsilon = 1e-5;

/// A tensor over the caller's memory, which is only read.
template <typename T>
at::Tensor view(llvm::ArrayRef<T> data, at::IntArrayRef shape,
                at::ScalarType type) {
  return at::from_blob(const_cast<T *>(data.data()), shape,
                       at::TensorOptions(type));
}

llvm::ArrayRef<float> row(const at::Tensor &matrix, int64_t index) {
  const int64_t columns = matrix.size(1);
  return {matrix.const_data_ptr<float>() + index * columns,
          static_cast<size_t>(columns)};
}

/// The actions in the shape for ActionDistribution.
at::Tensor actionTensor(llvm::ArrayRef<int64_t> data, int64_t entries) {
  const auto count = static_cast<int64_t>(data.size());
  if (entries == 1)
    return view(data, {count}, at::kLong);
  return view(data, {count / entries, entries}, at::kLong);
}

llvm::Error noActionIn(size_t row) {
  return llvm::createStringError(
      "policy: row %zu has no action to choose; either no action is legal "
      "there, or training diverged: lower the learning rate",
      row);
}
} // namespace

struct PpoLearner::Impl {
  Impl(const NetShape &shape, const PpoOptions &ppo, const NetOptions &kind,
       llvm::ArrayRef<int64_t> sizes)
      : observationSize(shape.observation.size()), numActions(shape.numActions),
        entries(sizes), options(ppo), net(makeNet(kind, shape, ppo.seed)),
        adam(net->parameters(),
             torch::optim::AdamOptions(ppo.learningRate).eps(adamEpsilon)) {
    // The optimiser would create them in its first step; restore() needs them
    // earlier.
    for (const at::Tensor &parameter : net->parameters()) {
      auto state = std::make_unique<AdamState>();
      state->step(0);
      state->exp_avg(at::zeros_like(parameter));
      state->exp_avg_sq(at::zeros_like(parameter));
      adam.state()[parameter.unsafeGetTensorImpl()] = std::move(state);
    }
  }

  at::Tensor observations(llvm::ArrayRef<float> data) const {
    const int64_t width = observationSize;
    return view(data, {static_cast<int64_t>(data.size()) / width, width},
                at::kFloat);
  }
  at::Tensor masks(llvm::ArrayRef<int8_t> data) const {
    const int64_t width = numActions;
    return view(data, {static_cast<int64_t>(data.size()) / width, width},
                at::kChar)
        .to(at::kBool);
  }
  at::Tensor actions(llvm::ArrayRef<int64_t> data) const {
    return actionTensor(data, static_cast<int64_t>(entries.size()));
  }
  AdamState &stateOf(const at::Tensor &parameter) const {
    return static_cast<AdamState &>(
        *adam.state().at(parameter.unsafeGetTensorImpl()));
  }

  unsigned observationSize, numActions;
  llvm::SmallVector<int64_t, 40> entries;
  PpoOptions options;
  std::shared_ptr<PolicyNet> net;
  mutable torch::optim::Adam adam;
};

PpoLearner::PpoLearner() = default;
PpoLearner::~PpoLearner() = default;

llvm::Expected<std::unique_ptr<PpoLearner>>
PpoLearner::create(const NetShape &shape, const PpoOptions &options,
                   std::optional<NetOptions> net,
                   llvm::ArrayRef<int64_t> entries) {
  const int64_t only = shape.numActions;
  std::unique_ptr<PpoLearner> learner(new PpoLearner());
  llvm::Error error = guarded("policy net", [&] {
    at::set_num_threads(static_cast<int>(std::max(1u, options.torchThreads)));
    learner->impl = std::make_unique<Impl>(
        shape, options, net.value_or(NetOptions{.hidden = options.hidden}),
        entries.empty() ? llvm::ArrayRef(only) : entries);
  });
  if (error)
    return std::move(error);
  return learner;
}

llvm::Error
PpoLearner::choose(llvm::ArrayRef<float> observations,
                   llvm::ArrayRef<int8_t> masks, Drawing drawing,
                   llvm::MutableArrayRef<int64_t> actions,
                   llvm::MutableArrayRef<float> logProbabilities) const {
  return guarded("policy", [&]() -> llvm::Error {
    c10::InferenceMode inference;
    const MaskedCategorical policy(
        impl->net->logits(impl->observations(observations)),
        impl->masks(masks));
    const at::Tensor logProbs = policy.logProbabilities().contiguous();
    assert(logProbs.size(0) == static_cast<int64_t>(actions.size()) &&
           "one action a row");
    for (size_t i = 0; i < actions.size(); ++i) {
      llvm::ArrayRef<float> probabilities =
          row(logProbs, static_cast<int64_t>(i));
      const size_t action = drawAction(probabilities, drawing);
      if (!std::isfinite(probabilities[action]))
        return noActionIn(i);
      actions[i] = static_cast<int64_t>(action);
      if (!logProbabilities.empty())
        logProbabilities[i] = probabilities[action];
    }
    return llvm::Error::success();
  });
}

llvm::Error
PpoLearner::choose(llvm::ArrayRef<float> observations,
                   llvm::MutableArrayRef<int8_t> masks, MaskNext maskNext,
                   Drawing drawing, llvm::MutableArrayRef<int64_t> actions,
                   llvm::MutableArrayRef<float> logProbabilities) const {
  const size_t entries = impl->entries.size(), width = impl->numActions;
  if (entries == 1)
    return choose(observations, masks, drawing, actions, logProbabilities);
  return guarded("policy", [&]() -> llvm::Error {
    c10::InferenceMode inference;
    const at::Tensor logits =
        impl->net->logits(impl->observations(observations)).contiguous();
    const size_t rows = actions.size() / entries;
    assert(static_cast<size_t>(logits.size(0)) == rows && "one action a row");
    for (size_t i = 0; i < rows; ++i) {
      const auto maskHere = [&](llvm::ArrayRef<int64_t> chosen,
                                llvm::MutableArrayRef<int8_t> mask) {
        maskNext(i, chosen, mask);
      };
      if (!drawEntries({row(logits, static_cast<int64_t>(i)), impl->entries},
                       drawing, maskHere, actions.slice(i * entries, entries),
                       masks.slice(i * width, width)))
        return noActionIn(i);
    }
    // As in the update, so that ratios begin at 1.
    const at::Tensor logProbs =
        ActionDistribution(logits, impl->masks(masks), impl->entries)
            .logProbability(impl->actions(actions))
            .contiguous();
    const llvm::ArrayRef<float> drawn(logProbs.const_data_ptr<float>(), rows);
    for (size_t i = 0; i < rows; ++i)
      if (!std::isfinite(drawn[i]))
        return noActionIn(i);
    if (!logProbabilities.empty())
      llvm::copy(drawn, logProbabilities.begin());
    return llvm::Error::success();
  });
}

llvm::Expected<std::vector<float>>
PpoLearner::values(llvm::ArrayRef<float> observations) const {
  return guarded("value net", [&]() -> llvm::Expected<std::vector<float>> {
    c10::InferenceMode inference;
    const at::Tensor values =
        impl->net->values(impl->observations(observations)).contiguous();
    const float *data = values.const_data_ptr<float>();
    return std::vector<float>(data, data + values.numel());
  });
}

namespace {
/// A batch as tensors over its own memory.
struct BatchTensors {
  BatchTensors(const TrainingBatch &batch, int64_t width, int64_t numActions,
               int64_t entries)
      : observations(
            view(batch.observations, {rowsOf(batch), width}, at::kFloat)),
        masks(view(batch.masks, {rowsOf(batch), numActions}, at::kChar)),
        actions(actionTensor(batch.actions, entries)),
        logProbabilities(column(batch.logProbabilities)),
        drawnLogProbabilities(batch.drawnLogProbabilities.empty()
                                  ? logProbabilities
                                  : column(batch.drawnLogProbabilities)),
        advantages(column(batch.advantages)), returns(column(batch.returns)) {}

  static int64_t rowsOf(const TrainingBatch &batch) {
    return static_cast<int64_t>(batch.rows);
  }
  static at::Tensor column(llvm::ArrayRef<float> data) {
    return view(data, {static_cast<int64_t>(data.size())}, at::kFloat);
  }

  at::Tensor observations, masks, actions, logProbabilities,
      drawnLogProbabilities, advantages, returns;
};

/// The part of `order` that belongs to minibatch `index` of `count`.
llvm::ArrayRef<int64_t> shareOf(llvm::ArrayRef<int64_t> order, size_t index,
                                size_t count) {
  const size_t begin = order.size() * index / count;
  return order.slice(begin, order.size() * (index + 1) / count - begin);
}

std::vector<int64_t> indices(size_t count) {
  std::vector<int64_t> order(count);
  std::iota(order.begin(), order.end(), int64_t{0});
  return order;
}

at::Tensor indexTensor(llvm::ArrayRef<int64_t> chosen) {
  return view(chosen, {static_cast<int64_t>(chosen.size())}, at::kLong);
}
} // namespace

/// One update: the passes over a batch.
class PpoLearner::Update {
public:
  Update(PpoLearner::Impl &learner, const TrainingBatch &batch,
         const UpdatePlan &plan, RandomStream &random, StopCheck *stop)
      : learner(learner), options(learner.options), plan(plan), random(random),
        stop(stop), data(batch, learner.observationSize, learner.numActions,
                         static_cast<int64_t>(learner.entries.size())),
        order(indices(batch.rows)), imitated(indices(plan.imitation.rows)) {}

  llvm::Expected<UpdateStatistics> run();

private:
  /// Calls step(index, number of minibatches, rows) for each minibatch of a
  /// pass, as long as it returns true.
  template <typename Step> llvm::Expected<bool> pass(Step step);
  /// False once the KL divergence has reached its limit.
  llvm::Expected<bool> learnPolicy(size_t index, size_t count,
                                   const at::Tensor &rows);
  llvm::Error learnValues(const at::Tensor &rows);
  at::Tensor imitationLoss(llvm::ArrayRef<int64_t> rows) const;
  at::Tensor criticLoss(const at::Tensor &rows) {
    return valueLoss(
        learner.net->values(data.observations.index_select(0, rows)),
        data.returns.index_select(0, rows));
  }
  llvm::Error step(const at::Tensor &loss);

  PpoLearner::Impl &learner;
  const PpoOptions &options;
  const UpdatePlan &plan;
  RandomStream &random;
  StopCheck *stop;
  BatchTensors data;
  std::vector<int64_t> order, imitated;
  UpdateStatistics sums;
  unsigned seen = 0, valueSteps = 0;
};

llvm::Error PpoLearner::Update::step(const at::Tensor &loss) {
  learner.adam.zero_grad();
  loss.backward();
  // Such a step would make all weights NaN.
  if (!std::isfinite(torch::nn::utils::clip_grad_norm_(
          learner.net->parameters(), options.maxGradNorm)))
    return llvm::createStringError(
        "update: the gradients are not finite, training diverged; lower the "
        "learning rate");
  learner.adam.step();
  return llvm::Error::success();
}

at::Tensor
PpoLearner::Update::imitationLoss(llvm::ArrayRef<int64_t> chosen) const {
  const ImitationBatch &from = plan.imitation;
  const at::Tensor rows = indexTensor(chosen);
  const auto length = static_cast<int64_t>(from.rows);
  const ActionDistribution policy(
      learner.net->logits(
          learner.observations(from.observations).index_select(0, rows)),
      learner.masks(from.masks).index_select(0, rows), learner.entries);
  return weightedCrossEntropy(
      policy.logProbability(
          learner.actions(from.actions).index_select(0, rows)),
      view(from.weights, {length}, at::kFloat).index_select(0, rows));
}

llvm::Expected<bool> PpoLearner::Update::learnPolicy(size_t index, size_t count,
                                                     const at::Tensor &rows) {
  auto take = [&rows](const at::Tensor &from) {
    return from.index_select(0, rows);
  };
  const ActionDistribution policy(learner.net->logits(take(data.observations)),
                                  take(data.masks).to(at::kBool),
                                  learner.entries);
  const at::Tensor now = policy.logProbability(take(data.actions));
  const double moved = approximateKl(now, take(data.logProbabilities));
  const at::Tensor drawn = take(data.drawnLogProbabilities);
  const at::Tensor entropy = policy.entropy().mean();
  sums.approxKl += moved;
  sums.entropy += entropy.item<double>() / policy.decisionsPerAction();
  sums.clipFraction += clippedFraction(now, drawn, options.clipRange);
  ++seen;
  // At least one step is taken.
  if (options.targetKl > 0 && sums.policySteps > 0 &&
      moved > 1.5 * options.targetKl)
    return false;

  const at::Tensor policyLoss = clippedSurrogateLoss(
      now, drawn, normalised(take(data.advantages)), options.clipRange);
  at::Tensor loss = policyLoss - plan.entropyCoefficient * entropy;
  if (options.valueEpochs == 0) {
    const at::Tensor critic = criticLoss(rows);
    loss = loss + options.valueCoefficient * critic;
    sums.valueLoss += critic.item<double>();
    ++valueSteps;
  }
  if (const auto chosen = shareOf(imitated, index, count); !chosen.empty()) {
    const at::Tensor imitation = imitationLoss(chosen);
    loss = loss + options.imitationCoefficient * imitation;
    sums.imitationLoss += imitation.item<double>();
  }
  sums.policyLoss += policyLoss.item<double>();
  ++sums.policySteps;
  MLIRGYM_TRY_TO(step(loss));
  return true;
}

llvm::Error PpoLearner::Update::learnValues(const at::Tensor &rows) {
  const at::Tensor critic = criticLoss(rows);
  sums.valueLoss += critic.item<double>();
  ++valueSteps;
  return step(options.valueCoefficient * critic);
}

template <typename Step>
llvm::Expected<bool> PpoLearner::Update::pass(Step step) {
  random.shuffle(llvm::MutableArrayRef<int64_t>(order));
  const size_t size = std::max(1u, options.minibatch);
  const size_t count = llvm::divideCeil(order.size(), size);
  for (size_t index = 0; index < count; ++index) {
    if (stop && stop->requested())
      return llvm::make_error<InterruptedError>();
    llvm::Expected<bool> more =
        step(index, count,
             indexTensor(
                 llvm::ArrayRef(order).slice(index * size).take_front(size)));
    if (!more || !*more)
      return more;
  }
  return true;
}

llvm::Expected<UpdateStatistics> PpoLearner::Update::run() {
  for (unsigned epoch = 0; epoch < plan.epochs; ++epoch) {
    ++sums.epochs;
    random.shuffle(llvm::MutableArrayRef<int64_t>(imitated));
    MLIRGYM_TRY(const bool more, pass([this](size_t index, size_t count,
                                             const at::Tensor &rows) {
                  return learnPolicy(index, count, rows);
                }));
    if (!more)
      break;
  }
  for (unsigned epoch = 0; epoch < options.valueEpochs; ++epoch) {
    llvm::Expected<bool> more = pass(
        [this](size_t, size_t, const at::Tensor &rows) -> llvm::Expected<bool> {
          MLIRGYM_TRY_TO(learnValues(rows));
          return true;
        });
    if (!more)
      return more.takeError();
  }
  for (double *sum : {&sums.entropy, &sums.approxKl, &sums.clipFraction})
    *sum /= std::max(1u, seen);
  for (double *sum : {&sums.policyLoss, &sums.imitationLoss})
    *sum /= std::max(1u, sums.policySteps);
  sums.valueLoss /= std::max(1u, valueSteps);
  return sums;
}

llvm::Expected<UpdateStatistics> PpoLearner::update(const TrainingBatch &batch,
                                                    const UpdatePlan &plan,
                                                    RandomStream &random,
                                                    StopCheck *stop) {
  return guarded(
      "update", [&] { return Update(*impl, batch, plan, random, stop).run(); });
}

llvm::Expected<std::vector<NamedArray>> PpoLearner::arrays() const {
  return guarded(
      "policy net", [&]() -> llvm::Expected<std::vector<NamedArray>> {
        std::vector<NamedArray> arrays = weightsOf(*impl->net);
        for (const auto &parameter : impl->net->named_parameters()) {
          const std::string &name = parameter.key();
          const AdamState &state = impl->stateOf(parameter.value());
          arrays.push_back(namedArray("adam.mean." + name, state.exp_avg()));
          arrays.push_back(
              namedArray("adam.square." + name, state.exp_avg_sq()));
          // Exact up to 16 million steps.
          arrays.push_back(
              {"adam.steps." + name, {}, {static_cast<float>(state.step())}});
        }
        return arrays;
      });
}

llvm::Error PpoLearner::restore(llvm::ArrayRef<NamedArray> arrays) {
  return guarded("policy net", [&]() -> llvm::Error {
    MLIRGYM_TRY_TO(readWeights(arrays, *impl->net));
    for (const auto &parameter : impl->net->named_parameters()) {
      const std::string &name = parameter.key();
      AdamState &state = impl->stateOf(parameter.value());
      const at::Tensor steps = at::zeros({}, at::kFloat);
      for (const auto &[prefix, into] :
           {std::pair<const char *, at::Tensor>{"adam.mean.", state.exp_avg()},
            {"adam.square.", state.exp_avg_sq()},
            {"adam.steps.", steps}})
        MLIRGYM_TRY_TO(readArray(arrays, prefix + name, into));
      state.step(static_cast<int64_t>(steps.item<float>()));
    }
    return llvm::Error::success();
  });
}

llvm::Error PpoLearner::restorePolicy(llvm::ArrayRef<NamedArray> arrays) {
  return guarded("policy net", [&]() -> llvm::Error {
    for (const auto &parameter : impl->net->named_parameters())
      if (!llvm::StringRef(parameter.key()).starts_with("value."))
        MLIRGYM_TRY_TO(readArray(arrays, parameter.key(), parameter.value()));
    return llvm::Error::success();
  });
}
