#include "agents/search/GreedySearch.h"
#include "agents/search/Extension.h"
#include <algorithm>

using namespace mlirgym;

llvm::StringRef GreedySearch::name() const { return "greedy"; }

llvm::Expected<SearchResult>
GreedySearch::optimize(std::shared_ptr<const Program> program,
                       Execution &execution, const SearchOptions &options) {
  llvm::Expected<SampleBudget> budget =
      SampleBudget::start(program, execution, options);
  if (!budget)
    return budget.takeError();
  const SearchSpace space(program, options.encoding, options.state,
                          execution.options().threads);
  const SketchSampler sketches(space);
  RandomStream random(options.seed);
  llvm::StringMap<char> seen;

  ScheduleState state = space.start();
  double speedup = 1;
  while (!state.finished() && !budget->exhausted()) {
    // What is left, shared among the operations that are left; half of a share
    // a round, so that a second action can follow the first.
    const unsigned op = state.currentOp();
    const unsigned share = std::max(2u, budget->remaining() / (op + 1) / 2);
    std::vector<Extension> extensions =
        drawExtensions(space, sketches, state, share, random, seen);
    if (llvm::Error error = price(extensions, *budget))
      return std::move(error);
    auto best = std::max_element(extensions.begin(), extensions.end(),
                                 [](const Extension &a, const Extension &b) {
                                   return a.speedup < b.speedup;
                                 });
    if (best != extensions.end() && best->speedup > speedup) {
      speedup = best->speedup;
      state = std::move(best->state);
      continue;
    }
    // Nothing helps any more: end the operation as it was measured.
    const Action vectorize = Vectorize();
    if (state.actionsTaken() > 0 && space.isLegal(state, vectorize))
      state.applyLegal(vectorize);
    else
      space.endOperation(state);
  }
  return std::move(*budget).finish();
}
