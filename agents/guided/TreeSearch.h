//===- agents/guided/TreeSearch.h - Monte Carlo tree search -----*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_GUIDED_TREESEARCH_H
#define MLIRGYM_AGENTS_GUIDED_TREESEARCH_H

#include "agents/Agent.h"
#include "agents/Policy.h"

namespace mlirgym {

/// Monte Carlo tree search over the flat decisions of a program, with a policy
/// and its critic (SearchTree). For each batch some hundred simulations grow
/// the tree; candidates then follow its visits, and the policy beyond it. A
/// CandidatePool measures those that are most worth it, and what they came to
/// is backed up.
class TreeSearch : public Agent {
public:
  explicit TreeSearch(std::shared_ptr<const Policy> policy)
      : policy(std::move(policy)) {}

  llvm::StringRef name() const override { return "mcts"; }
  llvm::Expected<SearchResult> optimize(std::shared_ptr<const Program> program,
                                        Execution &execution,
                                        const SearchOptions &options) override;

private:
  std::shared_ptr<const Policy> policy;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_GUIDED_TREESEARCH_H
