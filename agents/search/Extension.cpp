#include "agents/search/Extension.h"

using namespace mlirgym;

namespace {
std::optional<Action> drawAction(const SearchSpace &space,
                                 const SketchSampler &sketches,
                                 const ScheduleState &state,
                                 RandomStream &random) {
  if (random.chance(0.4))
    return space.uniformAction(state, random);
  const unsigned op = state.currentOp();
  const size_t taken = state.actionsTaken();
  ScheduleState sketched = state;
  sketches.sampleOperation(sketched, random);
  for (const Schedule::Entry &entry : sketched.schedule().entries())
    if (entry.op == op && entry.actions.size() > taken)
      return entry.actions[taken];
  return std::nullopt;
}
} // namespace

Schedule mlirgym::closed(const SearchSpace &space, const ScheduleState &state) {
  ScheduleState whole = state;
  const Action vectorize = Vectorize();
  if (!whole.finished() && whole.actionsTaken() > 0 &&
      space.isLegal(whole, vectorize))
    whole.applyLegal(vectorize);
  space.endAll(whole);
  return whole.schedule().canonical();
}

std::vector<Extension>
mlirgym::drawExtensions(const SearchSpace &space, const SketchSampler &sketches,
                        const ScheduleState &state, unsigned count,
                        RandomStream &random, llvm::StringMap<char> &seen) {
  std::vector<Extension> drawn;
  // Small spaces hold fewer than `count`: give up after some misses.
  for (unsigned miss = 0; drawn.size() < count && miss < 20 + 4 * count;) {
    std::optional<Action> action = drawAction(space, sketches, state, random);
    if (!action || kindOf(*action) == ActionKind::Done) {
      ++miss;
      continue;
    }
    ScheduleState next = state;
    next.applyLegal(*action);
    Schedule measured = closed(space, next);
    if (measured.empty() || !seen.try_emplace(measured.text(), 0).second) {
      ++miss;
      continue;
    }
    drawn.push_back({std::move(next), std::move(measured), 0});
  }
  return drawn;
}

llvm::Error mlirgym::price(std::vector<Extension> &extensions,
                           SampleBudget &budget) {
  for (const Extension &extension : extensions) {
    budget.propose(extension.measured);
    if (!budget.batchIsFull())
      continue;
    if (auto samples = budget.run(); !samples)
      return samples.takeError();
  }
  if (auto samples = budget.run(); !samples)
    return samples.takeError();
  for (Extension &extension : extensions)
    extension.speedup = budget.knownSpeedup(extension.measured).value_or(0);
  return llvm::Error::success();
}
