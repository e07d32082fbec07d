#include "agents/policy/nets/EnsembleNet.h"
#include "agents/policy/nets/PolicyNet.h"
#include "llvm/ADT/STLExtras.h"
#include <ATen/ATen.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace mlirgym;

/// The mean of what `evaluate` returns for each network.
template <typename Nets, typename Evaluate>
static at::Tensor meanOf(const Nets &nets, Evaluate evaluate) {
  std::vector<at::Tensor> each;
  for (const auto &net : nets)
    each.push_back(evaluate(*net));
  return at::stack(each).mean(0);
}

template <typename Nets, typename Rows>
static NetOutput meanOutput(const Nets &nets, const Rows &rows) {
  std::vector<at::Tensor> logits, values;
  for (const auto &net : nets) {
    NetOutput output = net->forward(rows);
    logits.push_back(std::move(output.logits));
    values.push_back(std::move(output.values));
  }
  return {at::stack(logits).mean(0), at::stack(values).mean(0)};
}

EnsembleNet::EnsembleNet(std::vector<std::shared_ptr<PolicyNet>> members)
    : nets(std::move(members)) {
  for (auto [i, net] : llvm::enumerate(nets))
    register_module(std::to_string(i), net);
}

NetOutput EnsembleNet::forward(const at::Tensor &observations) const {
  return meanOutput(nets, observations);
}

at::Tensor EnsembleNet::logits(const at::Tensor &observations) const {
  return meanOf(nets,
                [&](const PolicyNet &net) { return net.logits(observations); });
}

at::Tensor EnsembleNet::values(const at::Tensor &observations) const {
  return meanOf(nets,
                [&](const PolicyNet &net) { return net.values(observations); });
}

std::vector<const PolicyNet *> EnsembleNet::members() const {
  std::vector<const PolicyNet *> all;
  for (const std::shared_ptr<PolicyNet> &net : nets)
    all.push_back(net.get());
  return all;
}

class EnsembleNet::Bound : public BoundInference {
public:
  explicit Bound(std::vector<std::unique_ptr<BoundInference>> members)
      : nets(std::move(members)) {}

  NetOutput forward(const BasedRows &rows) override {
    return meanOutput(nets, rows);
  }
  at::Tensor values(const BasedRows &rows) override {
    return meanOf(nets, [&](BoundInference &net) { return net.values(rows); });
  }

private:
  std::vector<std::unique_ptr<BoundInference>> nets;
};

std::unique_ptr<BoundInference>
EnsembleNet::bind(const at::Tensor &bases) const {
  std::vector<std::unique_ptr<BoundInference>> bound;
  for (const std::shared_ptr<PolicyNet> &net : nets)
    bound.push_back(net->bind(bases));
  return std::make_unique<Bound>(std::move(bound));
}
