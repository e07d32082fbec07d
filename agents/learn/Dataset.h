//===- agents/learn/Dataset.h - Stored schedules as decisions ---*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_LEARN_DATASET_H
#define MLIRGYM_AGENTS_LEARN_DATASET_H

#include "actions/Encoding.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "agents/learn/StoredTimings.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

struct DatasetOptions {
  EncodingOptions encoding;
  StateOptions state;
  /// Schedules to imitate: per program the fastest, at most so many, within
  /// this factor of the fastest.
  unsigned bestPerProgram = 12;
  double withinFactor = 1.2;
  /// A schedule's weight is (its speedup / the best one)^(1 / temperature),
  /// divided by the sum over the schedules of the program.
  double temperature = 0.1;
  /// What the critic is told of a schedule that failed, and the least that it
  /// is told of any: log(baseline / measured).
  double lowestValue = -3;
};

/// What a flat policy decides to arrive at a schedule.
struct Trajectory {
  /// Index in Dataset::programs.
  unsigned program = 0;
  std::vector<uint16_t> decisions;
  /// log(baseline / measured), at least DatasetOptions::lowestValue.
  double logSpeedup = 0;
  /// Of the policy: 0 if it is not among the best.
  double weight = 0;
};

/// A state on the way: after so many decisions of a trajectory.
struct StateRef {
  uint32_t trajectory = 0, decisions = 0;
  friend bool operator==(const StateRef &, const StateRef &) = default;
};

/// A decision of one of the best schedules.
struct PolicyRow {
  StateRef state;
  float weight = 0;
};

/// What is known to follow from a whole or partial schedule: the best value
/// that was reached through it. Each state of a program comes once.
struct CriticRow {
  StateRef state;
  float value = 0;
  /// Of a program's rows 1 in total, however many there are.
  float weight = 0;
};

/// A program under one context.
struct DatasetProgram {
  std::shared_ptr<const Program> program;
  unsigned threads = 1;
};

/// Immutable after build(), thread safe. Programs weigh equally, however many
/// schedules, decisions or contexts they have: a program of two contexts has
/// half the weight under each.
struct Dataset {
  DatasetOptions options;
  std::vector<DatasetProgram> programs;
  std::vector<Trajectory> trajectories;
  /// Weights have a mean of 1.
  std::vector<PolicyRow> policyRows;
  std::vector<CriticRow> criticRows;
  /// Schedules that cannot be learned from: sizes, kinds or loops that the
  /// encoding has no decisions for, or text that is not a schedule (records of
  /// MLIR-RL). `firstUnfit` says which came first, and why.
  uint64_t unfit = 0;
  std::string firstUnfit;

  static Dataset build(llvm::ArrayRef<StoredProgram> stored,
                       DatasetOptions options);

  unsigned action(StateRef state) const {
    return trajectories[state.trajectory].decisions[state.decisions];
  }
  /// 32 hex digits that differ if anything to learn from differs.
  std::string digest() const;
};

/// The decisions that lead to a schedule; operations that it leaves out are
/// ended as they are. Errors: ActionError if the encoding has none.
llvm::Expected<std::vector<uint16_t>>
decisionsOf(std::shared_ptr<const Program> program, const Schedule &schedule,
            const FlatEncoding &encoding, StateOptions options);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_LEARN_DATASET_H
