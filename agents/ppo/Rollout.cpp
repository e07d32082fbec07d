#include "agents/ppo/Rollout.h"
#include "agents/ppo/Gae.h"
#include "execution/outcome/StopCheck.h"
#include <algorithm>
#include <cmath>

using namespace mlirgym;

Rollout::Rollout(const VectorEnv &env, unsigned numSteps)
    : steps(numSteps), envs(env.size()), width(env.observationSpec().size()),
      numActions(env.numActions()) {
  const size_t rows = size_t{steps} * envs;
  observations.resize(rows * width);
  masks.resize(rows * numActions);
  actions.resize(rows);
  episodeEnded.resize(rows);
  for (auto *floats :
       {&logProbabilities, &rewards, &values, &advantages, &returns})
    floats->resize(rows);
}

llvm::Error Rollout::step(VectorEnv &env, size_t at,
                          llvm::MutableArrayRef<double> runningReturns) {
  llvm::Expected<VectorStep> outcome =
      env.step(llvm::ArrayRef(actions).slice(at, envs));
  if (!outcome)
    return outcome.takeError();
  for (size_t i = 0; i < envs; ++i) {
    rewards[at + i] = static_cast<float>(outcome->rewards[i]);
    episodeEnded[at + i] = outcome->terminated[i] || outcome->truncated[i];
    runningReturns[i] += outcome->rewards[i];
    if (!episodeEnded[at + i])
      continue;
    ++ended.episodes;
    ended.sumOfReturns += runningReturns[i];
    runningReturns[i] = 0;
    if (const double speedup = outcome->outcomes[i].speedup; speedup > 0) {
      ++ended.timed;
      ended.sumOfLogSpeedups += std::log(speedup);
      ended.bestSpeedup = std::max(ended.bestSpeedup, speedup);
    }
    if (outcome->truncated[i] && !outcome->terminated[i])
      truncations.push_back({at + i, llvm::ArrayRef(outcome->finalObservations)
                                         .slice(i * width, width)
                                         .vec()});
  }
  return llvm::Error::success();
}

llvm::Error Rollout::estimateAdvantages(const VectorEnv &env,
                                        const Learner &learner,
                                        const PpoOptions &options) {
  // All at once: one large product is several times faster than one a step.
  llvm::Expected<std::vector<float>> valued = learner.values(observations);
  if (!valued)
    return valued.takeError();
  values = std::move(*valued);
  llvm::Expected<std::vector<float>> last = learner.values(env.observations());
  if (!last)
    return last.takeError();
  for (const Truncation &truncation : truncations) {
    llvm::Expected<std::vector<float>> value =
        learner.values(truncation.observation);
    if (!value)
      return value.takeError();
    rewards[truncation.at] +=
        static_cast<float>(options.gamma * value->front());
  }
  computeGae({.steps = steps,
              .envs = envs,
              .rewards = rewards,
              .values = values,
              .ended = episodeEnded,
              .lastValues = *last,
              .gamma = options.gamma,
              .lambda = options.gaeLambda},
             advantages, returns);
  return llvm::Error::success();
}

llvm::Error Rollout::collect(VectorEnv &env, const Learner &learner,
                             const PpoOptions &options, RandomStream &random,
                             llvm::MutableArrayRef<double> runningReturns,
                             StopCheck *stop) {
  ended = EpisodeSummary();
  truncations.clear();
  for (size_t t = 0; t < steps; ++t) {
    if (stop && stop->requested())
      return llvm::make_error<InterruptedError>();
    const size_t at = t * envs;
    llvm::copy(env.observations(), observations.begin() + at * width);
    llvm::copy(env.actionMasks(), masks.begin() + at * numActions);
    if (llvm::Error error = learner.choose(
            env.observations(), env.actionMasks(), &random,
            llvm::MutableArrayRef(actions).slice(at, envs),
            llvm::MutableArrayRef(logProbabilities).slice(at, envs)))
      return error;
    if (llvm::Error error = step(env, at, runningReturns))
      return error;
  }
  return estimateAdvantages(env, learner, options);
}

TrainingBatch Rollout::batch() const {
  return {.rows = actions.size(),
          .observations = observations,
          .masks = masks,
          .actions = actions,
          .logProbabilities = logProbabilities,
          .advantages = advantages,
          .returns = returns};
}

double Rollout::explainedVariance() const {
  return mlirgym::explainedVariance(values, returns);
}
