//===- agents/learn/Dataset.h - Stored schedules as decisions ---*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_LEARN_DATASET_H
#define MLIRGYM_AGENTS_LEARN_DATASET_H

#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "agents/learn/StoredTimings.h"
#include "observation/Observation.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

struct DatasetOptions {
  EncodingOptions encoding;
  StateOptions state;
  ObservationOptions observation;
  /// Schedules to imitate: at most this many of the fastest per program, within
  /// this factor of the fastest one.
  unsigned bestPerProgram = 12;
  double withinFactor = 1.2;
  /// A schedule's weight is (its speedup / the best one)^(1 / temperature),
  /// divided by the sum over the schedules of the program.
  double temperature = 0.1;
  /// Lower bound of the critic's targets, log(baseline / measured), and the
  /// target of a schedule that failed.
  double lowestValue = -3;
};

/// The decisions of a flat policy that lead to a schedule.
struct Trajectory {
  /// Index in Dataset::programs.
  unsigned program = 0;
  std::vector<uint16_t> decisions;
  /// log(baseline / measured), at least DatasetOptions::lowestValue.
  double logSpeedup = 0;
  /// Weight in the policy's loss: 0 if the schedule is not among the best.
  double weight = 0;
  /// Timing::uncertainty of the schedule's time.
  double uncertainty = 0;
};

/// The state after a number of decisions of a trajectory.
struct StateRef {
  uint32_t trajectory = 0, decisions = 0;
  friend bool operator==(const StateRef &, const StateRef &) = default;
};

/// A decision of one of the best schedules.
struct PolicyRow {
  StateRef state;
  float weight = 0;
};

/// A target of the critic: the best value known of the schedules that continue
/// a whole or partial schedule. Each state of a program occurs once.
struct CriticRow {
  StateRef state;
  float value = 0;
  /// The weights of all rows of a program add up to 1 if its timings are exact.
  float weight = 0;
};

/// A program under one context.
struct DatasetProgram {
  std::shared_ptr<const Program> program;
  MachineFeatures machine;
};

/// Immutable after build(), thread safe. All programs have equal weight,
/// regardless of their number of schedules, decisions and contexts: a program
/// with two contexts has half the weight in each. The uncertainty of a timing
/// reduces its weight: relative to the other timings of its program for the
/// policy, relative to all timings for the critic.
struct Dataset {
  DatasetOptions options;
  std::vector<DatasetProgram> programs;
  /// Maximum number of threads over all given programs, in any context.
  unsigned mostThreads = 1;
  std::vector<Trajectory> trajectories;
  /// Weights have a mean of 1.
  std::vector<PolicyRow> policyRows;
  std::vector<CriticRow> criticRows;
  /// Number of records that cannot be used: the encoding cannot express sizes,
  /// kinds or loops of the schedule, or the text is not a schedule (records of
  /// MLIR-RL). `firstUnfit` names the first one and the reason.
  uint64_t unfit = 0;
  std::string firstUnfit;

  static Dataset build(llvm::ArrayRef<StoredProgram> stored,
                       DatasetOptions options);

  unsigned action(StateRef state) const {
    return trajectories[state.trajectory].decisions[state.decisions];
  }
  /// The encoding under a context: as Policy::encodingOn().
  FlatEncoding encodingOn(const MachineFeatures &machine) const;
  /// The machines of the programs, each once, ascending.
  std::vector<MachineFeatures> contexts() const;
  /// A hash of all training data, 32 hex digits.
  std::string digest() const;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_LEARN_DATASET_H
