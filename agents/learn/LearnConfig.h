//===- agents/learn/LearnConfig.h - Options as JSON -------------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_LEARN_LEARNCONFIG_H
#define MLIRGYM_AGENTS_LEARN_LEARNCONFIG_H

#include "agents/learn/Learn.h"
#include "llvm/Support/Error.h"
#include <nlohmann/json.hpp>

namespace mlirgym {

/// All members, in snake_case, but encoding, state and network, which the
/// policy's specification has. config.json and checkpoints hold this object.
nlohmann::ordered_json toJson(const LearnOptions &options);

/// What there is to learn from, for people: config.json and the data sheet.
nlohmann::ordered_json toJson(const LearnSummary &summary);

/// Errors: the option that is out of range.
llvm::Error checkLearnOptions(const LearnOptions &options);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_LEARN_LEARNCONFIG_H
