#include "agents/Agent.h"
#include "actions/ActionError.h"
#include "execution/Execution.h"
#include "llvm/Support/Error.h"

using namespace mlirgym;

llvm::Expected<SearchResult> Agent::tune(const ParameterGrid &, Execution &,
                                         const SearchOptions &) {
  return actionError("the agent '{0}' chooses actions, not parameters of a "
                     "workload; use a searcher such as 'evolutionary'",
                     name());
}
