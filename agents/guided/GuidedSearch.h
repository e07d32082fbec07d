//===- agents/guided/GuidedSearch.h - Search with a policy ------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_GUIDED_GUIDEDSEARCH_H
#define MLIRGYM_AGENTS_GUIDED_GUIDEDSEARCH_H

#include "agents/guided/PolicySearch.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// Evolutionary search with a policy. Candidates are drawn by the policy, from
/// the start or from a beginning of a fast schedule, and by mutation, crossover
/// and sketches. A SpeedupModel of critic, policy and all measurements ranks
/// some hundred of them. Each batch consists of the most promising ones and of
/// a few that evolution draws regardless of the model. The policy need not rank
/// schedules: the model then begins with its probabilities alone.
class GuidedSearch final : public PolicySearch {
public:
  using PolicySearch::PolicySearch;
  llvm::StringRef name() const override { return "guided"; }

protected:
  llvm::Error search(const PolicySearchTask &task) override;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_GUIDED_GUIDEDSEARCH_H
