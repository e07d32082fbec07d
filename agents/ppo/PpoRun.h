//===- agents/ppo/PpoRun.h - The state of a training ------------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_PPO_PPORUN_H
#define MLIRGYM_AGENTS_PPO_PPORUN_H

#include "agents/policy/Checkpoint.h"
#include "agents/policy/PolicySpec.h"
#include "agents/policy/TrainingFolder.h"
#include "agents/policy/nets/NetOptions.h"
#include "agents/ppo/EntropyControl.h"
#include "agents/ppo/Ppo.h"
#include "agents/ppo/PpoLearner.h"
#include "agents/ppo/rollout/Experience.h"
#include "agents/ppo/rollout/GreedyEvaluation.h"
#include "agents/ppo/rollout/ProgramObserver.h"
#include "agents/ppo/rollout/Rollout.h"
#include "env/Env.h"
#include "env/VectorEnv.h"
#include "execution/Execution.h"
#include "observation/ActionEncoding.h"
#include "program/RandomStream.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// The complete state of a training run: save() and resume() are exact.
struct PpoRun {
  PpoRun(std::shared_ptr<const ProgramPool> programs,
         std::shared_ptr<Execution> timings, EnvOptions environment,
         PpoOptions ppo, TrainingFolder outDir, VectorEnv environments,
         EncodingKind actions);

  /// Begins or resumes a training. Errors: those of PpoTrainer::create().
  static llvm::Expected<std::unique_ptr<PpoRun>>
  create(std::shared_ptr<const ProgramPool> programs,
         std::shared_ptr<Execution> execution, EnvOptions environment,
         PpoOptions ppo, llvm::StringRef outDir, PpoStart start);

  llvm::Expected<Checkpoint> checkpoint();
  /// Restores a checkpoint() of this run. Errors: text naming the mismatch.
  llvm::Error takeOver(const Checkpoint &checkpoint);
  /// Writes a checkpoint. Errors: a full disk.
  llvm::Error save(const std::string &path);

  std::shared_ptr<const ProgramPool> pool, validation;
  std::shared_ptr<Execution> execution;
  EnvOptions envOptions;
  PpoOptions options;
  TrainingFolder folder;
  VectorEnv env;
  Rollout rollout;
  ProgramObserver observer;
  std::optional<GreedyEvaluation> evaluation;
  /// Options of the network; a training that starts from a checkpoint uses the
  /// checkpoint's network.
  NetOptions net;
  /// The encoding of envOptions.actions.
  EncodingKind encoding = EncodingKind::Flat;
  std::unique_ptr<PpoLearner> learner;
  /// Draws actions, shuffles minibatches and draws episodes to imitate.
  RandomStream random;
  Experience experience;
  EntropyControl entropy;
  std::vector<EpisodeUnderWay> underWay;
  unsigned iteration = 0; // completed
  uint64_t steps = 0;
  double bestValidation = 0;

private:
  llvm::Error makeLearner(NetOptions options);
  llvm::Error begin(llvm::StringRef from);
  llvm::Error startFrom(llvm::StringRef path);
  llvm::Error resume();
  llvm::Error matches(const nlohmann::ordered_json &facts) const;
  llvm::Error writeConfig() const;
  PolicySpec policySpec() const;
  /// The options, programs and versions that a checkpoint belongs to.
  nlohmann::ordered_json config() const;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_PPORUN_H
