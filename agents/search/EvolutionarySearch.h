//===- agents/search/EvolutionarySearch.h - Mutation and crossover --*- C++
//-*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_EVOLUTIONARYSEARCH_H
#define MLIRGYM_AGENTS_SEARCH_EVOLUTIONARYSEARCH_H

#include "agents/search/Searcher.h"

namespace mlirgym {

/// A population of candidates, begun with plausible and some uniform ones. Each
/// generation is one batch of children: mutations of parents drawn by
/// tournament, crossovers, and fresh plausible ones so that it does not settle
/// too early. The best survive (elitism), each candidate once.
class EvolutionarySearch : public Searcher {
public:
  llvm::StringRef name() const override;

protected:
  llvm::Error search(const SearchDomain &domain, SampleBudget &budget,
                     RandomStream &random) override;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_EVOLUTIONARYSEARCH_H
