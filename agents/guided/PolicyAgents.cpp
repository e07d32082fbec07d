#include "agents/guided/PolicyAgents.h"
#include "actions/ActionError.h"
#include "agents/Agent.h"
#include "agents/Policy.h"
#include "agents/ShippedPolicy.h"
#include "agents/guided/GuidedSearch.h" // IWYU pragma: keep, for the .def
#include "agents/guided/PolicyAgent.h"
#include "agents/guided/TreeSearch.h" // IWYU pragma: keep, for the .def
#include "agents/search/Searchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

using namespace mlirgym;

llvm::Expected<std::unique_ptr<Agent>>
mlirgym::makePolicyAgent(llvm::StringRef name,
                         std::shared_ptr<const Policy> policy) {
#define MLIRGYM_POLICY_AGENT(Class, Name, Summary)                             \
  if (name == Name)                                                            \
    return std::make_unique<Class>(std::move(policy));
#include "agents/guided/PolicyAgents.def"
  return actionError("there is no agent '{0}' that uses a policy; choose one "
                     "of {1}",
                     name, llvm::join(policyAgentNames(), ", "));
}

std::unique_ptr<Agent>
mlirgym::makePolicyAgent(std::shared_ptr<const Policy> policy) {
  return std::make_unique<PolicyAgent>(std::move(policy));
}

std::vector<std::string> mlirgym::policyAgentNames() {
  return {
#define MLIRGYM_POLICY_AGENT(Class, Name, Summary) Name,
#include "agents/guided/PolicyAgents.def"
  };
}

AgentName AgentName::parse(llvm::StringRef text) {
  if (llvm::is_contained(searcherNames(), text))
    return {text.str(), ""};
  auto [name, checkpoint] = text.split(':');
  if (llvm::is_contained(policyAgentNames(), name))
    return {name.str(), checkpoint.str()};
  return {"", text.str()};
}

bool AgentName::isSearcher() const {
  return llvm::is_contained(searcherNames(), agent);
}

llvm::Expected<std::string> mlirgym::checkpointOf(const AgentName &name) {
  if (!name.checkpoint.empty())
    return name.checkpoint;
  return shippedCheckpoint();
}
