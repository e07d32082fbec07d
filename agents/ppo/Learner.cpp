#include "agents/ppo/Learner.h"
#include "agents/Policy.h"
#include "agents/policy/Guarded.h"
#include "agents/policy/MaskedCategorical.h"
#include "agents/policy/PolicyNet.h"
#include "agents/ppo/Adam.h"
#include "agents/ppo/PpoLoss.h"
#include "execution/outcome/ExecutionError.h"
#include "execution/outcome/StopCheck.h"
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>
#include <array>
#include <cmath>
#include <numeric>

using namespace mlirgym;

namespace {
/// A tensor over memory that is not ours; only read.
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
} // namespace

struct Learner::Impl {
  Impl(const NetShape &shape, const PpoOptions &ppo)
      : observationSize(shape.observation.size()), numActions(shape.numActions),
        options(ppo), net(makeNet({.hidden = ppo.hidden}, shape, ppo.seed)),
        adam(net->parameters(), ppo.learningRate) {}

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
  llvm::Error learn(const TrainingBatch &batch, const at::Tensor &rows,
                    UpdateStatistics &sums);

  unsigned observationSize, numActions;
  PpoOptions options;
  std::shared_ptr<PolicyNet> net;
  Adam adam;
};

Learner::Learner() = default;
Learner::~Learner() = default;

llvm::Expected<std::unique_ptr<Learner>>
Learner::create(const NetShape &shape, const PpoOptions &options) {
  std::unique_ptr<Learner> learner(new Learner());
  llvm::Error error = guarded("policy net", [&] {
    at::set_num_threads(static_cast<int>(std::max(1u, options.torchThreads)));
    learner->impl = std::make_unique<Impl>(shape, options);
  });
  if (error)
    return std::move(error);
  return learner;
}

llvm::Error
Learner::choose(llvm::ArrayRef<float> observations,
                llvm::ArrayRef<int8_t> masks, RandomStream *random,
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
      const size_t action = random
                                ? sampleAction(probabilities, random->uniform())
                                : likeliest(probabilities);
      if (!std::isfinite(probabilities[action]))
        return llvm::createStringError(
            "policy: row %zu has no action to choose; either no action is "
            "legal there, or training diverged: lower the learning rate",
            i);
      actions[i] = static_cast<int64_t>(action);
      if (!logProbabilities.empty())
        logProbabilities[i] = probabilities[action];
    }
    return llvm::Error::success();
  });
}

llvm::Expected<std::vector<float>>
Learner::values(llvm::ArrayRef<float> observations) const {
  return guarded("value net", [&]() -> llvm::Expected<std::vector<float>> {
    c10::InferenceMode inference;
    const at::Tensor values =
        impl->net->values(impl->observations(observations)).contiguous();
    const float *data = values.const_data_ptr<float>();
    return std::vector<float>(data, data + values.numel());
  });
}

llvm::Error Learner::Impl::learn(const TrainingBatch &batch,
                                 const at::Tensor &rows,
                                 UpdateStatistics &sums) {
  auto take = [&rows](const at::Tensor &from) {
    return from.index_select(0, rows);
  };
  const std::array<int64_t, 1> length = {static_cast<int64_t>(batch.rows)};
  const at::Tensor inputs = take(observations(batch.observations));
  const at::Tensor old = take(view(batch.logProbabilities, length, at::kFloat));

  const MaskedCategorical policy(net->logits(inputs),
                                 take(view(batch.masks,
                                           {static_cast<int64_t>(batch.rows),
                                            static_cast<int64_t>(numActions)},
                                           at::kChar))
                                     .to(at::kBool));
  const at::Tensor now =
      policy.logProbability(take(view(batch.actions, length, at::kLong)));
  const at::Tensor policyLoss = clippedSurrogateLoss(
      now, old, normalised(take(view(batch.advantages, length, at::kFloat))),
      options.clipRange);
  const at::Tensor criticLoss = valueLoss(
      net->values(inputs), take(view(batch.returns, length, at::kFloat)));
  const at::Tensor entropy = policy.entropy().mean();
  const at::Tensor loss = policyLoss + options.valueCoefficient * criticLoss -
                          options.entropyCoefficient * entropy;

  adam.zeroGradients();
  loss.backward();
  // Such a step would leave no weight a number.
  if (!std::isfinite(adam.clipGradients(options.maxGradNorm)))
    return llvm::createStringError(
        "update: the gradients are not finite, training diverged; lower the "
        "learning rate");
  adam.step();

  sums.policyLoss += policyLoss.item<double>();
  sums.valueLoss += criticLoss.item<double>();
  sums.entropy += entropy.item<double>();
  sums.approxKl += approximateKl(now, old);
  sums.clipFraction += clippedFraction(now, old, options.clipRange);
  return llvm::Error::success();
}

