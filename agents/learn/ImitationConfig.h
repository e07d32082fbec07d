//===- agents/learn/ImitationConfig.h - Options as JSON ---------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_LEARN_IMITATIONCONFIG_H
#define MLIRGYM_AGENTS_LEARN_IMITATIONCONFIG_H

#include "agents/learn/ImitationTrainer.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <nlohmann/json.hpp>

namespace mlirgym {

/// Calls member(name, value) for each option but encoding, state and the kind
/// and size of a network.
template <typename Options, typename Member>
void visitImitationOptions(Options &options, Member member) {
  member("seed", options.seed);
  member("epochs", options.epochs);
  member("minibatch", options.minibatch);
  member("learning_rate", options.learningRate);
  member("weight_decay", options.weightDecay);
  member("max_grad_norm", options.maxGradNorm);
  member("critic_coefficient", options.criticCoefficient);
  member("patience", options.patience);
  member("save_every", options.saveEvery);
  member("torch_threads", options.torchThreads);
  member("best_per_program", options.data.bestPerProgram);
  member("within_factor", options.data.withinFactor);
  member("temperature", options.data.temperature);
  member("lowest_value", options.data.lowestValue);
  member("members", options.net.members);
}

/// All members of visitImitationOptions(); the others are in the policy's
/// specification. Part of config.json and of checkpoints.
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
