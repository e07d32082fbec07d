//===- agents/ppo/rollout/Experience.h - The memory of a training ---------===//
#ifndef MLIRGYM_AGENTS_PPO_ROLLOUT_EXPERIENCE_H
#define MLIRGYM_AGENTS_PPO_ROLLOUT_EXPERIENCE_H

#include "agents/ppo/Ppo.h"
#include "agents/ppo/rollout/BestEpisodes.h"
#include "agents/ppo/rollout/ProgramReturns.h"
#include "agents/ppo/rollout/Rollout.h"
#include "agents/ppo/rollout/SeenSchedules.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace mlirgym {

/// Statistics of some episodes.
struct EpisodeSummary {
  uint64_t episodes = 0, timed = 0;
  double sumOfReturns = 0;
  /// Statistics of the episodes whose schedule has a timing.
  double sumOfLogSpeedups = 0;
  /// Number of schedules that had not been drawn before.
  uint64_t newSchedules = 0;

  /// Share of new schedules, per episode; 0 without episodes.
  double newShare() const {
    return episodes == 0 ? 0
                         : static_cast<double>(newSchedules) /
                               static_cast<double>(episodes);
  }
};

/// The memory of a training: its episodes and schedules.
class Experience {
public:
  Experience(size_t programs, const PpoOptions &options)
      : returns(programs), best(programs, options.reuseExperience),
        bestLogSpeedups(programs, 0.0) {}

  EpisodeSummary add(llvm::ArrayRef<EndedEpisode> episodes);
  /// Fills in the members of `metrics` about episodes and schedules, after
  /// add().
  void describe(const EpisodeSummary &summary, PpoMetrics &metrics) const;

  const ProgramReturns &programReturns() const { return returns; }
  const BestEpisodes &bestEpisodes() const { return best; }
  uint64_t episodes() const { return ended; }
  double bestSpeedup() const { return fastest; }
  /// Geometric mean over the programs of the best speedup of each.
  double meanBestSpeedup() const;
  /// Number of different schedules among the last hundred episodes, per
  /// hundred.
  double distinctSchedules() const;

  /// For checkpoints. restore() throws nlohmann::json::exception for anything
  /// but a state() of the same number of programs. Errors: schedules that
  /// cannot be read.
  nlohmann::ordered_json state() const;
  llvm::Error restore(const nlohmann::ordered_json &state);

private:
  ProgramReturns returns;
  BestEpisodes best;
  SeenSchedules seen;
  /// Schedules of the last hundred episodes that terminated, oldest first.
  std::vector<uint64_t> recent;
  /// Index [program], 0 for a program that was not made faster.
  std::vector<double> bestLogSpeedups;
  uint64_t ended = 0;
  double fastest = 0;
};

/// Number of passes over a rollout: options.epochs if the share of new
/// schedules is at least options.fullEpochsShare, else proportionally fewer, at
/// least one. Further passes over known schedules only make the policy
/// deterministic.
unsigned epochsFor(const PpoOptions &options, double newShare);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_ROLLOUT_EXPERIENCE_H
