#include "agents/search/SampleBudget.h"
#include "agents/search/SearchDomain.h"
#include "agents/search/strategies/Strategies.h"
#include "program/RandomStream.h"
#include "llvm/Support/Error.h"

using namespace mlirgym;

namespace {
/// Consecutive draws of known candidates after which the space counts as
/// exhausted.
constexpr unsigned maxMisses = 1000;
} // namespace

/// All decisions are equally likely, as for a policy before training: the
/// baseline for the other searchers.
llvm::Error RandomSearch::search(const SearchDomain &domain,
                                 SampleBudget &budget, RandomStream &random) {
  for (unsigned misses = 0; !budget.exhausted() && misses < maxMisses;) {
    misses = budget.propose(domain.uniform(random)) ? 0 : misses + 1;
    if (!budget.independentBatchIsFull())
      continue;
    if (auto samples = budget.run(); !samples)
      return samples.takeError();
  }
  return budget.run().takeError();
}
