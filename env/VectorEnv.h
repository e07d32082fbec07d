//===- env/VectorEnv.h - Many environments, stepped in parallel -*- C++ -*-===//
#ifndef MLIRGYM_ENV_VECTORENV_H
#define MLIRGYM_ENV_VECTORENV_H

#include "env/Env.h"

namespace mlirgym {

/// As in Gymnasium 1.x.
enum class AutoresetMode : uint8_t { NextStep, SameStep, Disabled };

struct VectorEnvOptions {
  EnvOptions env;
  unsigned numEnvs = 8;
  AutoresetMode autoreset = AutoresetMode::NextStep;
};

/// Outcome of a step of every environment, index [env].
struct VectorStep {
  std::vector<double> rewards;
  std::vector<uint8_t> terminated, truncated;
  std::vector<StepOutcome> outcomes;
  /// SameStep: observation before the reset, of the environments that ended,
  /// shape [numEnvs, observation size], zero elsewhere.
  std::vector<float> finalObservations;
};

/// N environments over one pool and one Execution. States are stepped in
/// parallel (oneTBB); rewards that need a measurement are batched over the
/// workers. The same seed gives the same trajectories whatever the number of
/// threads.
class VectorEnv {
public:
  VectorEnv(std::shared_ptr<const ProgramPool> pool,
            std::shared_ptr<Execution> execution, VectorEnvOptions options);
  ~VectorEnv();

  unsigned size() const;
  unsigned numActions() const;
  const ObservationSpec &observationSpec() const;

  void reset(std::optional<uint64_t> seed = std::nullopt);
  /// Resets only environments whose byte is not 0 (AutoresetMode::Disabled).
  void resetMasked(llvm::ArrayRef<uint8_t> which);
  /// One decision an environment, shape [size()].
  llvm::Expected<VectorStep> step(llvm::ArrayRef<int64_t> actions);

  /// Asynchronous pair: send() returns at once; recv() waits for the outcome.
  llvm::Error send(llvm::ArrayRef<int64_t> actions);
  llvm::Expected<VectorStep> recv();

  /// Shape [size(), observation size], row by row; valid until the next call.
  llvm::ArrayRef<float> observations() const;
  /// Shape [size(), numActions()].
  llvm::ArrayRef<int8_t> actionMasks() const;
  Env &env(unsigned index);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_ENV_VECTORENV_H
