#include "agents/ppo/rollout/Rollout.h"
#include "agents/ppo/Gae.h"
#include "agents/ppo/Ppo.h"
#include "agents/ppo/PpoLearner.h"
#include "agents/ppo/rollout/ProgramReturns.h"
#include "agents/ppo/rollout/SeenSchedules.h"
#include "env/Env.h"
#include "env/VectorEnv.h"
#include "observation/ActionEncoding.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/RandomStream.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/Error.h"
#include <cmath>
#include <utility>
#include <vector>

using namespace mlirgym;

Rollout::Rollout(const VectorEnv &env, unsigned numSteps)
    : steps(numSteps), envs(env.size()), width(env.observationSpec().size()),
      numActions(env.numActions()), entries(env.actionDimensions()) {
  const size_t rows = size_t{steps} * envs;
  observations.resize(rows * width);
  masks.resize(rows * numActions);
  actions.resize(rows * entries.size());
  episodeEnded.resize(rows);
  programs.resize(rows);
  for (auto *floats :
       {&logProbabilities, &rewards, &values, &advantages, &returns})
    floats->resize(rows);
}

llvm::Error Rollout::step(VectorEnv &env, size_t at,
                          llvm::MutableArrayRef<EpisodeUnderWay> underWay) {
  for (unsigned i = 0; i < envs; ++i)
    programs[at + i] = env.env(i).programIndex();
  MLIRGYM_TRY(VectorStep outcome,
              env.step(llvm::ArrayRef(actions).slice(at * entries.size(),
                                                     envs * entries.size())));
  for (size_t i = 0; i < envs; ++i) {
    rewards[at + i] = static_cast<float>(outcome.rewards[i]);
    episodeEnded[at + i] = outcome.terminated[i] || outcome.truncated[i];
    underWay[i].returnSoFar += outcome.rewards[i];
    llvm::append_range(underWay[i].decisions,
                       llvm::ArrayRef(actions).slice((at + i) * entries.size(),
                                                     entries.size()));
    if (!episodeEnded[at + i])
      continue;
    const StepOutcome &last = outcome.outcomes[i];
    EpisodeUnderWay episode = std::exchange(underWay[i], {});
    ended.push_back({.row = at + i,
                     .program = programs[at + i],
                     .undiscountedReturn = episode.returnSoFar,
                     .speedup = last.speedup,
                     .terminated = static_cast<bool>(outcome.terminated[i]),
                     .answered = outcome.terminated[i] && last.measurement &&
                                 last.measurement->status != Status::NotCached,
                     .schedule = fingerprint(programs[at + i], last.schedule),
                     .decisions = std::move(episode.decisions)});
    if (!outcome.terminated[i])
      truncations.push_back({at + i, llvm::ArrayRef(outcome.finalObservations)
                                         .slice(i * width, width)
                                         .vec()});
  }
  return llvm::Error::success();
}

llvm::Error Rollout::estimateAdvantages(const VectorEnv &env,
                                        const PpoLearner &learner,
                                        const PpoOptions &options,
                                        const ProgramReturns *scale) {
  if (scale) {
    for (const EndedEpisode &episode : ended)
      if (episode.terminated)
        rewards[episode.row] -=
            static_cast<float>(scale->mean(episode.program));
    for (auto [reward, program] : llvm::zip(rewards, programs))
      reward = static_cast<float>(scale->scaled(program, reward));
  }
  // One large matrix product is several times faster than one per step.
  MLIRGYM_TRY(values, learner.values(observations));
  MLIRGYM_TRY(std::vector<float> last, learner.values(env.observations()));
  for (const Truncation &truncation : truncations) {
    MLIRGYM_TRY(std::vector<float> value,
                learner.values(truncation.observation));
    rewards[truncation.at] += static_cast<float>(options.gamma * value.front());
  }
  computeGae({.steps = steps,
              .envs = envs,
              .rewards = rewards,
              .values = values,
              .ended = episodeEnded,
              .lastValues = last,
              .gamma = options.gamma,
              .lambda = options.gaeLambda},
             advantages, returns);
  return llvm::Error::success();
}

/// With the probability epsilon an action was drawn uniformly, entry by entry,
/// instead of from the policy; importance ratios refer to this mixture.
void Rollout::noteDraws(double epsilon) {
  drawnLogProbabilities.clear();
  if (epsilon <= 0)
    return;
  for (size_t row = 0; row < logProbabilities.size(); ++row) {
    llvm::ArrayRef<int8_t> mask =
        llvm::ArrayRef(masks).slice(row * numActions, numActions);
    double legal = 1;
    for (int64_t size : entries) {
      legal *= static_cast<double>(llvm::count(mask.take_front(size), 1));
      mask = mask.drop_front(size);
    }
    const double drawn =
        (1 - epsilon) * std::exp(static_cast<double>(logProbabilities[row])) +
        epsilon / legal;
    drawnLogProbabilities.push_back(static_cast<float>(std::log(drawn)));
  }
}

llvm::Error Rollout::collect(VectorEnv &env, const PpoLearner &learner,
                             const PpoOptions &options, RandomStream &random,
                             llvm::MutableArrayRef<EpisodeUnderWay> underWay,
                             StopCheck *stop) {
  const auto &encoding = llvm::cast<KindActions>(env.env(0).encoding());
  const auto maskNext = [&](size_t row, llvm::ArrayRef<int64_t> chosen,
                            llvm::MutableArrayRef<int8_t> mask) {
    encoding.maskNext(env.env(row).decisionState(), chosen, mask);
  };
  ended.clear();
  truncations.clear();
  for (size_t t = 0; t < steps; ++t) {
    if (stop && stop->requested())
      return llvm::make_error<InterruptedError>();
    const size_t at = t * envs;
    llvm::copy(env.observations(), observations.begin() + at * width);
    llvm::copy(env.actionMasks(), masks.begin() + at * numActions);
    MLIRGYM_TRY_TO(learner.choose(
        env.observations(),
        llvm::MutableArrayRef(masks).slice(at * numActions, envs * numActions),
        maskNext, {&random, options.epsilon},
        llvm::MutableArrayRef(actions).slice(at * entries.size(),
                                             envs * entries.size()),
        llvm::MutableArrayRef(logProbabilities).slice(at, envs)));
    MLIRGYM_TRY_TO(step(env, at, underWay));
  }
  noteDraws(options.epsilon);
  return llvm::Error::success();
}

TrainingBatch Rollout::batch() const {
  return {.rows = logProbabilities.size(),
          .observations = observations,
          .masks = masks,
          .actions = actions,
          .logProbabilities = logProbabilities,
          .advantages = advantages,
          .returns = returns,
          .drawnLogProbabilities = drawnLogProbabilities};
}

double Rollout::explainedVariance() const {
  return mlirgym::explainedVariance(values, returns);
}
