#include "agents/Agent.h"
#include "actions/ActionError.h"

using namespace mlirgym;

llvm::Expected<SearchResult> Agent::tune(const ParameterGrid &, Execution &,
                                         const SearchOptions &) {
  return actionError("the agent '{0}' chooses actions, not parameters of a "
                     "workload; use a searcher such as 'evolutionary'",
                     name());
}
