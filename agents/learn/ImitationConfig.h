//===- agents/learn/ImitationConfig.h - Options as JSON ---------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_LEARN_IMITATIONCONFIG_H
#define MLIRGYM_AGENTS_LEARN_IMITATIONCONFIG_H

#include "agents/learn/ImitationTrainer.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <nlohmann/json.hpp>

namespace mlirgym {

/// All members in snake_case, except encoding, state and network, which are in
/// the policy's specification. Part of config.json and of checkpoints.
nlohmann::ordered_json toJson(const ImitationOptions &options);

/// Sets the option with this name: a member of the object above, or `hidden`,
/// the widths of the hidden layers. Errors: text naming an option that does not
/// exist, or whose values are not valid.
llvm::Error setImitationOption(ImitationOptions &options, llvm::StringRef name,
                               llvm::ArrayRef<double> values);

/// For users: part of config.json and of the data sheet.
nlohmann::ordered_json toJson(const ImitationSummary &summary);

/// Errors: the option that is out of range.
llvm::Error checkImitationOptions(const ImitationOptions &options);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_LEARN_IMITATIONCONFIG_H
