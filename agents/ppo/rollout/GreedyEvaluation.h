//===- agents/ppo/rollout/GreedyEvaluation.h - Greedy validation ----------===//
#ifndef MLIRGYM_AGENTS_PPO_ROLLOUT_GREEDYEVALUATION_H
#define MLIRGYM_AGENTS_PPO_ROLLOUT_GREEDYEVALUATION_H

#include "actions/Schedule.h"
#include "agents/ppo/PpoLearner.h"
#include "agents/ppo/rollout/ProgramObserver.h"
#include "env/Env.h"
#include "execution/Execution.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <vector>

namespace mlirgym {

/// One greedy rollout of a policy on each of some programs.
class GreedyEvaluation {
public:
  GreedyEvaluation(std::shared_ptr<const ProgramPool> pool,
                   std::shared_ptr<Execution> execution,
                   const EnvOptions &options)
      : observer(std::move(pool), options), execution(std::move(execution)) {}

  /// The schedules of the likeliest decisions, index [program].
  llvm::Expected<std::vector<Schedule>>
  schedules(const PpoLearner &learner) const;

  /// Geometric mean of their speedups; a failed schedule counts 1, the speedup
  /// of the untransformed program. In a replay only programs with a timing
  /// count; nullopt if there is none. Errors: those of Execution.
  llvm::Expected<std::optional<double>>
  speedup(const PpoLearner &learner) const;

private:
  ProgramObserver observer;
  std::shared_ptr<Execution> execution;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_ROLLOUT_GREEDYEVALUATION_H
