//===- agents/ppo/rollout/Rollout.h - Decisions of all environments -------===//
#ifndef MLIRGYM_AGENTS_PPO_ROLLOUT_ROLLOUT_H
#define MLIRGYM_AGENTS_PPO_ROLLOUT_ROLLOUT_H

#include "agents/ppo/Ppo.h"
#include "agents/ppo/PpoLearner.h"
#include "agents/ppo/rollout/ProgramReturns.h"
#include "env/VectorEnv.h"
#include "outcome/StopCheck.h"
#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace mlirgym {

/// The current episode of an environment, carried from rollout to rollout.
struct EpisodeUnderWay {
  /// Undiscounted.
  double returnSoFar = 0;
  /// The actions of the episode, row by row.
  std::vector<int64_t> decisions;
};

/// An episode that ended during a rollout.
struct EndedEpisode {
  /// Row of its last decision: step * envs + environment.
  size_t row = 0;
  /// Index into the pool.
  unsigned program = 0;
  double undiscountedReturn = 0;
  /// baseline / measured; 0 without a timing.
  double speedup = 0;
  /// False: it was truncated.
  bool terminated = false;
  /// True if the execution returned a stored or new result for the schedule,
  /// failures included. `schedule` is its fingerprint().
  bool answered = false;
  uint64_t schedule = 0;
  std::vector<int64_t> decisions;
};

/// A fixed number of decisions of each environment, with their advantages. Its
/// memory is allocated once and reused.
class Rollout {
public:
  Rollout(const VectorEnv &env, unsigned steps);

  /// Steps every environment `steps` times with the policy. Requires: `env`
  /// autoresets in the same step and was reset; its encoding is a KindActions.
  /// `underWay`: shape [envs].
  /// Errors: those of VectorEnv::step(); InterruptedError once `stop` is
  /// requested.
  llvm::Error collect(VectorEnv &env, const PpoLearner &learner,
                      const PpoOptions &options, RandomStream &random,
                      llvm::MutableArrayRef<EpisodeUnderWay> underWay,
                      StopCheck *stop = nullptr);
  /// Episodes that ended, in order; valid until the next collect().
  llvm::ArrayRef<EndedEpisode> episodes() const { return ended; }

  /// Computes advantages (GAE) and returns of the rollout; call it once after
  /// collect(). `scale`, if not null, converts rewards to units of their
  /// program.
  llvm::Error estimateAdvantages(const VectorEnv &env,
                                 const PpoLearner &learner,
                                 const PpoOptions &options,
                                 const ProgramReturns *scale);
  /// Valid until the next collect().
  TrainingBatch batch() const;
  /// Explained variance of the value network during collect().
  double explainedVariance() const;

private:
  /// A step whose episode was truncated, and its next observation.
  struct Truncation {
    size_t at;
    std::vector<float> observation;
  };
  llvm::Error step(VectorEnv &env, size_t at,
                   llvm::MutableArrayRef<EpisodeUnderWay> underWay);
  void noteDraws(double epsilon);

  unsigned steps, envs;
  size_t width, numActions;
  /// Number of choices of each entry of an action.
  llvm::SmallVector<int64_t, 40> entries;
  // Shapes [steps, envs, ...]. The masks are those from which the entries of
  // the actions were chosen.
  std::vector<float> observations;
  std::vector<int8_t> masks;
  std::vector<int64_t> actions;
  std::vector<float> logProbabilities, drawnLogProbabilities, rewards, values,
      advantages, returns;
  std::vector<uint8_t> episodeEnded;
  std::vector<unsigned> programs;
  std::vector<Truncation> truncations;
  std::vector<EndedEpisode> ended;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_ROLLOUT_ROLLOUT_H
