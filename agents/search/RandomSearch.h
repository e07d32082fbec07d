//===- agents/search/RandomSearch.h - Uniform walks -------------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_RANDOMSEARCH_H
#define MLIRGYM_AGENTS_SEARCH_RANDOMSEARCH_H

#include "agents/search/Searcher.h"

namespace mlirgym {

/// Each decision as likely: what a policy does before it has learnt anything.
/// The yardstick for the others.
class RandomSearch : public Searcher {
public:
  llvm::StringRef name() const override;

protected:
  llvm::Error search(const SearchDomain &domain, SampleBudget &budget,
                     RandomStream &random) override;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_RANDOMSEARCH_H
