//===- env/Presets.h - Environments by name ---------------------*- C++ -*-===//
#ifndef MLIRGYM_ENV_PRESETS_H
#define MLIRGYM_ENV_PRESETS_H

#include "env/Env.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

/// The options of a preset: "default", or a preset that another room has
/// registered. Errors: ActionError listing the names.
llvm::Expected<EnvOptions> environmentPreset(llvm::StringRef name);

/// The names, in alphabetic order.
std::vector<std::string> environmentPresetNames();

/// Registers a preset, replacing an earlier one of the same name. Not thread
/// safe: call it before environments are made.
void registerEnvironmentPreset(llvm::StringRef name, EnvOptions (*make)());

} // namespace mlirgym
#endif // MLIRGYM_ENV_PRESETS_H
