//===- agents/policy/nets/TokenNet.h - Tokens of loops and operations -----===//
// Shows LibTorch: for .cpp files of the rooms that train, and their tests.
#ifndef MLIRGYM_AGENTS_POLICY_NETS_TOKENNET_H
#define MLIRGYM_AGENTS_POLICY_NETS_TOKENNET_H

#include "actions/Action.h"
#include "actions/ActionKinds.h"
#include "agents/policy/nets/NetOptions.h"
#include "agents/policy/nets/PolicyNet.h"
#include "observation/Observation.h"
#include "llvm/ADT/StringRef.h"
#include <ATen/core/Generator.h>
#include <cstdint>
#include <vector>

namespace mlirgym {

/// One token per loop and per operand of the current operation, one per
/// operation of the program if the observation has them, and one for everything
/// else. Tokens of a kind share their weights. Self-attention (Vaswani et al.,
/// arXiv:1706.03762) relates the tokens, with a learned bias from each
/// operation to its producers and to its consumers; they are pooled into a
/// context, on which layers like TrunkNet's follow. Size logits come from the
/// token of the loop whose size is chosen next, logits of loops and of inputs
/// to promote from the product of each token with a query (pointers, Vinyals et
/// al., arXiv:1506.03134).
///
/// Loops are tokens in their current order; features of the original operation
/// are assigned to the same loops. The result therefore depends neither on the
/// program's numbering of the loops nor on the order of the operations.
class TokenNet : public PolicyNet {
public:
  /// As in TrunkNet: the initial policy is uniform. Throws c10::Error if the
  /// observation is not the default one or the actions are not FlatEncoding's.
  TokenNet(const NetShape &shape, const NetOptions &options, uint64_t seed);

  NetOutput forward(const at::Tensor &observations) const override;
  at::Tensor logits(const at::Tensor &observations) const override;
  at::Tensor values(const at::Tensor &observations) const override;

private:
  struct Linear {
    at::Tensor weight, bias; // shapes [out, in], [out]
    at::Tensor operator()(const at::Tensor &x) const;
  };
  struct Norm {
    at::Tensor scale, shift;
    at::Tensor operator()(const at::Tensor &x) const;
  };
  struct Layer {
    Linear linear;
    Norm norm;
  };
  /// A layer of a transformer that normalises first (arXiv:2002.04745).
  struct Attention {
    Norm before, between;
    Linear projections, output, widen, narrow;
    /// Bias from an operation to its producers and to its consumers, shape [2,
    /// heads].
    at::Tensor relations = {};
  };
  /// Tokens, shape [rows, tokens, width], and a mask, 1 where a token exists.
  struct Tokens {
    at::Tensor values, present;
  };
  struct Encoded {
    at::Tensor context;         ///< shape [rows, last hidden width]
    at::Tensor loops, operands; ///< shape [rows, tokens, width]
    at::Tensor next; ///< the loop of the next parameter, shape [rows, width]
  };
  class Builder;

  at::Tensor slice(const at::Tensor &observations, llvm::StringRef name) const;
  Tokens loopTokens(const at::Tensor &observations) const;
  Tokens operandTokens(const at::Tensor &observations) const;
  Tokens operationTokens(const at::Tensor &observations) const;
  at::Tensor attend(const Attention &layer, const at::Tensor &x,
                    const at::Tensor &bias) const;
  Encoded encode(const at::Tensor &observations) const;
  at::Tensor logitsOf(const Encoded &encoded,
                      const at::Tensor &observations) const;
  at::Tensor valuesOf(const Encoded &encoded) const;

  /// 1 if the kind of the action in progress has such parameters, shape [rows,
  /// 1].
  at::Tensor chooses(const at::Tensor &observations,
                     ParameterKind parameters) const;

  ObservationSpec layout;
  ActionKinds actionKinds;
  int64_t numLoops = 0, numOperands = 0, numOperations = 0, width = 0;
  /// Indices of the values that belong to no loop, operand or operation.
  at::Tensor otherPlaces;
  Linear others, loop, operand, operation;
  at::Tensor operandPlaces; // shape [operands, width]
  std::vector<Attention> attention;
  Norm tokenNorm;
  std::vector<Layer> layers;
  Linear kinds, sizeLayer, sizes, loopQuery, inputQuery, value;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_NETS_TOKENNET_H
