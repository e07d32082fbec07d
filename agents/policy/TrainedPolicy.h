//===- agents/policy/TrainedPolicy.h - Policies from files ------*- C++ -*-===//
// LibTorch without its headers.
#ifndef MLIRGYM_AGENTS_POLICY_TRAINEDPOLICY_H
#define MLIRGYM_AGENTS_POLICY_TRAINEDPOLICY_H

#include "agents/Agent.h"
#include "agents/Policy.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// Loads the policy of a checkpoint of any trainer. From then on LibTorch uses
/// one thread in the whole process, so that kernels have the others. Errors:
/// text naming the file and the reason: it cannot be read, is not a checkpoint,
/// is damaged, or belongs to another observation version or encoding.
llvm::Expected<std::shared_ptr<const Policy>>
loadPolicy(llvm::StringRef checkpoint);

/// A policy as an Agent with its name. If the policy ranks schedules, the agent
/// draws many, including the greedy one (the likeliest decisions), and measures
/// those with the best scores of critic and policy, within the budget and none
/// twice. If not, it measures the greedy schedule and then samples of the
/// policy. Encoding and state options are those of the policy, not of
/// SearchOptions.
std::unique_ptr<Agent> makePolicyAgent(std::shared_ptr<const Policy> policy);

/// The schedules that such an agent would measure, in its order, without an
/// execution: at most `options.budget` canonical ones. Errors: those of
/// BoundPolicy.
llvm::Expected<std::vector<Schedule>>
proposeSchedules(const Policy &policy, std::shared_ptr<const Program> program,
                 unsigned threads, const SearchOptions &options);

/// Both. Errors: those of loadPolicy().
llvm::Expected<std::unique_ptr<Agent>> loadAgent(llvm::StringRef checkpoint);

/// "2.13.0".
std::string libTorchVersion();
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_TRAINEDPOLICY_H
