//===- agents/ppo/Adam.h - The optimiser ------------------------*- C++ -*-===//
// Shows LibTorch: for .cpp files of this folder and its tests only.
#ifndef MLIRGYM_AGENTS_PPO_ADAM_H
#define MLIRGYM_AGENTS_PPO_ADAM_H

#include <ATen/core/Tensor.h>
#include <cstdint>
#include <vector>

namespace mlirgym {

/// Adam (Kingma and Ba, arXiv:1412.6980) with bias correction, in LibTorch's
/// fused form: one pass over the weights, where torch::optim::Adam makes ten
/// and allocates for most of them (a fifth of an update).
class Adam {
public:
  /// Parameters are updated in place; all need a gradient. epsilon 1e-5, as in
  /// the PPO baselines.
  Adam(std::vector<at::Tensor> parameters, double learningRate);

  /// Forgets all gradients.
  void zeroGradients();
  /// Scales the gradients so that their common norm is at most `maxNorm`;
  /// returns the norm before. (Pascanu et al., arXiv:1211.5063)
  double clipGradients(double maxNorm);
  void step();

  int64_t steps() const { return taken; }
  /// First and second moments, in the order of the parameters; 0 at first.
  std::vector<at::Tensor> &means() { return firstMoments; }
  std::vector<at::Tensor> &squares() { return secondMoments; }
  /// Continues as if `steps` had been taken.
  void setSteps(int64_t steps);

private:
  std::vector<at::Tensor> parameters, firstMoments, secondMoments, stepTensors;
  double learningRate;
  int64_t taken = 0;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_ADAM_H
