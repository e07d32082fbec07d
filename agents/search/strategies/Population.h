//===- agents/search/strategies/Population.h - The best candidates so far -===//
#ifndef MLIRGYM_AGENTS_SEARCH_STRATEGIES_POPULATION_H
#define MLIRGYM_AGENTS_SEARCH_STRATEGIES_POPULATION_H

#include "agents/search/SampleBudget.h"
#include "agents/search/SearchDomain.h"
#include "program/RandomStream.h"
#include <cstddef>
#include <vector>

namespace mlirgym {

/// The lowest of three random indices below `size`: a tournament among members
/// sorted from best to worst. Requires: size > 0.
size_t drawByTournament(size_t size, RandomStream &random);

/// The 16 fastest candidates of a search, each once: the parents of others.
class Population {
public:
  bool empty() const { return members.empty(); }
  size_t size() const { return members.size(); }
  /// Adds samples that did not fail, and keeps the best.
  void add(std::vector<Sample> samples);
  /// A member, the fastest of three drawn at random. Requires: !empty().
  const Candidate &parent(RandomStream &random) const;
  /// A child of two parents drawn by tournament. Requires: !empty().
  Candidate cross(const SearchDomain &domain, RandomStream &random) const;

private:
  /// The fastest first.
  std::vector<Sample> members;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_STRATEGIES_POPULATION_H
