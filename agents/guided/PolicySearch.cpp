#include "agents/guided/PolicySearch.h"
#include "actions/ParameterRules.h"
#include "actions/ScheduleState.h"
#include "agents/Agent.h"
#include "agents/Policy.h"
#include "agents/search/SampleBudget.h"
#include "agents/search/SearchDomain.h"
#include "execution/Execution.h"
#include "execution/Peak.h"
#include "execution/device/Device.h"
#include "lowering/target/TargetFeatures.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

using namespace mlirgym;

llvm::Expected<SearchResult>
PolicySearch::optimize(std::shared_ptr<const Program> program,
                       Execution &execution, const SearchOptions &options) {
  MLIRGYM_TRY(SampleBudget budget,
              SampleBudget::start(program, execution, options));
  MLIRGYM_TRY_TO(checkPlaces(*program, policy->encoding().options(),
                             {.limits = execution.scheduleLimits()}));
  const unsigned threads = execution.options().threads;
  PolicySubspace subspace{options.encoding, options.state};
  subspace.state.limits = execution.scheduleLimits();
  MLIRGYM_TRY(std::unique_ptr<BoundPolicy> bound,
              policy->bind(program,
                           featuresOf(execution.device().target,
                                      policy->askedThreads(threads)),
                           subspace));
  MLIRGYM_TRY(const double vectorsPerCycle, vectorsPerCycleOn(execution));
  const Starts known(program, options, execution, subspace.state);
  MLIRGYM_TRY_TO(known.measureOthers(budget));
  for (const Candidate &start : known.legal)
    budget.propose(start);
  MLIRGYM_TRY(const std::vector<Sample> starts, budget.run());
  MLIRGYM_TRY_TO(search({.policy = *policy,
                         .bound = *bound,
                         .program = std::move(program),
                         .target = execution.device().target,
                         .threads = threads,
                         .vectorsPerCycle = vectorsPerCycle,
                         .budget = budget,
                         .options = options,
                         .starts = starts}));
  return std::move(budget).finish();
}
