#include "mlirrl/MlirRlPreset.h"
#include "env/Env.h"
#include "env/Presets.h"
#include "mlirrl/MlirRlEncoding.h"

namespace mlirgym {

static EnvOptions mlirRlPreset() {
  EnvOptions options;
  options.actions = mlirRlActions();
  options.reward.when = RewardOptions::When::AtEnd;
  options.reward.base = 10;
  options.reward.failure = -20;
  options.reward.illegalAction = -5;
  return options;
}

void registerMlirRlPreset() {
  registerEnvironmentPreset("mlir-rl", mlirRlPreset);
}

} // namespace mlirgym
