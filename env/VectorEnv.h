//===- env/VectorEnv.h - Many environments, stepped in parallel -*- C++ -*-===//
#ifndef MLIRGYM_ENV_VECTORENV_H
#define MLIRGYM_ENV_VECTORENV_H

#include "env/Env.h"

namespace mlirgym {

/// What follows the end of an episode, as in Gymnasium 1.x.
enum class AutoresetMode : uint8_t {
  NextStep, ///< the next step ignores its action, resets, and gives reward 0
  SameStep, ///< the same step resets; the last observation is kept beside
  Disabled, ///< the caller resets; stepping an ended environment is an error
};

struct VectorEnvOptions {
  EnvOptions env;
  unsigned numEnvs = 8;
  AutoresetMode autoreset = AutoresetMode::NextStep;
};

/// How one environment of a vector begins an episode.
struct EpisodeRequest {
  /// False: it goes on as it is, whatever the rest says.
  bool begins = true;
  /// Starts the order of programs anew.
  std::optional<uint64_t> seed;
  /// Index of the pool, in place of drawing one.
  std::optional<unsigned> program;
};

/// Outcome of a step of every environment, index [env].
struct VectorStep {
  std::vector<double> rewards;
  std::vector<uint8_t> terminated, truncated;
  std::vector<StepOutcome> outcomes;
  /// SameStep: observation before the reset, of the environments that ended,
  /// shape [numEnvs, observation size], zero elsewhere. Empty in other modes,
  /// and while none ended.
  std::vector<float> finalObservations;
  /// Beside them: what was legal then, shape [numEnvs, numActions()]. All 0
  /// after termination; after a truncation the episode could have gone on.
  std::vector<int8_t> finalMasks;
};

/// N environments over one pool and one Execution. States are stepped in
/// parallel (oneTBB); rewards that need a measurement are batched over the
/// workers. The same seed gives the same trajectories whatever the number of
/// threads. Not thread safe itself: one caller at a time.
class VectorEnv {
public:
  /// Errors: ActionError as Env::create(), and for numEnvs == 0.
  static llvm::Expected<std::unique_ptr<VectorEnv>>
  create(std::shared_ptr<const ProgramPool> pool,
         std::shared_ptr<Execution> execution, VectorEnvOptions options);
  /// Requires: what Env requires, and numEnvs > 0.
  VectorEnv(std::shared_ptr<const ProgramPool> pool,
            std::shared_ptr<Execution> execution, VectorEnvOptions options);
  ~VectorEnv();

  unsigned size() const;
  llvm::ArrayRef<int64_t> actionDimensions() const;
  unsigned numActions() const;
  const ObservationSpec &observationSpec() const;

  /// Starts an episode everywhere. Environment i is seeded with
  /// deriveSeed(seed, i). A step that was sent is waited for and dropped.
  void reset(std::optional<uint64_t> seed = std::nullopt);
  /// Resets only environments whose byte is not 0 (AutoresetMode::Disabled),
  /// shape [size()]. Errors: ActionError for another number of bytes; nothing
  /// is reset then.
  llvm::Error resetMasked(llvm::ArrayRef<uint8_t> which);
  /// An episode of its own for each, shape [size()]. Errors: ActionError for
  /// another number of requests or a program that the pool has not; nothing is
  /// reset then.
  llvm::Error resetEach(llvm::ArrayRef<EpisodeRequest> requests);
  /// One decision an environment, row by row, shape [size(),
  /// actionDimensions().size()]. Errors: ActionError, before
  /// any environment moves, for another number of actions, an environment that
  /// has no episode under way, or a step that was sent and not received; what
  /// Execution calls an Error: the decisions are then taken, rewards lost.
  llvm::Expected<VectorStep> step(llvm::ArrayRef<int64_t> actions);

  /// Asynchronous pair: send() returns at once, recv() waits for the outcome.
  /// In between only recv() and reset() may be called. Errors: as step(). What
  /// is sent hears ExecutionOptions::interrupted in recv() and reset().
  llvm::Error send(llvm::ArrayRef<int64_t> actions);
  llvm::Expected<VectorStep> recv();

  /// Shape [size(), observation size], row by row; valid until the next call.
  llvm::ArrayRef<float> observations() const;
  /// Shape [size(), numActions()].
  llvm::ArrayRef<int8_t> actionMasks() const;
  /// To look at, render, snapshot or restore: observations() and actionMasks()
  /// follow. Requires: index < size().
  Env &env(unsigned index);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_ENV_VECTORENV_H
