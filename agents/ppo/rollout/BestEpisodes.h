//===- agents/ppo/rollout/BestEpisodes.h - Episodes to imitate --*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_PPO_ROLLOUT_BESTEPISODES_H
#define MLIRGYM_AGENTS_PPO_ROLLOUT_BESTEPISODES_H

#include "agents/ppo/PpoLearner.h"
#include "agents/ppo/rollout/ProgramObserver.h"
#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include <nlohmann/json.hpp>
#include <vector>

namespace mlirgym {

/// Decisions to imitate; owns the data of imitation().
struct ImitationRows {
  DecisionRows seen;
  std::vector<int64_t> actions;
  std::vector<float> weights;

  ImitationBatch batch() const {
    return {.rows = weights.size(),
            .observations = seen.observations,
            .masks = seen.masks,
            .actions = actions,
            .weights = weights};
  }
};

/// The fastest different schedules of each program, with the decisions that led
/// to them. Imitating them in addition to PPO's own loss prevents the policy
/// from forgetting rare good episodes (MLIR-RL's `reuse_experience`;
/// self-imitation: Oh et al., arXiv:1806.05635).
class BestEpisodes {
public:
  /// Keeps `count` episodes of each program, 0: none.
  BestEpisodes(size_t programs, unsigned count)
      : perProgram(programs), keep(count) {}

  /// Adds a timed episode. `schedule` is its fingerprint(); `decisions` are its
  /// actions, row by row.
  void add(unsigned program, uint64_t schedule, double episodeReturn,
           llvm::ArrayRef<int64_t> decisions);

  /// Draws about `rows` decisions of whole episodes: from the programs in turn,
  /// in random order, one episode each, with the weight exp((return - best) /
  /// 0.1). Each of the n rows of an episode has the weight 1 / sqrt(n): long
  /// episodes count more than short ones, but less than in proportion to their
  /// length. Requires: `observer` shows the same programs.
  ImitationRows draw(const ProgramObserver &observer, size_t rows,
                     RandomStream &random) const;

  /// For checkpoints. restore() throws nlohmann::json::exception for anything
  /// but a state() of the same number of programs.
  nlohmann::ordered_json state() const;
  void restore(const nlohmann::ordered_json &state);

private:
  struct Episode {
    double episodeReturn = 0;
    uint64_t schedule = 0;
    std::vector<int64_t> decisions;
  };
  /// Best first.
  std::vector<std::vector<Episode>> perProgram;
  unsigned keep;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_ROLLOUT_BESTEPISODES_H
