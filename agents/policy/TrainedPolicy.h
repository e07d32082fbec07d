//===- agents/policy/TrainedPolicy.h - Policies from files ------*- C++ -*-===//
// LibTorch without its headers.
#ifndef MLIRGYM_AGENTS_POLICY_TRAINEDPOLICY_H
#define MLIRGYM_AGENTS_POLICY_TRAINEDPOLICY_H

#include "agents/Agent.h"
#include "agents/Policy.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace mlirgym {

/// Loads the policy of a checkpoint of any trainer. From then on LibTorch uses
/// one thread in the whole process, which leaves the others to kernels. Errors:
/// text naming the file and the reason: it cannot be read, is not a checkpoint,
/// is damaged, or belongs to another observation version or encoding.
llvm::Expected<std::shared_ptr<const Policy>>
loadPolicy(llvm::StringRef checkpoint);

/// Makes an agent with a policy from its name (AgentName): "run/agent.pt" is
/// the policy in that checkpoint, "guided:run/agent.pt" a search with it,
/// "guided" a search with the policy shipped with the library. Errors: those of
/// checkpointOf() and loadPolicy().
llvm::Expected<std::unique_ptr<Agent>> loadAgent(llvm::StringRef name);

/// "2.13.0".
std::string libTorchVersion();
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_TRAINEDPOLICY_H
