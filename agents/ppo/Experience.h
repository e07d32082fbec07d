//===- agents/ppo/Experience.h - What a training has seen -------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_PPO_EXPERIENCE_H
#define MLIRGYM_AGENTS_PPO_EXPERIENCE_H

#include "agents/ppo/BestEpisodes.h"
#include "agents/ppo/Ppo.h"
#include "agents/ppo/Rollout.h"
#include "agents/ppo/SeenSchedules.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace mlirgym {

/// Some episodes in figures.
struct EpisodeSummary {
  uint64_t episodes = 0, timed = 0;
  double sumOfReturns = 0;
  /// Of the episodes whose schedule has a timing.
  double sumOfLogSpeedups = 0;
  /// Schedules that were never drawn before.
  uint64_t newSchedules = 0;

  /// Share of new schedules, per episode; 0 without episodes.
  double newShare() const {
    return episodes == 0 ? 0
                         : static_cast<double>(newSchedules) /
                               static_cast<double>(episodes);
  }
};

/// All that a training remembers of its episodes.
class Experience {
public:
  Experience(size_t programs, const PpoOptions &options)
      : returns(programs), best(programs, options.reuseExperience),
        bestLogSpeedups(programs, 0.0) {}

  EpisodeSummary add(llvm::ArrayRef<EndedEpisode> episodes);
  /// Fills in what `metrics` say of episodes and schedules, after add().
  void describe(const EpisodeSummary &summary, PpoMetrics &metrics) const;

  const ProgramReturns &programReturns() const { return returns; }
  const BestEpisodes &bestEpisodes() const { return best; }
  uint64_t episodes() const { return ended; }
  double bestSpeedup() const { return fastest; }
  /// Geometric mean over the programs of the best of each.
  double meanBestSpeedup() const;
  /// Different schedules among the last hundred episodes, per hundred.
  double distinctSchedules() const;

  /// For checkpoints. restore() throws nlohmann::json::exception for anything
  /// that state() did not give for as many programs. Errors: schedules that
  /// cannot be read.
  nlohmann::ordered_json state() const;
  llvm::Error restore(const nlohmann::ordered_json &state);

private:
  ProgramReturns returns;
  BestEpisodes best;
  SeenSchedules seen;
  /// Schedules of the last hundred episodes that terminated, oldest first.
  std::vector<uint64_t> recent;
  /// Index [program], 0 for one that was not made faster.
  std::vector<double> bestLogSpeedups;
  uint64_t ended = 0;
  double fastest = 0;
};

/// Passes over a rollout: options.epochs in proportion to the share of new
/// schedules in it, one at least, all from options.fullEpochsShare on. Known
/// schedules were learned from before; going over them again and again only
/// makes the policy sure of them.
unsigned epochsFor(const PpoOptions &options, double newShare);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_EXPERIENCE_H
