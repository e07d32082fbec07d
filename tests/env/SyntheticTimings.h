//===- tests/env/SyntheticTimings.h - A machine by formula ------*- C++ -*-===//
// For tests that need timings but no compiler: exec data filled by a formula,
// and an Execution that replays it.
#ifndef MLIRGYM_TESTS_ENV_SYNTHETICTIMINGS_H
#define MLIRGYM_TESTS_ENV_SYNTHETICTIMINGS_H

#include "actions/encoding/Encoding.h"
#include "env/Env.h"
#include <functional>
#include <string>

namespace mlirgym::testing {

/// A small action space: sizes 0, 4 and 8; tile, tile_parallel, interchange,
/// vectorize, done; at most two actions an operation.
EnvOptions tinyOptions();

/// Nanoseconds of a schedule: a baseline of 100,000 an operation, less for
/// tiles of 8, parallel tiles and vectors, more for interchanges. Smooth enough
/// to be learned, the same on every machine.
double syntheticNs(const Program &program, const Schedule &schedule);

/// Canonical schedules of every state that decisions can reach, the empty one
/// among them, without repeats, in the order of their text.
std::vector<Schedule> reachableSchedules(std::shared_ptr<const Program> program,
                                         const EnvOptions &options);

/// The record to store for a schedule; none leaves it out (not_cached).
using TimingOf = std::function<std::optional<Measurement>(const Program &,
                                                          const Schedule &)>;
/// syntheticNs() for every schedule.
std::optional<Measurement> syntheticTiming(const Program &program,
                                           const Schedule &schedule);

/// An exec-data file, made new, with all reachable schedules of the programs
/// under the context (machine, toolchain, protocol) "synthetic". Ends the test
/// program on an error.
void writeSyntheticTimings(const std::string &file, const ProgramPool &pool,
                           const EnvOptions &options,
                           const TimingOf &timingOf = syntheticTiming);

/// An Execution in replay mode over all reachable schedules of the programs.
/// Its file is removed with it. `interrupted` as in ExecutionOptions. Ends the
/// test program on an error.
std::shared_ptr<Execution>
syntheticExecution(const ProgramPool &pool, const EnvOptions &options,
                   const TimingOf &timingOf = syntheticTiming,
                   std::function<bool()> interrupted = nullptr);

/// Programs by name (TestPrograms.h).
std::shared_ptr<const ProgramPool>
poolOf(llvm::ArrayRef<llvm::StringRef> programNames);
} // namespace mlirgym::testing
#endif // MLIRGYM_TESTS_ENV_SYNTHETICTIMINGS_H
