#include "agents/policy/nets/MaskedCategorical.h"
#include <ATen/ATen.h>
#include <limits>

using namespace mlirgym;

MaskedCategorical::MaskedCategorical(const at::Tensor &logits,
                                     const at::Tensor &legal)
    : mask(legal),
      logProbs(at::log_softmax(
          logits.masked_fill(legal.logical_not(),
                             -std::numeric_limits<float>::infinity()),
          /*dim=*/-1)) {}

at::Tensor MaskedCategorical::logProbability(const at::Tensor &actions) const {
  return logProbs.gather(-1, actions.unsqueeze(-1)).squeeze(-1);
}

at::Tensor MaskedCategorical::entropy() const {
  // 0 * -inf is not a number, also in the gradient: invalid entries are
  // replaced by 0 before the multiplication.
  const at::Tensor finite = logProbs.masked_fill(mask.logical_not(), 0);
  const at::Tensor probabilities =
      finite.exp().masked_fill(mask.logical_not(), 0);
  return -(probabilities * finite).sum(-1);
}
