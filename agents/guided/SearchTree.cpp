#include "agents/guided/SearchTree.h"
#include "actions/encoding/Encoding.h"
#include "agents/Policy.h"
#include "agents/guided/Drafts.h"
#include "program/RandomStream.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace mlirgym;

namespace {
/// Weight of the policy's probabilities relative to values in [0, 1].
constexpr double exploration = 1;
/// Log speedups that are further below the best all have the lowest value,
/// since only differences among good schedules matter.
constexpr double valueRange = 1;
/// Weight of the critic in measurements, regardless of its number of
/// evaluations.
constexpr double criticWeight = 4;
/// Simulations in one pass of the network.
constexpr unsigned sideBySide = 32;
/// Maximum size of the tree; beyond it leaves are still evaluated.
constexpr size_t mostNodes = 100'000;
} // namespace

SearchTree::SearchTree(const Policy &from, BoundPolicy &on)
    : policy(&from), bound(&on), nodes(1),
      highest(-std::numeric_limits<double>::infinity()) {}

llvm::Error SearchTree::simulate(unsigned count) {
  std::vector<Simulation> simulations;
  while (count > 0 && !isExhausted()) {
    simulations.clear();
    // The root must be expanded before simulations can take different paths.
    const bool isFirst = nodes.front().edges.empty();
    for (unsigned i = std::min(isFirst ? 1 : sideBySide, count); i > 0; --i)
      simulations.push_back(descend());
    count -= static_cast<unsigned>(simulations.size());
    MLIRGYM_TRY_TO(evaluate(simulations));
  }
  return llvm::Error::success();
}

SearchTree::Simulation SearchTree::descend() {
  Simulation simulation{{}, bound->start()};
  uint32_t at = 0;
  while (at != none && !nodes[at].edges.empty()) {
    const uint32_t index = select(nodes[at]);
    Edge &edge = nodes[at].edges[index];
    ++edge.pending;
    simulation.path.push_back({at, index});
    policy->encoding().step(simulation.leaf, edge.decision);
    at = edge.child;
  }
  return simulation;
}

double SearchTree::valueOf(const Node &node, const Edge &edge) const {
  // An untried decision has the value of its state; one with a simulation in
  // progress counts as bad, so that the next simulation takes another path.
  double value = node.value;
  if (const unsigned visits = edge.pending + edge.visits)
    value = (edge.pending * (highest - valueRange) + edge.sum) / visits;
  if (edge.measured == 0)
    return value;
  return (criticWeight * value + edge.measuredSum -
          edge.measured * meanError()) /
         (criticWeight + edge.measured);
}

uint32_t SearchTree::select(const Node &node) const {
  auto scaled = [this](double value) {
    return std::clamp(1 - (highest - value) / valueRange, 0.0, 1.0);
  };
  double visits = 0;
  for (const Edge &edge : node.edges)
    visits += edge.pending + edge.visits;
  uint32_t best = none;
  double highestScore = 0;
  for (auto [index, edge] : llvm::enumerate(node.edges)) {
    if (edge.isClosed)
      continue;
    const double score = scaled(valueOf(node, edge)) +
                         exploration * edge.prior * std::sqrt(1 + visits) /
                             (1 + edge.pending + edge.visits);
    if (best != none && score <= highestScore)
      continue;
    best = static_cast<uint32_t>(index);
    highestScore = score;
  }
  return best;
}

llvm::Error
SearchTree::evaluate(llvm::MutableArrayRef<Simulation> simulations) {
  std::vector<const DecisionState *> open, finished;
  for (const Simulation &simulation : simulations)
    (simulation.leaf.schedule.finished() ? finished : open)
        .push_back(&simulation.leaf);
  if (!open.empty()) {
    MLIRGYM_TRY(auto output, bound->evaluate(open));
    size_t row = 0;
    for (const Simulation &simulation : simulations) {
      if (simulation.leaf.schedule.finished())
        continue;
      const double value = output.values[row];
      expand(simulation, output.logitsOf(row), value);
      backUp(simulation, value);
      ++row;
    }
  }
  if (finished.empty())
    return llvm::Error::success();
  // A critic that does not rank finished schedules has evaluated the last
  // state.
  llvm::ArrayRef<float> values;
  if (policy->ranksSchedules()) {
    MLIRGYM_TRY(values, bound->values(finished));
  }
  size_t row = 0;
  for (const Simulation &simulation : simulations)
    if (simulation.leaf.schedule.finished())
      backUp(simulation, values.empty()
                             ? nodes[simulation.path.back().node].value
                             : values[row++]);
  return llvm::Error::success();
}

