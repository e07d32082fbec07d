#include "agents/search/strategies/Population.h"
#include "agents/search/SampleBudget.h"
#include "agents/search/SearchDomain.h"
#include "program/RandomStream.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <vector>

using namespace mlirgym;

void Population::add(std::vector<Sample> samples) {
  constexpr size_t most = 16;
  for (Sample &sample : samples)
    if (sample.speedup > 0)
      members.push_back(std::move(sample));
  // The key decides among equals, so that the order does not depend on the
  // sort.
  llvm::sort(members, [](const Sample &a, const Sample &b) {
    if (a.speedup != b.speedup)
      return a.speedup > b.speedup;
    return a.candidate.key() < b.candidate.key();
  });
  if (members.size() > most)
    members.erase(members.begin() + most, members.end());
}

size_t mlirgym::drawByTournament(size_t size, RandomStream &random) {
  constexpr size_t tournament = 3;
  size_t best = random.below(size);
  for (size_t i = 1; i < tournament; ++i)
    best = std::min<size_t>(best, random.below(size));
  return best;
}

const Candidate &Population::parent(RandomStream &random) const {
  return members[drawByTournament(members.size(), random)].candidate;
}

Candidate Population::cross(const SearchDomain &domain,
                            RandomStream &random) const {
  // In separate statements, since the evaluation order of arguments is
  // unspecified.
  const Candidate &mother = parent(random);
  const Candidate &father = parent(random);
  return domain.cross(mother, father, random);
}
