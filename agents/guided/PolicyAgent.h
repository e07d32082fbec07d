//===- agents/guided/PolicyAgent.h - A policy as an agent -------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_GUIDED_POLICYAGENT_H
#define MLIRGYM_AGENTS_GUIDED_POLICYAGENT_H

#include "actions/Schedule.h"
#include "agents/Agent.h"
#include "agents/Policy.h"
#include "agents/guided/PolicySearch.h"
#include "lowering/target/Target.h"
#include "program/Program.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace mlirgym {

/// A policy as an agent of its name, which does not learn from measurements. If
/// the policy ranks schedules, the agent draws many, including the schedule of
/// the likeliest decisions, and measures those that critic and policy together
/// rank best, within the budget and none twice. Otherwise it measures the
/// schedule of the likeliest decisions, then samples of the policy.
class PolicyAgent final : public PolicySearch {
public:
  using PolicySearch::PolicySearch;
  llvm::StringRef name() const override { return policy->name(); }

protected:
  llvm::Error search(const PolicySearchTask &task) override;
};

/// The schedules that such an agent would measure, in its order, without an
/// execution: at most `options.budget` canonical ones. Errors: those of
/// BoundPolicy.
llvm::Expected<std::vector<Schedule>>
proposeSchedules(const Policy &policy, std::shared_ptr<const Program> program,
                 const Target &target, unsigned threads,
                 const SearchOptions &options);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_GUIDED_POLICYAGENT_H
