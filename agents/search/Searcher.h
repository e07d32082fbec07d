//===- agents/search/Searcher.h - The base class of searchers ---*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_SEARCHER_H
#define MLIRGYM_AGENTS_SEARCH_SEARCHER_H

#include "agents/Agent.h"
#include "agents/search/SampleBudget.h"
#include "agents/search/SearchDomain.h"
#include "execution/Execution.h"
#include "program/Program.h"
#include "program/RandomStream.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace mlirgym {

/// The knowledge that a search may use.
enum class SearchBasis {
  /// Only facts that hold on all machines of an architecture: the limits of
  /// masks.
  AnyMachine,
  /// The registers and caches of the device: Execution::searchLimits(), and
  /// sketches that are drawn for them.
  Device,
};

/// An agent without training: a strategy, written once for schedules and for
/// parameters.
class Searcher : public Agent {
public:
  llvm::Expected<SearchResult> optimize(std::shared_ptr<const Program> program,
                                        Execution &execution,
                                        const SearchOptions &options) final;
  llvm::Expected<SearchResult> tune(const ParameterGrid &grid,
                                    Execution &execution,
                                    const SearchOptions &options) final;

protected:
  virtual SearchBasis basis() const { return SearchBasis::AnyMachine; }
  /// Spends the budget, or a part of it if the strategy ends earlier. Errors:
  /// those of SampleBudget::run().
  virtual llvm::Error search(const SearchDomain &domain, SampleBudget &budget,
                             RandomStream &random) = 0;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_SEARCHER_H
