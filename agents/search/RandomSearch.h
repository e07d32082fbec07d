//===- agents/search/RandomSearch.h - Uniform walks -------------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_RANDOMSEARCH_H
#define MLIRGYM_AGENTS_SEARCH_RANDOMSEARCH_H

#include "agents/Agent.h"

namespace mlirgym {

/// Walks through the encoding, each legal decision as likely: what a policy
/// does before it has learnt anything. The yardstick for the others.
class RandomSearch : public Agent {
public:
  llvm::StringRef name() const override;
  llvm::Expected<SearchResult> optimize(std::shared_ptr<const Program> program,
                                        Execution &execution,
                                        const SearchOptions &options) override;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_RANDOMSEARCH_H
