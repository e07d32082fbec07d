#include "agents/guided/PolicySearch.h"
#include "actions/ParameterRules.h"
#include "actions/ScheduleState.h"
#include "agents/Agent.h"
#include "agents/Policy.h"
#include "agents/search/SampleBudget.h"
#include "execution/Execution.h"
#include "execution/device/Device.h"
#include "lowering/target/TargetFeatures.h"
#include "program/Program.h"
#include "llvm/Support/Error.h"
#include <memory>

using namespace mlirgym;

llvm::Expected<SearchResult>
PolicySearch::optimize(std::shared_ptr<const Program> program,
                       Execution &execution, const SearchOptions &options) {
  llvm::Expected<SampleBudget> budget =
      SampleBudget::start(program, execution, options);
  if (!budget)
    return budget.takeError();
  if (llvm::Error error = checkPlaces(*program, policy->encoding().options(),
                                      {.limits = execution.scheduleLimits()}))
    return std::move(error);
  const unsigned threads = execution.options().threads;
  llvm::Expected<std::unique_ptr<BoundPolicy>> bound =
      policy->bind(program, featuresOf(execution.device().target, threads),
                   execution.scheduleLimits());
  if (!bound)
    return bound.takeError();
  if (llvm::Error error = search({.policy = *policy,
                                  .bound = **bound,
                                  .program = std::move(program),
                                  .target = execution.device().target,
                                  .threads = threads,
                                  .budget = *budget,
                                  .options = options}))
    return std::move(error);
  return std::move(*budget).finish();
}
