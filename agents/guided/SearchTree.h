//===- agents/guided/SearchTree.h - The tree of decisions -------*- C++ -*-===//
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
/// its critic at the leaves, and the log speedups of measured schedules. A node
/// is a state; states are recomputed from their decisions. Deterministic. Not
/// thread safe.
class SearchTree {
public:
  SearchTree(const Policy &from, BoundPolicy &on);

  /// Follows PUCT `count` times from the root to a leaf, in parallel, and adds
  /// the leaves and their values. Errors: those of BoundPolicy.
  llvm::Error simulate(unsigned count);
  /// A path from the root to a leaf that follows the visits, avoiding decisions
  /// below which everything is closed. Valid until the next call.
  DraftBeginning play(RandomStream &random);

  /// Adds a measured schedule, with the critic's value for it (used only if the
  /// critic ranks schedules).
  void learn(llvm::ArrayRef<uint16_t> decisions, double logSpeedup,
             double value);
  /// Closes a node: nothing below these decisions is worth another visit.
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
    /// Number of simulations in progress through this edge, number of completed
    /// ones, and the sum of their values.
    unsigned pending = 0, visits = 0;
    double sum = 0;
    /// Number of measurements below this edge, and the sum of their values.
    unsigned measured = 0;
    double measuredSum = 0;
  };
  struct Node {
    /// Value by the critic.
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
  /// Mean value of an edge, with the mean error of the critic subtracted from
  /// measured values.
  double valueOf(const Node &node, const Edge &edge) const;
  double meanError() const { return numErrors > 0 ? errors / numErrors : 0; }
  llvm::Error evaluate(llvm::MutableArrayRef<Simulation> simulations);
  void expand(const Simulation &simulation, llvm::ArrayRef<float> logits,
              double value);
  void backUp(const Simulation &simulation, double value);
  /// Edges along decisions, as far as the tree contains them.
  std::vector<Step> pathOf(llvm::ArrayRef<uint16_t> decisions) const;

  const Policy *policy;
  BoundPolicy *bound;
  std::vector<Node> nodes;
  /// Bounds of the values seen.
  double highest;
  /// Sum and number of the differences log speedup - value.
  double errors = 0;
  unsigned numErrors = 0;
  std::vector<uint16_t> playedDecisions;
  std::vector<double> playedLogProbabilities;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_GUIDED_SEARCHTREE_H
