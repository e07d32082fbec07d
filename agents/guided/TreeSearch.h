//===- agents/guided/TreeSearch.h - Monte Carlo tree search -----*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_GUIDED_TREESEARCH_H
#define MLIRGYM_AGENTS_GUIDED_TREESEARCH_H

#include "agents/guided/PolicySearch.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// Monte Carlo tree search over the flat decisions of a program, with a policy
/// and its critic (SearchTree). For each batch some hundred simulations grow
/// the tree; candidates then follow its visits, and the policy beyond it. A
/// CandidatePool measures the most promising ones, and their results are backed
/// up.
class TreeSearch final : public PolicySearch {
public:
  using PolicySearch::PolicySearch;
  llvm::StringRef name() const override { return "mcts"; }

protected:
  llvm::Error search(const PolicySearchTask &task) override;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_GUIDED_TREESEARCH_H
