//===- agents/learn/LearnConfig.h - Options as JSON -------------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_LEARN_LEARNCONFIG_H
#define MLIRGYM_AGENTS_LEARN_LEARNCONFIG_H

#include "agents/learn/Learn.h"
#include <nlohmann/json.hpp>

namespace mlirgym {

/// All members, in snake_case, but encoding, state and network, which the
/// policy's specification has. config.json and checkpoints hold this object.
nlohmann::ordered_json toJson(const LearnOptions &options);

/// Sets the option of that name: of the object above, or `hidden`, the widths
/// of the hidden layers. Errors: text naming an option that there is not, or
/// whose values do not fit.
llvm::Error setLearnOption(LearnOptions &options, llvm::StringRef name,
                           llvm::ArrayRef<double> values);

/// What there is to learn from, for people: config.json and the data sheet.
nlohmann::ordered_json toJson(const LearnSummary &summary);

/// Errors: the option that is out of range.
llvm::Error checkLearnOptions(const LearnOptions &options);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_LEARN_LEARNCONFIG_H
