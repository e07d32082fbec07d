//===- agents/search/SearchDomain.h - What a searcher chooses from -*- C++
//-*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_SEARCHDOMAIN_H
#define MLIRGYM_AGENTS_SEARCH_SEARCHDOMAIN_H

#include "actions/Schedule.h"
#include "execution/Execution.h"
#include "program/RandomStream.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// What a search may ask a timing of: a schedule, or one choice for each
/// parameter of a ParameterGrid. A value.
struct Candidate {
  Candidate() = default;
  /// Its canonical form.
  Candidate(const Schedule &from) : schedule(from.canonical()) {}
  explicit Candidate(std::vector<unsigned> from) : choices(std::move(from)) {}

  /// Equal for candidates that are asked once; "" for the untransformed
  /// program.
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

  /// What is measured for it: the parts that are left are as they begin.
  virtual Candidate candidate() const = 0;
  /// Parts that have not ended, the one under way among them; 0: finished.
  virtual unsigned partsLeft() const = 0;
  /// Extensions that a part may take, as a rule; for sharing out a budget.
  virtual unsigned extensionsPerPart() const = 0;
  /// With one more random decision for the part under way; null if it was one
  /// that adds nothing. Requires: not finished.
  virtual Ptr extended(RandomStream &random) const = 0;
  /// With the part under way ended as it was measured. Requires: not finished.
  virtual Ptr ended() const = 0;
};

/// What the strategies are written for: the schedules of a program
/// (ScheduleDomain), or a workload's own parameters (ParameterDomain).
/// Immutable.
class SearchDomain {
public:
  virtual ~SearchDomain();

  /// Every decision as likely.
  virtual Candidate uniform(RandomStream &random) const = 0;
  /// One that has a chance of being fast, as far as the domain knows.
  virtual Candidate plausible(RandomStream &random) const = 0;
  /// `parent` with a small change, or none.
  virtual Candidate mutate(const Candidate &parent,
                           RandomStream &random) const = 0;
  /// Parts of the one and of the other.
  virtual Candidate cross(const Candidate &mother, const Candidate &father,
                          RandomStream &random) const = 0;
  /// Nothing decided.
  virtual Prefix::Ptr start() const = 0;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_SEARCHDOMAIN_H
