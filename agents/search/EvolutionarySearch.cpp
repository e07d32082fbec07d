#include "agents/search/EvolutionarySearch.h"
#include "agents/search/SampleBudget.h"
#include "agents/search/Variation.h"
#include <algorithm>

using namespace mlirgym;

namespace {
constexpr size_t populationSize = 16;
constexpr size_t tournamentSize = 3;
/// Share of the budget that is spent before the first generation.
constexpr double initialShare = 0.3;
/// Children in a row that may be ones seen before: the space is taken for
/// exhausted then.
constexpr unsigned maxMisses = 500;

class Evolution {
public:
  Evolution(const SearchSpace &searchSpace, SampleBudget &sampleBudget,
            uint64_t seed, unsigned totalBudget)
      : space(searchSpace), budget(sampleBudget), random(seed), sketches(space),
        variation(space, sketches),
        initial(static_cast<unsigned>(initialShare * totalBudget)) {}

  llvm::Error run() {
    unsigned misses = 0;
    while (!budget.exhausted() && misses < maxMisses) {
      misses = budget.propose(draw()) ? 0 : misses + 1;
      if (!budget.batchIsFull())
        continue;
      if (llvm::Error error = select())
        return error;
    }
    return select();
  }

private:
  Schedule draw() {
    const double kind = random.uniform();
    if (budget.result().samples < initial || population.empty())
      return kind < 0.9 ? sketches.sample(random) : walk();
    if (kind < 0.65)
      return variation.mutate(parent(), random);
    if (kind < 0.85 && population.size() > 1) {
      // One after the other: the order of arguments is the compiler's choice.
      const Schedule &mother = parent();
      const Schedule &father = parent();
      return variation.cross(mother, father, random);
    }
    return kind < 0.97 ? sketches.sample(random) : walk();
  }
  Schedule walk() {
    ScheduleState state = space.start();
    space.walkUniformly(state, random);
    return state.schedule();
  }
  const Schedule &parent() {
    size_t best = random.below(population.size());
    for (size_t i = 1; i < tournamentSize; ++i)
      best = std::min<size_t>(best, random.below(population.size()));
    return population[best].schedule; // sorted, the best first
  }

  /// Measures the children; the best of them and of their elders live on.
  llvm::Error select() {
    llvm::Expected<std::vector<Sample>> children = budget.run();
    if (!children)
      return children.takeError();
    for (Sample &child : *children)
      if (child.speedup > 0)
        population.push_back(std::move(child));
    // The text decides among equals: one order, whatever sorts.
    llvm::sort(population, [](const Sample &a, const Sample &b) {
      if (a.speedup != b.speedup)
        return a.speedup > b.speedup;
      return a.schedule.text() < b.schedule.text();
    });
    if (population.size() > populationSize)
      population.erase(population.begin() + populationSize, population.end());
    return llvm::Error::success();
  }

  const SearchSpace &space;
  SampleBudget &budget;
  RandomStream random;
  const SketchSampler sketches;
  const Variation variation;
  const unsigned initial;
  std::vector<Sample> population;
};
} // namespace

llvm::StringRef EvolutionarySearch::name() const { return "evolutionary"; }

llvm::Expected<SearchResult>
EvolutionarySearch::optimize(std::shared_ptr<const Program> program,
                             Execution &execution,
                             const SearchOptions &options) {
  llvm::Expected<SampleBudget> budget =
      SampleBudget::start(program, execution, options);
  if (!budget)
    return budget.takeError();
  const SearchSpace space(program, options.encoding, options.state,
                          execution.options().threads);
  if (llvm::Error error =
          Evolution(space, *budget, options.seed, options.budget).run())
    return std::move(error);
  return std::move(*budget).finish();
}
