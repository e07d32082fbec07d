//===- agents/policy/TrainedPolicy.h - Policies from files ------*- C++ -*-===//
// LibTorch without its headers.
#ifndef MLIRGYM_AGENTS_POLICY_TRAINEDPOLICY_H
#define MLIRGYM_AGENTS_POLICY_TRAINEDPOLICY_H

#include "actions/Schedule.h"
#include "agents/Agent.h"
#include "agents/Policy.h"
#include "program/Program.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// The policy in a checkpoint of any trainer. LibTorch uses one thread from
/// then on, in the whole process: kernels have the others. Errors: text naming
/// the file and saying that it cannot be read, is not a checkpoint, is damaged,
/// or belongs to another observation version or encoding.
llvm::Expected<std::shared_ptr<const Policy>>
loadPolicy(llvm::StringRef checkpoint);

/// A policy as an Agent of its name. If the policy ranks schedules, it draws
/// many, the one of the likeliest decisions among them, and measures those that
/// the critic and the policy together find best, within the budget and none
/// twice. If not, it measures the schedule of the likeliest decisions, then
/// samples of the policy. Encoding and state options are those of the policy,
/// not of SearchOptions.
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
