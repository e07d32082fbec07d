//===- env/Presets.cpp - Options that belong together, by name ------------===//
#include "actions/ActionError.h"
#include "env/Env.h"
#include "execution/lowering/Machine.h"
#include "llvm/ADT/StringExtras.h"

namespace mlirgym {

MachineFeatures hostFeatures(unsigned threads) {
  const Machine &host = Machine::host();
  return {.threads = threads,
          .vectorBits = host.vectorBits,
          .l1Bytes = host.l1Bytes,
          .l2Bytes = host.l2Bytes,
          .l3Bytes = host.l3Bytes};
}

namespace {
/// The environment of MLIR-RL (docs/environments.md says what differs).
EnvOptions mlirRl() {
  EnvOptions options;
  options.actions = ActionEncoding::MlirRl;
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

std::vector<std::string> EnvOptions::presetNames() {
  std::vector<std::string> names;
  for (const Preset &preset : presets)
    names.push_back(preset.name.str());
  return names;
}

llvm::Expected<EnvOptions> EnvOptions::preset(llvm::StringRef name) {
  for (const Preset &preset : presets)
    if (preset.name == name)
      return preset.make();
  return actionError("environment: no preset '{0}'; choose one of {1}", name,
                     llvm::join(presetNames(), ", "));
}

} // namespace mlirgym
