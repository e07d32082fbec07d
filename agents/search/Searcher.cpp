#include "agents/search/Searcher.h"
#include "actions/ActionError.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "agents/Agent.h"
#include "agents/search/ParameterDomain.h"
#include "agents/search/SampleBudget.h"
#include "agents/search/ScheduleDomain.h"
#include "agents/search/SearchSpace.h"
#include "agents/search/sketch/SketchMachine.h"
#include "execution/Execution.h"
#include "execution/Peak.h"
#include "execution/device/DeviceDescription.h"
#include "program/Program.h"
#include "program/RandomStream.h"
#include "program/Try.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <utility>
#include <vector>

using namespace mlirgym;

llvm::Expected<SearchResult>
Searcher::optimize(std::shared_ptr<const Program> program, Execution &execution,
                   const SearchOptions &options) {
  MLIRGYM_TRY(SampleBudget budget,
              SampleBudget::start(program, execution, options));
  StateOptions state = options.state;
  std::optional<SketchMachine> machine;
  state.limits = execution.scheduleLimits();
  if (basis() == SearchBasis::Device) {
    state.limits = execution.searchLimits();
    machine = SketchMachine::of(execution.device().target);
  }
  const SearchSpace space(program, withPlacesFor(*program, options.encoding),
                          state, execution.options().threads, machine);
  MLIRGYM_TRY(const double vectorsPerCycle, vectorsPerCycleOn(execution));
  RandomStream random(options.seed);
  Starts starts(program, options, execution, state);
  MLIRGYM_TRY_TO(starts.measureOthers(budget));
  MLIRGYM_TRY_TO(
      search(ScheduleDomain(space, execution.device().target,
                            std::move(starts.legal), vectorsPerCycle),
             budget, random));
  return std::move(budget).finish();
}

llvm::Expected<SearchResult> Searcher::tune(const ParameterGrid &grid,
                                            Execution &execution,
                                            const SearchOptions &options) {
  if (grid.sizes.empty() || llvm::is_contained(grid.sizes, 0u))
    return actionError("{0}: a parameter without a choice, or no parameter at "
                       "all; give each at least one value",
                       grid.program->name());
  MLIRGYM_TRY(SampleBudget budget,
              SampleBudget::start(grid, execution, options));
  RandomStream random(options.seed);
  // A strategy that ends early restarts from its best result.
  std::vector<unsigned> from(grid.sizes.size(), 0);
  for (bool foundMore = true; foundMore && !budget.exhausted();) {
    const unsigned before = budget.result().samples;
    MLIRGYM_TRY_TO(search(ParameterDomain(grid.sizes, from), budget, random));
    foundMore = budget.result().samples > before;
    if (!budget.result().choices.empty())
      from = budget.result().choices;
  }
  return std::move(budget).finish();
}
