//===- agents/ppo/ActorCritic.h - Policy net and value net ------*- C++ -*-===//
// Shows LibTorch: for .cpp files of this folder and its tests only.
#ifndef MLIRGYM_AGENTS_PPO_ACTORCRITIC_H
#define MLIRGYM_AGENTS_PPO_ACTORCRITIC_H

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {

/// Fully connected layers with tanh between them.
class Mlp {
public:
  /// `widths`: input, hidden layers, output. Weights are orthogonal (Saxe et
  /// al., arXiv:1312.6120) with gain sqrt(2), the last layer's with
  /// `outputGain`; biases are 0.
  Mlp(const std::vector<int64_t> &widths, double outputGain,
      at::Generator &generator);
  /// Shape [rows, widths.front()] to [rows, widths.back()].
  at::Tensor forward(at::Tensor x) const;

  struct Layer {
    at::Tensor weight, bias; // shapes [out, in], [out]
  };
  std::vector<Layer> layers;
};

/// A policy net and a value net that share nothing (Andrychowicz et al.,
/// arXiv:2006.05990, who also find tanh and a small last policy layer best).
class ActorCritic {
public:
  ActorCritic(int64_t observationSize, int64_t numActions,
              const std::vector<unsigned> &hidden, uint64_t seed);

  /// Logits, shape [rows, numActions].
  at::Tensor logits(const at::Tensor &observations) const;
  /// Shape [rows].
  at::Tensor values(const at::Tensor &observations) const;

  /// "policy.0.weight", ..., "value.2.bias", always in this order.
  std::vector<std::pair<std::string, at::Tensor>> parameters() const;

private:
  ActorCritic(int64_t observationSize, int64_t numActions,
              const std::vector<unsigned> &hidden, at::Generator generator);

  Mlp policy, value;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_ACTORCRITIC_H
