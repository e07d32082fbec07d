//===- agents/policy/nets/TrunkNet.h - Policy and critic on one trunk -----===//
// Shows LibTorch: for .cpp files of the rooms that train, and their tests.
#ifndef MLIRGYM_AGENTS_POLICY_NETS_TRUNKNET_H
#define MLIRGYM_AGENTS_POLICY_NETS_TRUNKNET_H

#include "agents/policy/nets/PolicyNet.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace mlirgym {

/// Fully connected layers, each with layer normalisation (arXiv:1607.06450) and
/// GELU (arXiv:1606.08415), under two linear heads: the logits and the value.
/// The shared layers let the policy profit from the critic's training on all
/// schedules, including slow ones. Parameters "trunk.0.weight", "trunk.0.bias",
/// "trunk.0.scale", "trunk.0.shift", ..., "policy.weight", "policy.bias",
/// "value.weight", "value.bias".
class TrunkNet : public PolicyNet {
public:
  /// Weights and biases are uniform in +-1 / sqrt(inputs); those of the policy
  /// head are 0, so that the initial policy is uniform.
  TrunkNet(int64_t observationSize, int64_t numActions,
           const std::vector<unsigned> &hidden, uint64_t seed);

  NetOutput forward(const at::Tensor &observations) const override;
  at::Tensor logits(const at::Tensor &observations) const override;
  at::Tensor values(const at::Tensor &observations) const override;
  std::unique_ptr<BoundInference> bind(const at::Tensor &bases) const override;

private:
  class Bound;
  struct Linear {
    at::Tensor weight, bias; // shapes [out, in], [out]
  };
  struct Layer {
    Linear linear;
    at::Tensor scale, shift; // of the layer normalisation, shape [out]
  };
  at::Tensor trunk(at::Tensor x) const;
  /// The layers after the first product, whose result is `x`.
  at::Tensor afterFirstProduct(at::Tensor x) const;

  std::vector<Layer> layers;
  Linear policy, value;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_NETS_TRUNKNET_H
