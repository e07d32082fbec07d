//===- agents/search/BeamSearch.h - The few best partial schedules --*- C++
//-*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_BEAMSEARCH_H
#define MLIRGYM_AGENTS_SEARCH_BEAMSEARCH_H

#include "agents/search/Searcher.h"

namespace mlirgym {

/// Keeps the few best prefixes and extends each by one decision at a time;
/// those that gained nothing end the part under way and stay in the running.
/// Like GreedySearch, but a mistake in one place is not final.
class BeamSearch : public Searcher {
public:
  llvm::StringRef name() const override;

protected:
  llvm::Error search(const SearchDomain &domain, SampleBudget &budget,
                     RandomStream &random) override;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_BEAMSEARCH_H
