#include "agents/policy/TrunkNet.h"
#include "agents/policy/PolicyNet.h"
#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

using namespace mlirgym;

namespace {
at::Tensor uniform(at::IntArrayRef shape, int64_t inputs,
                   at::Generator &generator) {
  const double bound = 1 / std::sqrt(static_cast<double>(inputs));
  return at::empty(shape).uniform_(-bound, bound, generator);
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
  for (const Layer &layer : layers) {
    x = at::linear(x, layer.linear.weight, layer.linear.bias);
    x = at::layer_norm(x, {layer.scale.size(0)}, layer.scale, layer.shift);
    x = at::gelu(x);
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