llvm::Expected<UpdateStatistics> Learner::update(const TrainingBatch &batch,
                                                 RandomStream &random,
                                                 StopCheck *stop) {
  return guarded("update", [&]() -> llvm::Expected<UpdateStatistics> {
    UpdateStatistics sums;
    unsigned minibatches = 0;
    std::vector<int64_t> order(batch.rows);
    std::iota(order.begin(), order.end(), int64_t{0});
    const size_t size = std::max(1u, impl->options.minibatch);
    for (unsigned epoch = 0; epoch < impl->options.epochs; ++epoch) {
      random.shuffle(llvm::MutableArrayRef<int64_t>(order));
      for (size_t begin = 0; begin < order.size(); begin += size) {
        if (stop && stop->requested())
          return llvm::make_error<InterruptedError>();
        llvm::ArrayRef<int64_t> chosen =
            llvm::ArrayRef(order).slice(begin).take_front(size);
        const at::Tensor rows =
            view(chosen, {static_cast<int64_t>(chosen.size())}, at::kLong);
        if (llvm::Error error = impl->learn(batch, rows, sums))
          return std::move(error);
        ++minibatches;
      }
    }
    if (minibatches == 0)
      return sums;
    for (double *sum : {&sums.policyLoss, &sums.valueLoss, &sums.entropy,
                        &sums.approxKl, &sums.clipFraction})
      *sum /= minibatches;
    return sums;
  });
}

llvm::Expected<std::vector<NamedArray>> Learner::arrays() const {
  return guarded("policy net",
                 [&]() -> llvm::Expected<std::vector<NamedArray>> {
                   std::vector<NamedArray> arrays = weightsOf(*impl->net);
                   const auto parameters = impl->net->named_parameters();
                   for (size_t i = 0; i < parameters.size(); ++i) {
                     const std::string &name = parameters[i].key();
                     arrays.push_back(namedArray("adam.mean." + name,
                                                 impl->adam.means()[i]));
                     arrays.push_back(namedArray("adam.square." + name,
                                                 impl->adam.squares()[i]));
                   }
                   return arrays;
                 });
}

int64_t Learner::optimiserSteps() const { return impl->adam.steps(); }

llvm::Error Learner::restore(llvm::ArrayRef<NamedArray> arrays,
                             int64_t optimiserSteps) {
  return guarded("policy net", [&]() -> llvm::Error {
    if (llvm::Error error = readWeights(arrays, *impl->net))
      return error;
    const auto parameters = impl->net->named_parameters();
    for (size_t i = 0; i < parameters.size(); ++i) {
      const std::string &name = parameters[i].key();
      if (optimiserSteps == 0) { // weights only: it has learnt nothing yet
        impl->adam.means()[i].zero_();
        impl->adam.squares()[i].zero_();
        continue;
      }
      if (llvm::Error error =
              readArray(arrays, "adam.mean." + name, impl->adam.means()[i]))
        return error;
      if (llvm::Error error =
              readArray(arrays, "adam.square." + name, impl->adam.squares()[i]))
        return error;
    }
    impl->adam.setSteps(optimiserSteps);
    return llvm::Error::success();
  });
}
