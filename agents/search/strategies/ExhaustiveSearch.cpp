#include "agents/search/SampleBudget.h"
#include "agents/search/SearchDomain.h"
#include "agents/search/strategies/Strategies.h"
#include "program/RandomStream.h"
#include "llvm/Support/Error.h"
#include <utility>

using namespace mlirgym;

/// Each candidate once, in an order that the seed determines. A space is
/// exhausted if the search ends before its budget; otherwise the search has
/// seen a part whose first decisions are equal.
llvm::Error ExhaustiveSearch::search(const SearchDomain &domain,
                                     SampleBudget &budget,
                                     RandomStream &random) {
  llvm::Error problem = llvm::Error::success();
  domain.forEach(random, [&](const Candidate &candidate) {
    budget.propose(candidate);
    if (budget.independentBatchIsFull())
      problem = llvm::joinErrors(std::move(problem), budget.run().takeError());
    return !problem && !budget.exhausted();
  });
  if (problem)
    return problem;
  return budget.run().takeError();
}
