//===- agents/search/ParameterDomain.h - Parameters to choose from --------===//
#ifndef MLIRGYM_AGENTS_SEARCH_PARAMETERDOMAIN_H
#define MLIRGYM_AGENTS_SEARCH_PARAMETERDOMAIN_H

#include "agents/model/SpeedupModel.h"
#include "agents/search/SearchDomain.h"
#include "program/RandomStream.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace mlirgym {

/// One choice per parameter; `sizes` holds the numbers of choices. Nothing is
/// known about the choices; in particular, neighbours need not be similar. The
/// parts of a prefix are the parameters; it starts with the choices `from`.
/// Requires: at least one parameter, and positive sizes.
class ParameterDomain : public SearchDomain {
public:
  ParameterDomain(std::vector<unsigned> gridSizes, std::vector<unsigned> from)
      : sizes(std::move(gridSizes)), first(std::move(from)) {}

  Candidate uniform(RandomStream &random) const override;
  Candidate plausible(RandomStream &random) const override;
  Candidate mutate(const Candidate &parent,
                   RandomStream &random) const override;
  Candidate cross(const Candidate &mother, const Candidate &father,
                  RandomStream &random) const override;
  /// Features of the choices: equal choices of a parameter are near, all others
  /// are far.
  ModelPoint estimate(const Candidate &candidate) const override;
  void
  forEach(RandomStream &random,
          llvm::function_ref<bool(const Candidate &)> visit) const override;
  Prefix::Ptr start() const override;

private:
  const std::vector<unsigned> sizes, first;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_PARAMETERDOMAIN_H
