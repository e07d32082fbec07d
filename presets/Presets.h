//===- presets/Presets.h - Environments by name -----------------*- C++ -*-===//
#ifndef MLIRGYM_PRESETS_PRESETS_H
#define MLIRGYM_PRESETS_PRESETS_H

#include "env/Env.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

/// Options that belong together: "default", or "mlir-rl" for the actions, order
/// rules, masks, observations and rewards of MLIR-RL. Errors: ActionError
/// listing the names.
llvm::Expected<EnvOptions> environmentPreset(llvm::StringRef name);

/// The names, "default" first.
std::vector<std::string> environmentPresetNames();
} // namespace mlirgym
#endif // MLIRGYM_PRESETS_PRESETS_H
