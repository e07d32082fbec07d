//===- agents/search/SearchDomain.h - The interface of search spaces ------===//
#ifndef MLIRGYM_AGENTS_SEARCH_SEARCHDOMAIN_H
#define MLIRGYM_AGENTS_SEARCH_SEARCHDOMAIN_H

#include "actions/Schedule.h"
#include "agents/model/SpeedupModel.h"
#include "program/RandomStream.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// A point of a search space: a schedule, or one choice for each parameter of a
/// ParameterGrid. A value.
struct Candidate {
  Candidate() = default;
  /// The canonical form of `from`.
  Candidate(const Schedule &from) : schedule(from.canonical()) {}
  explicit Candidate(std::vector<unsigned> from) : choices(std::move(from)) {}

  /// Equal for equivalent candidates; "" for the untransformed program.
  std::string key() const;

  Schedule schedule;
  /// Indices of the values; empty if it is a schedule.
  std::vector<unsigned> choices;
};

/// A candidate that is chosen part by part: operation after operation, or
/// parameter after parameter. Immutable.
class Prefix {
public:
  using Ptr = std::shared_ptr<const Prefix>;
  virtual ~Prefix();

  /// The candidate that is measured for the prefix: the remaining parts have
  /// their initial state.
  virtual Candidate candidate() const = 0;
  /// Number of parts that have not ended, including the current one; 0:
  /// finished.
  virtual unsigned partsLeft() const = 0;
  /// Usual number of extensions per part, for distributing a budget.
  virtual unsigned extensionsPerPart() const = 0;
  /// The prefix with one more random decision for the current part; null if the
  /// decision changes nothing. Requires: not finished.
  virtual Ptr extended(RandomStream &random) const = 0;
  /// The prefix with the current part ended in its measured state. Requires:
  /// not finished.
  virtual Ptr ended() const = 0;
};

/// The search space of a strategy: the schedules of a program (ScheduleDomain),
/// or the parameters of a workload (ParameterDomain). Immutable.
class SearchDomain {
public:
  virtual ~SearchDomain();

  /// A candidate whose decisions are drawn uniformly.
  virtual Candidate uniform(RandomStream &random) const = 0;
  /// A candidate that is likely to be fast, as far as the domain knows.
  virtual Candidate plausible(RandomStream &random) const = 0;
  /// `parent` with a small change, or none.
  virtual Candidate mutate(const Candidate &parent,
                           RandomStream &random) const = 0;
  /// A child of two parents, with parts of both.
  virtual Candidate cross(const Candidate &mother, const Candidate &father,
                          RandomStream &random) const = 0;
  /// The candidate as input of a SpeedupModel with the errors of estimates.
  virtual ModelPoint estimate(const Candidate &candidate) const = 0;
  /// Calls `visit` with each candidate, in a random order of the choices at
  /// each decision, until it returns false. Equivalent candidates may come
  /// several times.
  virtual void
  forEach(RandomStream &random,
          llvm::function_ref<bool(const Candidate &)> visit) const = 0;
  /// The prefix without decisions.
  virtual Prefix::Ptr start() const = 0;
  /// Candidates to begin with: SearchOptions::starts.
  virtual std::vector<Candidate> known() const { return {}; }
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_SEARCHDOMAIN_H
