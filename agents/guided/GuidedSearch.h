//===- agents/guided/GuidedSearch.h - Search with a policy ------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_GUIDED_GUIDEDSEARCH_H
#define MLIRGYM_AGENTS_GUIDED_GUIDEDSEARCH_H

#include "agents/Agent.h"
#include "agents/Policy.h"

namespace mlirgym {

/// Evolutionary search with a policy. Candidates are drawn by the policy, from
/// the start or from a beginning of a fast schedule, and by mutation, crossover
/// and sketches. A SpeedupModel of critic, policy and all that was measured
/// ranks some hundred of them; for each batch the most promising are compiled
/// and measured, and a few that evolution draws, whatever the model says of
/// them. A policy that does not rank schedules serves as well: the model then
/// begins with its probabilities alone.
class GuidedSearch : public Agent {
public:
  explicit GuidedSearch(std::shared_ptr<const Policy> policy)
      : policy(std::move(policy)) {}

  llvm::StringRef name() const override { return "guided"; }
  llvm::Expected<SearchResult> optimize(std::shared_ptr<const Program> program,
                                        Execution &execution,
                                        const SearchOptions &options) override;

private:
  std::shared_ptr<const Policy> policy;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_GUIDED_GUIDEDSEARCH_H
