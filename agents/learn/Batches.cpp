#include "agents/learn/Batches.h"
#include "agents/learn/Dataset.h"
#include "agents/learn/ImitationLearner.h"
#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <ATen/ATen.h>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

using namespace mlirgym;

namespace {
template <typename T>
at::Tensor view(std::vector<T> &values, at::IntArrayRef shape,
                at::ScalarType type) {
  return at::from_blob(values.data(), shape, at::TensorOptions(type));
}

/// Ranks, starting with 1.
std::vector<double> ranksOf(llvm::ArrayRef<double> values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  llvm::sort(order, [&](size_t x, size_t y) {
    return std::pair(values[x], x) < std::pair(values[y], y);
  });
  std::vector<double> ranks(values.size());
  for (size_t first = 0; first < order.size();) {
    size_t end = first;
    while (end < order.size() && values[order[end]] == values[order[first]])
      ++end;
    for (size_t i = first; i < end; ++i)
      ranks[order[i]] = static_cast<double>(first + end + 1) / 2;
    first = end;
  }
  return ranks;
}
} // namespace

double mlirgym::rankCorrelation(llvm::ArrayRef<double> a,
                                llvm::ArrayRef<double> b) {
  assert(a.size() == b.size() && "pairs");
  const std::vector<double> ranksA = ranksOf(a), ranksB = ranksOf(b);
  const double mean = static_cast<double>(a.size() + 1) / 2;
  double both = 0, squaresA = 0, squaresB = 0;
  for (auto [x, y] : llvm::zip(ranksA, ranksB)) {
    both += (x - mean) * (y - mean);
    squaresA += (x - mean) * (x - mean);
    squaresB += (y - mean) * (y - mean);
  }
  if (squaresA <= 0 || squaresB <= 0)
    return 0;
  return both / std::sqrt(squaresA * squaresB);
}

Batches::Batches(const Dataset &dataset) : data(dataset), writer(dataset) {
  double sum = 0;
  for (const CriticRow &row : data.criticRows)
    criticSums.push_back(sum += row.weight);
}

PolicyBatch Batches::policy(llvm::ArrayRef<uint32_t> rows) {
  states.clear();
  actions.clear();
  weights.clear();
  for (uint32_t index : rows) {
    const PolicyRow &row = data.policyRows[index];
    states.push_back(row.state);
    actions.push_back(data.action(row.state));
    weights.push_back(row.weight);
  }
  policyRows.resize(rows.size() * writer.width());
  masks.resize(rows.size() * writer.numActions());
  writer.write(states, policyRows, masks);
  const auto count = static_cast<int64_t>(rows.size());
  return {.observations =
              view(policyRows, {count, int64_t(writer.width())}, at::kFloat),
          .masks = view(masks, {count, int64_t(writer.numActions())}, at::kChar)
                       .to(at::kBool),
          .actions = view(actions, {count}, at::kLong),
          .weights = view(weights, {count}, at::kFloat)};
}

CriticBatch Batches::drawCritic(size_t count, RandomStream &random) {
  states.clear();
  criticValues.clear();
  for (size_t i = 0; i < count; ++i) {
    const double at = random.uniform() * criticSums.back();
    const auto found = llvm::upper_bound(criticSums, at);
    const size_t index =
        std::min(static_cast<size_t>(found - criticSums.begin()),
                 criticSums.size() - 1); // may exceed the last sum by rounding
    states.push_back(data.criticRows[index].state);
    criticValues.push_back(data.criticRows[index].value);
  }
  return {.observations = observations(states),
          .values = view(criticValues, {int64_t(count)}, at::kFloat)};
}

at::Tensor Batches::observations(llvm::ArrayRef<StateRef> of) {
  criticRows.resize(of.size() * writer.width());
  writer.write(of, criticRows, {});
  return view(criticRows, {int64_t(of.size()), int64_t(writer.width())},
              at::kFloat);
}
