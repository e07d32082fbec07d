//===- agents/ppo/PpoConfig.h - Options as JSON -----------------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_PPO_PPOCONFIG_H
#define MLIRGYM_AGENTS_PPO_PPOCONFIG_H

#include "agents/ppo/Ppo.h"
#include "env/Env.h"
#include "llvm/Support/Error.h"
#include <nlohmann/json.hpp>

namespace mlirgym {

/// All members in snake_case, except EnvOptions::actions, a function.
/// config.json and checkpoints contain these objects.
nlohmann::ordered_json toJson(const PpoOptions &options);
nlohmann::ordered_json toJson(const EnvOptions &options);

/// Errors: text naming the option with an invalid value.
llvm::Error check(const PpoOptions &options);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_PPOCONFIG_H
