//===- agents/KnownSchedules.h - Schedules to begin with --------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_KNOWNSCHEDULES_H
#define MLIRGYM_AGENTS_KNOWNSCHEDULES_H

#include "actions/Schedule.h"
#include "execution/Execution.h"
#include "program/Program.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace mlirgym {

/// SearchOptions::starts for a search of which only the result counts: of the
/// reference schedules of a program of this name, the one that was found on
/// this machine, then those of the machines with the nearest profiles; at most
/// half of the budget, and at least one. None in a replay, whose timings have
/// their own schedules, and on devices other than the host. Errors:
/// ProgramError naming a damaged file.
llvm::Expected<std::vector<Schedule>> knownSchedules(const Program &program,
                                                     const Execution &execution,
                                                     unsigned budget);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_KNOWNSCHEDULES_H
