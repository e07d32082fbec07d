//===- agents/guided/PolicyAgents.h - Agents of policies --------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_GUIDED_POLICYAGENTS_H
#define MLIRGYM_AGENTS_GUIDED_POLICYAGENTS_H

#include "agents/Agent.h"
#include "agents/Policy.h"
#include "program/MachineFeatures.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// Lines of PolicyAgents.def: "learned", "guided", "mcts". Encoding and state
/// options of these agents are those of the policy, not of SearchOptions.
/// Errors: ActionError listing the names. No LibTorch.
llvm::Expected<std::unique_ptr<Agent>>
makePolicyAgent(llvm::StringRef name, std::shared_ptr<const Policy> policy);
/// A policy as it was trained to be used: PolicyAgent.
std::unique_ptr<Agent> makePolicyAgent(std::shared_ptr<const Policy> policy);
std::vector<std::string> policyAgentNames();

/// An agent as users name it.
struct AgentName {
  /// Of Searchers.def or PolicyAgents.def; "" for a checkpoint alone, whose
  /// policy is an agent itself.
  std::string agent;
  /// "" for a searcher, and for the policy that comes with the library.
  std::string checkpoint;
  /// Of the kernels: it decides which of the policies that come with the
  /// library is meant. Not a part of the text.
  MachineFeatures machine = {};

  /// "evolutionary", "guided:run/agent.pt", "guided" or "run/agent.pt".
  static AgentName parse(llvm::StringRef text);
  bool isSearcher() const;
};

/// The file of the policy of an agent that needs one. Errors: those of
/// shippedCheckpoint(), if none is named.
llvm::Expected<std::string> checkpointOf(const AgentName &name);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_GUIDED_POLICYAGENTS_H
