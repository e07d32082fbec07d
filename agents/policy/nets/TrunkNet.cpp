#include "agents/policy/nets/TrunkNet.h"
#include "agents/policy/nets/PolicyNet.h"
#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/grad_mode.h>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

using namespace mlirgym;

namespace {
at::Tensor uniform(at::IntArrayRef shape, int64_t inputs,
                   at::Generator &generator) {
  const double bound = 1 / std::sqrt(static_cast<double>(inputs));
  return at::empty(shape).uniform_(-bound, bound, generator);
}

/// GELU: x / 2 (1 + erf(x / sqrt(2))). LibTorch's passes it to oneDNN, which
/// takes longer to prepare than a few rows take to compute.
at::Tensor activation(const at::Tensor &x) {
  constexpr int64_t fewRows = 8;
  if (!c10::InferenceMode::is_enabled() || x.size(0) > fewRows)
    return at::gelu(x);
  // A numeric factor would be converted to a tensor in each call.
  static const at::Tensor oneHalf = at::tensor(0.5F);
  static const at::Tensor inverseRoot =
      at::tensor(static_cast<float>(1 / std::numbers::sqrt2));
  const at::Tensor half = x * oneHalf;
  at::Tensor error = x * inverseRoot;
  return at::addcmul(half, half, error.erf_());
}
} // namespace

TrunkNet::TrunkNet(int64_t observationSize, int64_t numActions,
                   const std::vector<unsigned> &hidden, uint64_t seed) {
  // A separate generator: the process-wide one belongs to the caller.
  at::Generator generator = at::detail::createCPUGenerator(seed);
  auto stack = std::make_shared<torch::nn::Module>();
  int64_t width = observationSize;
  for (unsigned outputs : hidden) {
    auto module = std::make_shared<torch::nn::Module>();
    Layer layer;
    layer.linear.weight = module->register_parameter(
        "weight", uniform({outputs, width}, width, generator));
    layer.linear.bias = module->register_parameter(
        "bias", uniform({outputs}, width, generator));
    layer.scale = module->register_parameter("scale", at::ones({outputs}));
    layer.shift = module->register_parameter("shift", at::zeros({outputs}));
    stack->register_module(std::to_string(layers.size()), std::move(module));
    layers.push_back(std::move(layer));
    width = outputs;
  }
  register_module("trunk", std::move(stack));

  auto head = [&](const char *name, at::Tensor weight, at::Tensor bias) {
    auto module = std::make_shared<torch::nn::Module>();
    Linear linear = {module->register_parameter("weight", std::move(weight)),
                     module->register_parameter("bias", std::move(bias))};
    register_module(name, std::move(module));
    return linear;
  };
  policy =
      head("policy", at::zeros({numActions, width}), at::zeros({numActions}));
  value = head("value", uniform({1, width}, width, generator), at::zeros({1}));
}

at::Tensor TrunkNet::trunk(at::Tensor x) const {
  if (layers.empty())
    return x;
  const Linear &first = layers.front().linear;
  return afterFirstProduct(at::linear(x, first.weight, first.bias));
}

at::Tensor TrunkNet::afterFirstProduct(at::Tensor x) const {
  for (const Layer &layer : layers) {
    if (&layer != &layers.front())
      x = at::linear(x, layer.linear.weight, layer.linear.bias);
    x = at::layer_norm(x, {layer.scale.size(0)}, layer.scale, layer.shift);
    x = activation(x);
  }
  return x;
}

NetOutput TrunkNet::forward(const at::Tensor &observations) const {
  const at::Tensor x = trunk(observations);
  return {at::linear(x, policy.weight, policy.bias),
          at::linear(x, value.weight, value.bias).squeeze(-1)};
}

at::Tensor TrunkNet::logits(const at::Tensor &observations) const {
  return at::linear(trunk(observations), policy.weight, policy.bias);
}

at::Tensor TrunkNet::values(const at::Tensor &observations) const {
  return at::linear(trunk(observations), value.weight, value.bias).squeeze(-1);
}

/// The first layer has most of the weights, and most values of an observation
/// are 0 or depend on the program alone. Its product with each base row is
/// therefore computed once, and a row adds the columns of the values that
/// differ: a weighted sum of a few rows of the transposed matrix, which
/// LibTorch calls an embedding bag.
class TrunkNet::Bound : public BoundInference {
public:
  Bound(const TrunkNet &trunk, const at::Tensor &baseRows)
      : net(trunk), bases(baseRows.contiguous().clone()) {
    const Linear &first = net.layers.front().linear;
    table = at::cat(
        {first.weight.t(), at::linear(bases, first.weight, first.bias)});
    heads = {at::cat({net.policy.weight, net.value.weight}),
             at::cat({net.policy.bias, net.value.bias})};
  }

  NetOutput forward(const BasedRows &rows) override {
    const at::Tensor both = at::linear(trunk(rows), heads.weight, heads.bias);
    const int64_t numActions = net.policy.bias.size(0);
    return {both.narrow(1, 0, numActions), both.select(1, numActions)};
  }
  at::Tensor values(const BasedRows &rows) override {
    return at::linear(trunk(rows), net.value.weight, net.value.bias)
        .squeeze(-1);
  }

private:
  at::Tensor trunk(const BasedRows &rows) {
    collectDifferences(rows);
    auto view = [](auto &values, at::ScalarType type) {
      return at::from_blob(values.data(), {static_cast<int64_t>(values.size())},
                           at::TensorOptions(type));
    };
    return net.afterFirstProduct(std::get<0>(at::embedding_bag(
        table, view(columns, at::kLong), view(starts, at::kLong),
        /*scale_grad_by_freq=*/false, /*mode=sum*/ 0, /*sparse=*/false,
        view(factors, at::kFloat))));
  }
  void collectDifferences(const BasedRows &rows);

  const TrunkNet &net;
  at::Tensor bases;
  /// The columns of the first layer's matrix, and its product with each base.
  at::Tensor table;
  Linear heads;
  // The rows of the table to add for each row, and their factors. They keep the
  // capacity of the largest call so far.
  std::vector<int64_t> columns, starts;
  std::vector<float> factors;
};

void TrunkNet::Bound::collectDifferences(const BasedRows &rows) {
  columns.clear();
  factors.clear();
  starts.clear();
  const int64_t width = bases.size(1);
  const float *row = rows.observations.const_data_ptr<float>();
  for (const uint32_t index : rows.bases) {
    starts.push_back(static_cast<int64_t>(columns.size()));
    columns.push_back(width + index);
    factors.push_back(1);
    const float *base = bases.const_data_ptr<float>() + index * width;
    for (int64_t i = 0; i < width; ++i)
      if (row[i] != base[i]) {
        columns.push_back(i);
        factors.push_back(row[i] - base[i]);
      }
    row += width;
  }
}

std::unique_ptr<BoundInference> TrunkNet::bind(const at::Tensor &bases) const {
  if (layers.empty())
    return PolicyNet::bind(bases);
  return std::make_unique<Bound>(*this, bases);
}
