//===- agents/search/GreedySearch.h - One action at a time ------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_GREEDYSEARCH_H
#define MLIRGYM_AGENTS_SEARCH_GREEDYSEARCH_H

#include "agents/search/Searcher.h"

namespace mlirgym {

/// Part by part: measures a share of the budget in extensions of the prefix so
/// far by one decision, keeps the best if it is faster, and ends the part when
/// none is.
class GreedySearch : public Searcher {
public:
  llvm::StringRef name() const override;

protected:
  llvm::Error search(const SearchDomain &domain, SampleBudget &budget,
                     RandomStream &random) override;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_GREEDYSEARCH_H
