//===- agents/search/ScheduleDomain.h - Schedules to choose from ----------===//
#ifndef MLIRGYM_AGENTS_SEARCH_SCHEDULEDOMAIN_H
#define MLIRGYM_AGENTS_SEARCH_SCHEDULEDOMAIN_H

#include "agents/model/SpeedupEstimate.h"
#include "agents/model/SpeedupModel.h"
#include "agents/search/SearchDomain.h"
#include "agents/search/SearchSpace.h"
#include "agents/search/sketch/SketchSampler.h"
#include "agents/search/strategies/Variation.h"
#include "lowering/target/Target.h"
#include "program/RandomStream.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <utility>
#include <vector>

namespace mlirgym {

/// The schedules of one program: plausible ones are sketches, and the parts of
/// a prefix are operations. Their speed on `target` is estimated. The space
/// must outlive the domain and its prefixes.
class ScheduleDomain : public SearchDomain {
public:
  explicit ScheduleDomain(const SearchSpace &searchSpace,
                          const Target &processor = Target::host(),
                          std::vector<Candidate> knownCandidates = {},
                          double vectorsPerCycle = 1)
      : space(&searchSpace), estimates(searchSpace.start(), processor,
                                       searchSpace.threads(), vectorsPerCycle),
        sketches(searchSpace), variation(searchSpace, sketches),
        starts(std::move(knownCandidates)) {}
  ScheduleDomain(const ScheduleDomain &) = delete;
  ScheduleDomain &operator=(const ScheduleDomain &) = delete;

  Candidate uniform(RandomStream &random) const override;
  Candidate plausible(RandomStream &random) const override;
  Candidate mutate(const Candidate &parent,
                   RandomStream &random) const override;
  Candidate cross(const Candidate &mother, const Candidate &father,
                  RandomStream &random) const override;
  ModelPoint estimate(const Candidate &candidate) const override;
  void
  forEach(RandomStream &random,
          llvm::function_ref<bool(const Candidate &)> visit) const override;
  Prefix::Ptr start() const override;
  std::vector<Candidate> known() const override { return starts; }

private:
  const SearchSpace *space;
  const SpeedupEstimate estimates;
  const SketchSampler sketches;
  const Variation variation;
  const std::vector<Candidate> starts;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_SCHEDULEDOMAIN_H
