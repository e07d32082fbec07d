//===- agents/guided/SearchTree.h - Decisions, and what they lead to ------===//
#ifndef MLIRGYM_AGENTS_GUIDED_SEARCHTREE_H
#define MLIRGYM_AGENTS_GUIDED_SEARCHTREE_H

#include "actions/encoding/Encoding.h"
#include "agents/Policy.h"
#include "agents/guided/Drafts.h"
#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace mlirgym {

/// The tree of flat decisions of one program, as AlphaZero grows it (Silver et
/// al., Science 2018): PUCT with the probabilities of a policy, the values of
/// its critic at the leaves, and the log speedups of the schedules that were
/// measured. A node is a state; states are made anew from their decisions.
/// Deterministic. Not thread safe.
class SearchTree {
public:
  SearchTree(const Policy &from, BoundPolicy &on);

  /// Follows PUCT `count` times from the root to a leaf, side by side, and adds
  /// the leaves and their values. Errors: those of BoundPolicy.
  llvm::Error simulate(unsigned count);
  /// A path from the root that follows the visits, as far as the tree goes;
  /// decisions that lead only to what is closed are left out. Valid until the
  /// next call.
  DraftBeginning play(RandomStream &random);

  /// Tells of a schedule that was measured, with what the critic said of it
  /// (which counts only if it ranks schedules).
  void learn(llvm::ArrayRef<uint16_t> decisions, double logSpeedup,
             double value);
  /// Nothing that these decisions lead to is worth another visit.
  void close(llvm::ArrayRef<uint16_t> decisions);
  /// True if all schedules are closed.
  bool isExhausted() const { return nodes.front().isClosed; }
  size_t size() const { return nodes.size(); }

private:
  static constexpr uint32_t none = ~0U;
  struct Edge {
    uint16_t decision;
    bool isClosed = false;
    double prior, logProbability;
    uint32_t child = none;
    /// Of simulations: how many are under way here, how many went here, and the
    /// sum of their values.
    unsigned pending = 0, visits = 0;
    double sum = 0;
    /// Of measurements the same.
    unsigned measured = 0;
    double measuredSum = 0;
  };
  struct Node {
    /// As the critic says.
    double value = 0;
    bool isClosed = false;
    std::vector<Edge> edges;
  };
  struct Step {
    uint32_t node, edge;
  };
  /// A path of one simulation to a leaf.
  struct Simulation {
    std::vector<Step> path;
    DecisionState leaf;
  };

  Simulation descend();
  uint32_t select(const Node &node) const;
  /// Mean value of an edge, the mean error of the critic taken off what was
  /// measured.
  double valueOf(const Node &node, const Edge &edge) const;
  double meanError() const { return numErrors > 0 ? errors / numErrors : 0; }
  llvm::Error evaluate(llvm::MutableArrayRef<Simulation> simulations);
  void expand(const Simulation &simulation, llvm::ArrayRef<float> logits,
              double value);
  void backUp(const Simulation &simulation, double value);
  /// Edges along decisions, as far as the tree goes.
  std::vector<Step> pathOf(llvm::ArrayRef<uint16_t> decisions) const;

  const Policy *policy;
  BoundPolicy *bound;
  std::vector<Node> nodes;
  /// Of the values met.
  double highest;
  /// Of log speedups - values.
  double errors = 0;
  unsigned numErrors = 0;
  std::vector<uint16_t> playedDecisions;
  std::vector<double> playedLogProbabilities;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_GUIDED_SEARCHTREE_H
