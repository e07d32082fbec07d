//===- agents/search/strategies/Strategies.h - The searchers of the list --===//
#ifndef MLIRGYM_AGENTS_SEARCH_STRATEGIES_STRATEGIES_H
#define MLIRGYM_AGENTS_SEARCH_STRATEGIES_STRATEGIES_H

#include "agents/search/SampleBudget.h"
#include "agents/search/SearchDomain.h"
#include "agents/search/Searcher.h"
#include "program/RandomStream.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// One class per line of Searchers.def. The strategy, search(), is described
/// and defined in the source file with the name of the class.
#define MLIRGYM_SEARCHER(Class, Name, Basis, Summary)                          \
  class Class final : public Searcher {                                        \
  public:                                                                      \
    llvm::StringRef name() const override { return Name; }                     \
                                                                               \
  protected:                                                                   \
    SearchBasis basis() const override { return SearchBasis::Basis; }          \
    llvm::Error search(const SearchDomain &domain, SampleBudget &budget,       \
                       RandomStream &random) override;                         \
  };
#include "agents/search/Searchers.def"
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_STRATEGIES_STRATEGIES_H
