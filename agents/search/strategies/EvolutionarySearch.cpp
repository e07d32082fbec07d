#include "agents/search/SampleBudget.h"
#include "agents/search/SearchDomain.h"
#include "agents/search/strategies/Population.h"
#include "agents/search/strategies/Strategies.h"
#include "program/RandomStream.h"
#include "program/Try.h"
#include "llvm/Support/Error.h"
#include <vector>

using namespace mlirgym;

namespace {
/// Share of the budget that is spent before the first generation.
constexpr double initialShare = 0.3;
/// Consecutive known children after which the space counts as exhausted.
constexpr unsigned maxMisses = 500;

class Evolution {
public:
  Evolution(const SearchDomain &searchDomain, SampleBudget &sampleBudget,
            RandomStream &stream)
      : domain(searchDomain), budget(sampleBudget), random(stream),
        initial(budget.result().samples +
                static_cast<unsigned>(initialShare * budget.remaining())) {}

  llvm::Error run() {
    for (const Candidate &candidate : domain.known())
      budget.propose(candidate);
    unsigned misses = 0;
    while (!budget.exhausted() && misses < maxMisses) {
      misses = budget.propose(draw()) ? 0 : misses + 1;
      if (!budget.batchIsFull())
        continue;
      MLIRGYM_TRY_TO(select());
    }
    return select();
  }

private:
  Candidate draw() {
    const double kind = random.uniform();
    if (budget.result().samples < initial || population.empty())
      return kind < 0.9 ? domain.plausible(random) : domain.uniform(random);
    if (kind < 0.65)
      return domain.mutate(population.parent(random), random);
    if (kind < 0.85 && population.size() > 1)
      return population.cross(domain, random);
    return kind < 0.97 ? domain.plausible(random) : domain.uniform(random);
  }

  /// Measures the children; the best of children and parents survive.
  llvm::Error select() {
    MLIRGYM_TRY(std::vector<Sample> children, budget.run());
    population.add(std::move(children));
    return llvm::Error::success();
  }

  const SearchDomain &domain;
  SampleBudget &budget;
  RandomStream &random;
  const unsigned initial;
  Population population;
};
} // namespace

/// A population of candidates that starts with plausible and some uniform ones.
/// Each generation is one batch of children: mutations of parents drawn by
/// tournament, crossovers, and new plausible candidates, which delay premature
/// convergence. The best survive (elitism), each candidate once.
llvm::Error EvolutionarySearch::search(const SearchDomain &domain,
                                       SampleBudget &budget,
                                       RandomStream &random) {
  return Evolution(domain, budget, random).run();
}
