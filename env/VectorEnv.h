//===- env/VectorEnv.h - Many environments, stepped in parallel -*- C++ -*-===//
#ifndef MLIRGYM_ENV_VECTORENV_H
#define MLIRGYM_ENV_VECTORENV_H

#include "env/Env.h"
#include "execution/Execution.h"
#include "observation/Observation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <vector>

namespace mlirgym {

/// The behaviour after the end of an episode, as in Gymnasium 1.x.
enum class AutoresetMode : uint8_t {
  NextStep, ///< the next step ignores its action, resets, and gives reward 0
  SameStep, ///< the same step resets; the final observation is kept
  Disabled, ///< the caller resets; stepping an ended environment is an error
};

struct VectorEnvOptions {
  EnvOptions env;
  unsigned numEnvs = 8;
  AutoresetMode autoreset = AutoresetMode::NextStep;
};

/// The start of an episode in one environment of a vector.
struct EpisodeRequest {
  /// False: it continues unchanged, and the other members are ignored.
  bool begins = true;
  /// Restarts the order of programs.
  std::optional<uint64_t> seed;
  /// Index into the pool, instead of drawing a program.
  std::optional<unsigned> program;
};

/// Outcome of a step of every environment, index [env].
struct VectorStep {
  std::vector<double> rewards;
  std::vector<uint8_t> terminated, truncated;
  std::vector<StepOutcome> outcomes;
  /// SameStep: observation before the reset of the environments that ended,
  /// shape [numEnvs, observation size], zero elsewhere. Empty in other modes,
  /// and if none ended.
  std::vector<float> finalObservations;
  /// The masks of finalObservations, shape [numEnvs, numActions()]. All 0
  /// after termination; after truncation the episode could have continued.
  std::vector<int8_t> finalMasks;
};

/// N environments over one pool and one Execution. States are stepped in
/// parallel (oneTBB); rewards that need a measurement are batched over the
/// worker processes. The same seed gives the same trajectories for any number
/// of threads. Not thread safe: one caller at a time.
class VectorEnv {
public:
  /// Errors: those of Env::create(); ActionError for numEnvs == 0.
  static llvm::Expected<VectorEnv>
  create(std::shared_ptr<const ProgramPool> pool,
         std::shared_ptr<Execution> execution, const VectorEnvOptions &options);
  ~VectorEnv();
  VectorEnv(VectorEnv &&) noexcept;
  VectorEnv &operator=(VectorEnv &&) noexcept;

  unsigned size() const;
  llvm::ArrayRef<int64_t> actionDimensions() const;
  unsigned numActions() const;
  const ObservationSpec &observationSpec() const;

  /// Starts an episode in each environment; environment i is seeded with
  /// deriveSeed(seed, i). Waits for a step that was sent, and drops it.
  void reset(std::optional<uint64_t> seed = std::nullopt);
  /// Resets as requested for each environment, shape [size()]. Errors:
  /// ActionError for another number of requests or a program that is not in the
  /// pool; nothing is reset then.
  llvm::Error resetEach(llvm::ArrayRef<EpisodeRequest> requests);
  /// Takes one decision per environment, row-major, shape [size(),
  /// actionDimensions().size()]. Errors: ActionError, before any environment
  /// changes, for another number of actions, an environment without an episode
  /// in progress, or a step that was sent and not received; the errors of
  /// Execution, after which the decisions are taken but the rewards lost.
  llvm::Expected<VectorStep> step(llvm::ArrayRef<int64_t> actions);

  /// Asynchronous step: send() returns at once, recv() waits for the outcome.
  /// In between only recv() and reset() may be called. Errors: as step().
  /// ExecutionOptions::interrupted is polled in recv() and reset().
  llvm::Error send(llvm::ArrayRef<int64_t> actions);
  llvm::Expected<VectorStep> recv();

  /// Shape [size(), observation size], row-major; valid until the next call.
  llvm::ArrayRef<float> observations() const;
  /// Shape [size(), numActions()].
  llvm::ArrayRef<int8_t> actionMasks() const;
  /// For inspection, render(), snapshot() and restore(); observations() and
  /// actionMasks() follow. Requires: index < size().
  Env &env(unsigned index);

private:
  struct Impl;
  explicit VectorEnv(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_ENV_VECTORENV_H
