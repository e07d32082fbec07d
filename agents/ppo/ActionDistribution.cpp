#include "agents/ppo/ActionDistribution.h"
#include "agents/policy/nets/MaskedCategorical.h"
#include "llvm/ADT/ArrayRef.h"
#include <ATen/ATen.h>

using namespace mlirgym;

ActionDistribution::ActionDistribution(const at::Tensor &logits,
                                       const at::Tensor &mask,
                                       llvm::ArrayRef<int64_t> entries) {
  if (entries.size() == 1) {
    groups.push_back({0, 1, mask, MaskedCategorical(logits, mask)});
    return;
  }
  int64_t start = 0;
  for (size_t first = 0, next = 0; first < entries.size(); first = next) {
    while (next < entries.size() && entries[next] == entries[first])
      ++next;
    const auto count = static_cast<int64_t>(next - first);
    const int64_t choices = entries[first], end = start + count * choices;
    auto take = [&](const at::Tensor &from) {
      return from.slice(/*dim=*/1, start, end).unflatten(1, {count, choices});
    };
    const at::Tensor legal = take(mask);
    groups.push_back({static_cast<int64_t>(first), count, legal,
                      MaskedCategorical(take(logits), legal)});
    start = end;
  }
}

template <typename PartOf>
at::Tensor ActionDistribution::sumOverEntries(PartOf partOf) const {
  at::Tensor sum;
  for (const Group &group : groups) {
    at::Tensor part = partOf(group);
    if (group.isSeveral())
      part = part.sum(-1);
    sum = sum.defined() ? sum + part : part;
  }
  return sum;
}

at::Tensor ActionDistribution::logProbability(const at::Tensor &actions) const {
  return sumOverEntries([&](const Group &group) {
    return group.choice.logProbability(
        group.isSeveral()
            ? actions.slice(1, group.first, group.first + group.count)
            : actions);
  });
}

at::Tensor ActionDistribution::entropy() const {
  return sumOverEntries(
      [](const Group &group) { return group.choice.entropy(); });
}

double ActionDistribution::decisionsPerAction() const {
  if (!groups.front().isSeveral())
    return 1;
  const at::Tensor decisions =
      sumOverEntries([](const Group &group) { return group.mask.sum(-1) > 1; });
  return decisions.clamp_min(1).to(at::kDouble).mean().item<double>();
}
