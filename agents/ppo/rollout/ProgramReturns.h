//===- agents/ppo/rollout/ProgramReturns.h - Returns by program -*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_PPO_ROLLOUT_PROGRAMRETURNS_H
#define MLIRGYM_AGENTS_PPO_ROLLOUT_PROGRAMRETURNS_H

#include <nlohmann/json.hpp>
#include <vector>

namespace mlirgym {

/// Running mean and deviation of the return of each program's episodes. The
/// largest log speedup of one program may be 0.05 and that of another 4.2.
/// Learning from the difference to the program's mean, in units of its
/// deviation, gives all programs the same weight, as PopArt does for tasks
/// (Hessel et al., arXiv:1809.04474), but without rescaling the value network,
/// since all programs share one output.
class ProgramReturns {
public:
  explicit ProgramReturns(size_t programs) : all(programs) {}

  /// Adds an undiscounted return. Requires: program < number of programs.
  void add(unsigned program, double episodeReturn);

  double mean(unsigned program) const { return all[program].mean; }
  /// Standard deviation, at least 0.05 (5 % of speed: less is noise); 1 for
  /// fewer than two returns.
  double scale(unsigned program) const;

  /// A reward in units of scale(), clipped to [-5, 5], so that a failure does
  /// not outweigh a hundred good schedules.
  double scaled(unsigned program, double reward) const;

  /// For checkpoints. restore() throws nlohmann::json::exception for anything
  /// but a state() of the same number of programs.
  nlohmann::ordered_json state() const;
  void restore(const nlohmann::ordered_json &state);

private:
  struct Statistics {
    double episodes = 0, mean = 0, variance = 0;
  };
  std::vector<Statistics> all;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_ROLLOUT_PROGRAMRETURNS_H