void SearchTree::expand(const Simulation &simulation,
                        llvm::ArrayRef<float> logits, double value) {
  uint32_t index = 0;
  if (!simulation.path.empty()) {
    const Step last = simulation.path.back();
    // Another simulation of this pass may have been here.
    if (nodes[last.node].edges[last.edge].child != none ||
        nodes.size() >= mostNodes)
      return;
    index = static_cast<uint32_t>(nodes.size());
    nodes[last.node].edges[last.edge].child = index;
    nodes.emplace_back();
  }
  Node &node = nodes[index];
  node.value = value;
  const Softmax softmax(logits);
  for (auto [decision, logit] : llvm::enumerate(logits)) {
    if (std::isinf(logit))
      continue;
    const double logProbability = softmax.logProbability(logit);
    node.edges.push_back({.decision = static_cast<uint16_t>(decision),
                          .prior = std::exp(logProbability),
                          .logProbability = logProbability});
  }
}

void SearchTree::backUp(const Simulation &simulation, double value) {
  highest = std::max(highest, value);
  for (const Step &step : simulation.path) {
    Edge &edge = nodes[step.node].edges[step.edge];
    --edge.pending;
    ++edge.visits;
    edge.sum += value;
  }
}

DraftBeginning SearchTree::play(RandomStream &random) {
  playedDecisions.clear();
  playedLogProbabilities.clear();
  for (uint32_t at = 0; at != none && !nodes[at].edges.empty();) {
    std::vector<double> weights;
    double visits = 0;
    for (const Edge &edge : nodes[at].edges) {
      weights.push_back(edge.isClosed ? 0 : edge.visits);
      visits += weights.back();
    }
    if (visits == 0)
      break;
    const Edge &edge = nodes[at].edges[random.pickWeighted(weights)];
    playedDecisions.push_back(edge.decision);
    playedLogProbabilities.push_back(edge.logProbability);
    at = edge.child;
  }
  return {playedDecisions, playedLogProbabilities};
}

std::vector<SearchTree::Step>
SearchTree::pathOf(llvm::ArrayRef<uint16_t> decisions) const {
  std::vector<Step> path;
  uint32_t at = 0;
  for (uint16_t decision : decisions) {
    if (at == none)
      break;
    const auto &edges = nodes[at].edges;
    const auto edge = llvm::find_if(
        edges, [=](const Edge &e) { return e.decision == decision; });
    if (edge == edges.end())
      break;
    path.push_back({at, static_cast<uint32_t>(edge - edges.begin())});
    at = edge->child;
  }
  return path;
}

void SearchTree::learn(llvm::ArrayRef<uint16_t> decisions, double logSpeedup,
                       double value) {
  const std::vector<Step> path = pathOf(decisions);
  const uint32_t last = path.empty() ? 0 : path.back().node;
  errors += logSpeedup - (policy->ranksSchedules() ? value : nodes[last].value);
  ++numErrors;
  highest = std::max(highest, logSpeedup - meanError());
  for (const Step &step : path) {
    Edge &edge = nodes[step.node].edges[step.edge];
    ++edge.measured;
    edge.measuredSum += logSpeedup;
  }
}

void SearchTree::close(llvm::ArrayRef<uint16_t> decisions) {
  const std::vector<Step> path = pathOf(decisions);
  if (path.size() < decisions.size())
    return; // not in the tree
  for (const Step &step : llvm::reverse(path)) {
    Node &node = nodes[step.node];
    node.edges[step.edge].isClosed = true;
    node.isClosed = llvm::all_of(
        node.edges, [](const Edge &edge) { return edge.isClosed; });
    if (!node.isClosed)
      return;
  }
}
