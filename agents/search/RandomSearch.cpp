#include "agents/search/RandomSearch.h"
#include "agents/search/SampleBudget.h"
#include "agents/search/SearchSpace.h"

using namespace mlirgym;

namespace {
/// Walks in a row that may end in a schedule seen before: the space is taken
/// for exhausted then.
constexpr unsigned maxMisses = 1000;
} // namespace

llvm::StringRef RandomSearch::name() const { return "random"; }

llvm::Expected<SearchResult>
RandomSearch::optimize(std::shared_ptr<const Program> program,
                       Execution &execution, const SearchOptions &options) {
  llvm::Expected<SampleBudget> budget =
      SampleBudget::start(program, execution, options);
  if (!budget)
    return budget.takeError();
  const SearchSpace space(program, options.encoding, options.state,
                          execution.options().threads);
  RandomStream random(options.seed);

  for (unsigned misses = 0; !budget->exhausted() && misses < maxMisses;) {
    ScheduleState state = space.start();
    space.walkUniformly(state, random);
    misses = budget->propose(state.schedule()) ? 0 : misses + 1;
    if (!budget->batchIsFull())
      continue;
    if (auto samples = budget->run(); !samples)
      return samples.takeError();
  }
  if (auto samples = budget->run(); !samples)
    return samples.takeError();
  return std::move(*budget).finish();
}
