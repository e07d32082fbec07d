//===- agents/guided/PolicyAgents.h - Agents of policies --------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_GUIDED_POLICYAGENTS_H
#define MLIRGYM_AGENTS_GUIDED_POLICYAGENTS_H

#include "agents/Agent.h"
#include "agents/Policy.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// Makes an agent of PolicyAgents.def: "learned", "guided", "mcts". These
/// agents use the encoding and state options of the policy, within those of
/// SearchOptions (PolicySubspace). Errors: ActionError listing the names. Does
/// not need LibTorch.
llvm::Expected<std::unique_ptr<Agent>>
makePolicyAgent(llvm::StringRef name, std::shared_ptr<const Policy> policy);
/// The agent that a policy is by itself: PolicyAgent.
std::unique_ptr<Agent> makePolicyAgent(std::shared_ptr<const Policy> policy);
std::vector<std::string> policyAgentNames();

/// An agent as users name it.
struct AgentName {
  /// A name of Searchers.def or PolicyAgents.def; "" for a checkpoint alone,
  /// whose policy is an agent by itself.
  std::string agent;
  /// "" for a searcher, and for the policy shipped with the library.
  std::string checkpoint;

  /// "evolutionary", "guided:run/agent.pt", "guided" or "run/agent.pt".
  static AgentName parse(llvm::StringRef text);
  bool isSearcher() const;
};

/// The checkpoint of an agent that needs a policy. Errors: those of
/// shippedCheckpoint(), if no checkpoint is named.
llvm::Expected<std::string> checkpointOf(const AgentName &name);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_GUIDED_POLICYAGENTS_H
