//===- agents/search/BeamSearch.h - The few best partial schedules --*- C++
//-*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_BEAMSEARCH_H
#define MLIRGYM_AGENTS_SEARCH_BEAMSEARCH_H

#include "agents/Agent.h"

namespace mlirgym {

/// Keeps the `width` best partial schedules and extends each by one action at
/// a time; those that gained nothing end their operation and stay in the
/// running. Like GreedySearch, but a mistake in one place is not final.
class BeamSearch : public Agent {
public:
  llvm::StringRef name() const override;
  llvm::Expected<SearchResult> optimize(std::shared_ptr<const Program> program,
                                        Execution &execution,
                                        const SearchOptions &options) override;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_BEAMSEARCH_H
