//===- env/Presets.h - Environments by name ---------------------*- C++ -*-===//
#ifndef MLIRGYM_ENV_PRESETS_H
#define MLIRGYM_ENV_PRESETS_H

#include "env/Env.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

/// Options that belong together, by name: "default", and what other rooms have
/// registered. Errors: ActionError listing the names.
llvm::Expected<EnvOptions> environmentPreset(llvm::StringRef name);

/// The names, in alphabetic order.
std::vector<std::string> environmentPresetNames();

/// Makes options known under a name; the last ones of a name are valid. Not
/// thread-safe: to be called before environments are made.
void registerEnvironmentPreset(llvm::StringRef name, EnvOptions (*make)());

} // namespace mlirgym
#endif // MLIRGYM_ENV_PRESETS_H
