//===- env/Reward.h - Rewards from timings ----------------------*- C++ -*-===//
#ifndef MLIRGYM_ENV_REWARD_H
#define MLIRGYM_ENV_REWARD_H

#include "outcome/Measurement.h"
#include <string>

namespace mlirgym {

/// All rules of the reward.
struct RewardOptions {
  enum class When : uint8_t {
    AtEnd,     ///< log speedup once, at the end of the episode (default)
    Immediate, ///< log of the ratio to the previous timing after each action
  };
  When when = When::AtEnd;
  /// The compared quantity: "" for the median time (or the metric of the
  /// device), or one of ExecutionOptions::counters, such as "instructions".
  std::string counter = {};
  /// Base of the logarithm, above 1; 0: natural logarithm.
  double base = 0;
  /// Reward of an action that the mask forbids; the state does not change.
  double illegalAction = -1;
  /// Reward in place of the log speedup if the schedule failed (not ok). With
  /// Immediate the next action is compared with the last timing that was ok.
  double failure = -5;
  /// Reward in a replay if there is no stored timing.
  double notCached = -1;
};

/// log(from / to) of the median times, or of the counter; `notCached` if a
/// replay lacks one of them, `failure` if one of them is not Ok, is 0, or
/// cannot be counted. Telescopes: the rewards along a chain of timings add up
/// to the reward from its first to its last timing.
double reward(const RewardOptions &options, const Measurement &from,
              const Measurement &to);
} // namespace mlirgym
#endif // MLIRGYM_ENV_REWARD_H
