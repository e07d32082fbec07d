#include "agents/policy/nets/ActorCritic.h"
#include "agents/policy/nets/PolicyNet.h"
#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/grad_mode.h>
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

using namespace mlirgym;

namespace {
at::Tensor orthogonal(int64_t rows, int64_t columns, double gain,
                      at::Generator &generator) {
  const int64_t longer = std::max(rows, columns);
  const int64_t shorter = std::min(rows, columns);
  auto [q, r] = at::linalg_qr(at::randn({longer, shorter}, generator));
  // Signs of the diagonal of r make q uniform over orthogonal matrices.
  q = q * r.diagonal().sign();
  return (gain * (rows < columns ? q.t() : q)).contiguous();
}

std::vector<int64_t>
widthsOf(int64_t input, const std::vector<unsigned> &hidden, int64_t output) {
  std::vector<int64_t> widths = {input};
  widths.insert(widths.end(), hidden.begin(), hidden.end());
  widths.push_back(output);
  return widths;
}
} // namespace

Mlp::Mlp(const std::vector<int64_t> &widths, double outputGain,
         at::Generator &generator) {
  for (size_t i = 0; i + 1 < widths.size(); ++i) {
    const bool last = i + 2 == widths.size();
    const double gain = last ? outputGain : std::sqrt(2.0);
    auto layer = std::make_shared<torch::nn::Module>();
    layers.push_back(
        {layer->register_parameter(
             "weight", orthogonal(widths[i + 1], widths[i], gain, generator)),
         layer->register_parameter("bias", at::zeros({widths[i + 1]}))});
    register_module(std::to_string(i), std::move(layer));
  }
}

at::Tensor Mlp::forward(at::Tensor x) const {
  for (size_t i = 0; i < layers.size(); ++i) {
    x = at::linear(x, layers[i].weight, layers[i].bias);
    if (i + 1 < layers.size())
      x = at::tanh(x);
  }
  return x;
}

ActorCritic::ActorCritic(int64_t observationSize, int64_t numActions,
                         const std::vector<unsigned> &hidden, uint64_t seed) {
  // A separate generator: the process-wide one belongs to the caller.
  at::Generator generator = at::detail::createCPUGenerator(seed);
  policy = register_module(
      "policy",
      std::make_shared<Mlp>(widthsOf(observationSize, hidden, numActions),
                            /*outputGain=*/0.01, generator));
  value = register_module(
      "value", std::make_shared<Mlp>(widthsOf(observationSize, hidden, 1),
                                     /*outputGain=*/1, generator));
}

NetOutput ActorCritic::forward(const at::Tensor &observations) const {
  return {logits(observations), values(observations)};
}

at::Tensor ActorCritic::logits(const at::Tensor &observations) const {
  return policy->forward(observations);
}

at::Tensor ActorCritic::values(const at::Tensor &observations) const {
  return value->forward(observations).squeeze(-1);
}
