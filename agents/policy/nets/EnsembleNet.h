//===- agents/policy/nets/EnsembleNet.h - The mean of several networks ----===//
// Shows LibTorch: for .cpp files of the rooms that train, and their tests.
#ifndef MLIRGYM_AGENTS_POLICY_NETS_ENSEMBLENET_H
#define MLIRGYM_AGENTS_POLICY_NETS_ENSEMBLENET_H

#include "agents/policy/nets/PolicyNet.h"
#include <memory>
#include <vector>

namespace mlirgym {

/// Networks of one kind that differ in their initial weights; its logits and
/// values are the means of theirs. A network is wrong about a few programs,
/// others that learn from the same data seldom about the same ones (deep
/// ensembles: Lakshminarayanan et al., arXiv:1612.01474). Parameters as those
/// of its members, after "0.", "1.", ...
class EnsembleNet : public PolicyNet {
public:
  /// Requires: a network, and the same shape of all.
  explicit EnsembleNet(std::vector<std::shared_ptr<PolicyNet>> members);

  NetOutput forward(const at::Tensor &observations) const override;
  at::Tensor logits(const at::Tensor &observations) const override;
  at::Tensor values(const at::Tensor &observations) const override;
  std::vector<const PolicyNet *> members() const override;
  std::unique_ptr<BoundInference> bind(const at::Tensor &bases) const override;

private:
  class Bound;
  std::vector<std::shared_ptr<PolicyNet>> nets;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_NETS_ENSEMBLENET_H
