//===- agents/search/GreedySearch.h - One action at a time ------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_GREEDYSEARCH_H
#define MLIRGYM_AGENTS_SEARCH_GREEDYSEARCH_H

#include "agents/Agent.h"

namespace mlirgym {

/// Operation by operation: measures a share of the budget in extensions of the
/// schedule so far by one action, keeps the best if it is faster, and goes to
/// the next operation when none is. An extension is measured as `closed()`
/// makes it.
class GreedySearch : public Agent {
public:
  llvm::StringRef name() const override;
  llvm::Expected<SearchResult> optimize(std::shared_ptr<const Program> program,
                                        Execution &execution,
                                        const SearchOptions &options) override;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_GREEDYSEARCH_H
