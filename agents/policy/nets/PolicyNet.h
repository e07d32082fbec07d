//===- agents/policy/nets/PolicyNet.h - Networks over observations --------===//
// Shows LibTorch: for .cpp files of the rooms that train, and their tests.
#ifndef MLIRGYM_AGENTS_POLICY_NETS_POLICYNET_H
#define MLIRGYM_AGENTS_POLICY_NETS_POLICYNET_H

#include "agents/policy/Checkpoint.h"
#include "agents/policy/nets/NetOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <torch/nn/module.h>
#include <vector>

namespace mlirgym {

struct NetOutput {
  at::Tensor logits; ///< shape [rows, numActions], illegal actions included
  at::Tensor values; ///< shape [rows]
};

/// Rows of observations, each with the index of the most similar base row.
struct BasedRows {
  at::Tensor observations; ///< shape [rows, observation size], contiguous
  llvm::ArrayRef<uint32_t> bases;
};

/// A network that evaluates states of one program, without a gradient. Not
/// thread safe. Call under c10::InferenceMode.
class BoundInference {
public:
  virtual ~BoundInference();
  /// The logits of a row are contiguous; there may be gaps between rows.
  virtual NetOutput forward(const BasedRows &rows) = 0;
  virtual at::Tensor values(const BasedRows &rows) = 0;
};

/// A policy and a value function over rows of observations, shape [rows,
/// observation size]. A torch::nn::Module: torch::optim takes its parameters(),
/// checkpoints its named_parameters(). Several threads may read one network
/// under c10::InferenceMode.
class PolicyNet : public torch::nn::Module {
public:
  virtual NetOutput forward(const at::Tensor &observations) const = 0;
  /// Only one of the two outputs; costs no more than forward().
  virtual at::Tensor logits(const at::Tensor &observations) const = 0;
  virtual at::Tensor values(const at::Tensor &observations) const = 0;

  /// The networks that learn independently of each other: this one, unless it
  /// is an average of several. Do not outlive it.
  virtual std::vector<const PolicyNet *> members() const { return {this}; }

  /// For many evaluations of rows that differ in few values from one of
  /// `bases`, shape [number of bases, observation size]. Results differ from
  /// those of forward() by rounding. The weights must not change afterwards,
  /// and the network must outlive the result.
  virtual std::unique_ptr<BoundInference> bind(const at::Tensor &bases) const;
};

/// Makes a network with random weights, determined by `seed` (member i of
/// several: by `seed` + i); LibTorch's global generator is not used. Throws
/// LibTorch's exceptions: call inside guarded().
std::shared_ptr<PolicyNet> makeNet(const NetOptions &options,
                                   const NetShape &shape, uint64_t seed);

/// A copy of a tensor in the format of checkpoints.
NamedArray namedArray(std::string name, const at::Tensor &tensor);
/// Copies the array with this name into `tensor`. Errors: text, if it is
/// missing or has another shape.
llvm::Error readArray(llvm::ArrayRef<NamedArray> arrays, llvm::StringRef name,
                      const at::Tensor &tensor);
/// The weights, in the order of named_parameters().
std::vector<NamedArray> weightsOf(const PolicyNet &net);
/// The inverse. Errors: as readArray(). Arrays with other names are ignored.
llvm::Error readWeights(llvm::ArrayRef<NamedArray> arrays, PolicyNet &net);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_NETS_POLICYNET_H
