#include "presets/Presets.h"
#include "actions/ActionError.h"
#include "env/Env.h"
#include "mlirrl/MlirRlEncoding.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {
namespace {
/// The environment of MLIR-RL; docs/environments.md lists the differences.
EnvOptions mlirRl() {
  EnvOptions options;
  options.actions = mlirRlActions();
  options.reward.when = RewardOptions::When::AtEnd;
  options.reward.base = 10;
  options.reward.failure = -20;
  options.reward.illegalAction = -5;
  return options;
}

struct Preset {
  llvm::StringRef name;
  EnvOptions (*make)();
};
constexpr Preset presets[] = {
    {"default", [] { return EnvOptions(); }},
    {"mlir-rl", mlirRl},
};
} // namespace

std::vector<std::string> environmentPresetNames() {
  std::vector<std::string> names;
  for (const Preset &preset : presets)
    names.push_back(preset.name.str());
  return names;
}

llvm::Expected<EnvOptions> environmentPreset(llvm::StringRef name) {
  for (const Preset &preset : presets)
    if (preset.name == name)
      return preset.make();
  return actionError("environment: no preset '{0}'; choose one of {1}", name,
                     llvm::join(environmentPresetNames(), ", "));
}

} // namespace mlirgym
