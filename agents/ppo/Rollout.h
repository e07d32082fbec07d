//===- agents/ppo/Rollout.h - What a policy did -----------------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_PPO_ROLLOUT_H
#define MLIRGYM_AGENTS_PPO_ROLLOUT_H

#include "agents/ppo/Learner.h"

namespace mlirgym {

/// Episodes that ended during a rollout.
struct EpisodeSummary {
  uint64_t episodes = 0;
  double sumOfReturns = 0;
  /// Of the episodes whose schedule has a timing, and how many these are.
  double sumOfLogSpeedups = 0, bestSpeedup = 0;
  uint64_t timed = 0;
};

/// A fixed number of decisions of each environment, with their advantages.
/// Kept and filled again: its memory is allocated once.
class Rollout {
public:
  Rollout(const VectorEnv &env, unsigned steps);

  /// Steps every environment `steps` times with the policy, then estimates
  /// advantages (GAE). Requires: `env` autoresets in the same step and was
  /// reset. `runningReturns`: undiscounted return so far of the episode under
  /// way in each environment, carried from rollout to rollout, shape [envs].
  /// Errors: those of VectorEnv::step(); InterruptedError once `stop` says so.
  llvm::Error collect(VectorEnv &env, const Learner &learner,
                      const PpoOptions &options, RandomStream &random,
                      llvm::MutableArrayRef<double> runningReturns,
                      StopCheck *stop = nullptr);

  /// Valid until the next collect().
  TrainingBatch batch() const;
  const EpisodeSummary &summary() const { return ended; }
  /// Of the value net that was there while collecting.
  double explainedVariance() const;

private:
  /// A step whose episode was cut off, and what it would have seen next.
  struct Truncation {
    size_t at;
    std::vector<float> observation;
  };
  llvm::Error step(VectorEnv &env, size_t at,
                   llvm::MutableArrayRef<double> runningReturns);
  llvm::Error estimateAdvantages(const VectorEnv &env, const Learner &learner,
                                 const PpoOptions &options);

  unsigned steps, envs;
  size_t width, numActions;
  // Shapes [steps, envs, ...].
  std::vector<float> observations;
  std::vector<int8_t> masks;
  std::vector<int64_t> actions;
  std::vector<float> logProbabilities, rewards, values, advantages, returns;
  std::vector<uint8_t> episodeEnded;
  std::vector<Truncation> truncations;
  EpisodeSummary ended;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_ROLLOUT_H
