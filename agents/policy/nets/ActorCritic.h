//===- agents/policy/nets/ActorCritic.h - Policy MLP and value MLP --------===//
// Shows LibTorch: for .cpp files of the rooms that train, and their tests.
#ifndef MLIRGYM_AGENTS_POLICY_NETS_ACTORCRITIC_H
#define MLIRGYM_AGENTS_POLICY_NETS_ACTORCRITIC_H

#include "agents/policy/nets/PolicyNet.h"
#include <ATen/core/Generator.h>
#include <cstdint>
#include <memory>
#include <vector>

namespace mlirgym {

/// Fully connected layers with tanh between them.
class Mlp : public torch::nn::Module {
public:
  /// `widths`: input, hidden layers, output. Weights are orthogonal (Saxe et
  /// al., arXiv:1312.6120) with gain sqrt(2), the last layer's with
  /// `outputGain`; biases are 0.
  Mlp(const std::vector<int64_t> &widths, double outputGain,
      at::Generator &generator);
  /// Shape [rows, widths.front()] to [rows, widths.back()].
  at::Tensor forward(at::Tensor x) const;

private:
  struct Layer {
    at::Tensor weight, bias; // shapes [out, in], [out]
  };
  std::vector<Layer> layers;
};

/// A policy network and a value network without shared layers. Andrychowicz et
/// al., arXiv:2006.05990, recommend this, tanh, and a small last layer of the
/// policy. Parameters "policy.0.weight", "policy.0.bias", ..., "value.2.bias".
class ActorCritic : public PolicyNet {
public:
  ActorCritic(int64_t observationSize, int64_t numActions,
              const std::vector<unsigned> &hidden, uint64_t seed);

  NetOutput forward(const at::Tensor &observations) const override;
  at::Tensor logits(const at::Tensor &observations) const override;
  at::Tensor values(const at::Tensor &observations) const override;

private:
  std::shared_ptr<Mlp> policy, value;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_NETS_ACTORCRITIC_H
