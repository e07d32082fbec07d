//===- agents/KnownSchedules.h - Schedules to begin with --------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_KNOWNSCHEDULES_H
#define MLIRGYM_AGENTS_KNOWNSCHEDULES_H

#include "actions/Schedule.h"
#include "agents/AlikeSchedules.h"
#include "execution/Execution.h"
#include "program/MachineProfile.h"
#include "program/Program.h"
#include "program/suites/FoundReferences.h"
#include "program/suites/ReferenceSchedules.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <vector>

namespace mlirgym {

/// The reference schedules with which searches on one machine begin, if only
/// their results count. Not thread safe.
class KnownSchedules {
public:
  /// For the machine and the number of threads of `execution`. None for a
  /// replay, whose timings have their own schedules, and for devices other than
  /// the host. Errors: ProgramError naming a damaged file.
  static llvm::Expected<KnownSchedules> on(const Execution &execution);

  /// SearchOptions::starts: of the schedules of a program of this name, the one
  /// that was found on this machine, then those of the machines with the
  /// nearest profiles; at most half of the budget, and at least one. Without
  /// any, the four first schedulesOfAlike() from those of other programs and,
  /// for more than two threads, from those for fewer threads.
  /// Errors: ActionError for a schedule that cannot be read.
  llvm::Expected<std::vector<Schedule>>
  startsFor(const std::shared_ptr<const Program> &program, unsigned budget);

private:
  struct References {
    FoundReferences found;
    ReferenceSchedules shipped;
    MachineProfile here;
    unsigned threads;
  };
  explicit KnownSchedules(std::optional<References> known)
      : references(std::move(known)) {}

  std::optional<References> references;
  /// Of all programs, once they were needed.
  std::optional<std::vector<Precedent>> precedents;
};

} // namespace mlirgym
#endif // MLIRGYM_AGENTS_KNOWNSCHEDULES_H
