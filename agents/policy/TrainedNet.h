//===- agents/policy/TrainedNet.h - A network for observations --*- C++ -*-===//
// LibTorch without its headers.
#ifndef MLIRGYM_AGENTS_POLICY_TRAINEDNET_H
#define MLIRGYM_AGENTS_POLICY_TRAINEDNET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// The network of a checkpoint for callers with observations and masks, for
/// example from environments, but without states. Immutable and thread safe.
class TrainedNet {
public:
  /// Errors: those of loadPolicy().
  static llvm::Expected<std::unique_ptr<TrainedNet>>
  load(llvm::StringRef checkpoint);
  ~TrainedNet();

  size_t observationSize() const;
  /// Number of actions; for the joint encoding, the number of choices of all
  /// entries.
  size_t numActions() const;
  /// The description of the policy as a JSON object: agent, encoding, machine,
  /// network, data sheet.
  std::string description() const;

  /// Shape [rows, numActions()]; minus infinity where the mask, of the same
  /// shape, is 0. Requires: shape [rows, observationSize()]. Errors: weights
  /// that are not finite.
  llvm::Expected<std::vector<float>> logits(llvm::ArrayRef<float> observations,
                                            llvm::ArrayRef<int8_t> masks) const;
  /// Predictions of the best log(baseline / measured) that can be reached,
  /// shape [rows]. Errors: as logits().
  llvm::Expected<std::vector<float>>
  values(llvm::ArrayRef<float> observations) const;

private:
  TrainedNet();
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_TRAINEDNET_H
