//===- agents/ppo/ProgramReturns.h - Returns by program ---------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_PPO_PROGRAMRETURNS_H
#define MLIRGYM_AGENTS_PPO_PROGRAMRETURNS_H

#include <nlohmann/json.hpp>
#include <vector>

namespace mlirgym {

/// Running mean and deviation of the return of each program's episodes. A log
/// speedup of 0.05 is all that one program has to give, and nothing beside the
/// 4.2 of another: learning from the difference to the program's own mean, in
/// units of its own deviation, every program counts the same (as PopArt does
/// for tasks: Hessel et al., arXiv:1809.04474, without its rescaling of the
/// value net, since all programs share one output).
class ProgramReturns {
public:
  explicit ProgramReturns(size_t programs) : all(programs) {}

  /// An undiscounted return. Requires: program < number of programs.
  void add(unsigned program, double episodeReturn);

  double mean(unsigned program) const { return all[program].mean; }
  /// Standard deviation, at least 0.05 (5 % of speed: less is noise); 1 before
  /// there are two returns.
  double scale(unsigned program) const;

  /// A reward in units of scale(), at most 5 of them: a failure says that it is
  /// bad, not that it is worth a hundred good schedules.
  double scaled(unsigned program, double reward) const;

  /// For checkpoints. restore() throws nlohmann::json::exception for anything
  /// that state() did not give for as many programs.
  nlohmann::ordered_json state() const;
  void restore(const nlohmann::ordered_json &state);

private:
  struct Statistics {
    double episodes = 0, mean = 0, variance = 0;
  };
  std::vector<Statistics> all;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_PROGRAMRETURNS_H
