//===- agents/learn/StoredTimings.h - Timings from exec data ----*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_LEARN_STOREDTIMINGS_H
#define MLIRGYM_AGENTS_LEARN_STOREDTIMINGS_H

#include "program/MachineFeatures.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mlirgym {

/// A schedule that was timed or that failed.
struct StoredSchedule {
  /// Canonical; "" is the untransformed program.
  std::string text;
  /// log(baseline / measured); meaningless if it failed.
  double logSpeedup = 0;
  bool failed = false;
  /// Timing::uncertainty of its time; 0 if it failed or is unknown.
  double uncertainty = 0;
};

/// The schedules of one program that were timed under one context (machine,
/// toolchain, protocol, threads), including the baseline, sorted by their text.
/// Speedups are relative to the baseline of the same context.
struct StoredProgram {
  std::shared_ptr<const Program> program;
  /// The machine that ran the schedules.
  MachineFeatures machine;
  std::vector<StoredSchedule> schedules;
  /// Timing::uncertainty of the baseline's time, which affects all speedups.
  double baselineUncertainty = 0;
};

struct StoredTimingsQuery {
  /// Exec-data files, read-only; if several have a key, the newest timing is
  /// used.
  std::vector<std::string> files;
  /// Numbers of threads of the kernels.
  std::vector<unsigned> threads = {1};
  /// DeviceDescription::machine() of the device that ran them; "": this
  /// machine. That of "cuda:sm_90a" stands for every GPU of this processor,
  /// with any toolchain.
  std::string machine = {};
  /// Features of that machine; the number of threads is ignored.
  MachineFeatures features = {};
  /// Also use timings of code for any target on this machine: with all or only
  /// some of its features.
  bool anyTarget = false;
  /// Also use timings of other machines and toolchains. Records of other
  /// metrics than time are never used.
  bool anyMachine = false;
};

/// Number of records read, and number of skipped records for each reason.
struct StoredTimingsReport {
  uint64_t records = 0, otherPrograms = 0, otherThreads = 0, otherMachines = 0,
           otherTargets = 0, otherMetrics = 0, withoutBaseline = 0;
  /// Number of timings that are used, and of noisy ones among them (isNoisy()).
  uint64_t timed = 0, noisy = 0;
  /// The different numbers of threads and machines of the skipped records.
  std::set<unsigned> threadsSeen;
  std::set<std::string> machinesSeen;
  /// Machines of used records whose vectors or caches are not known;
  /// StoredTimingsQuery::features are used for them.
  std::set<std::string> unknownMachines;
};

/// The stored timings in the order of `programs`, without programs that have
/// none; a program timed under several contexts occurs once per context. Equal
/// programs are returned once. Errors: ExecutionError for a file that cannot be
/// read.
llvm::Expected<std::vector<StoredProgram>>
readStoredTimings(llvm::ArrayRef<std::shared_ptr<const Program>> programs,
                  const StoredTimingsQuery &query, StoredTimingsReport &report);

/// The reason why no timing was found, with advice.
llvm::Error noStoredTimings(const StoredTimingsQuery &query, size_t numPrograms,
                            const StoredTimingsReport &report);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_LEARN_STOREDTIMINGS_H
