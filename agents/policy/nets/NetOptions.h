//===- agents/policy/nets/NetOptions.h - Kind and size of a network -------===//
#ifndef MLIRGYM_AGENTS_POLICY_NETS_NETOPTIONS_H
#define MLIRGYM_AGENTS_POLICY_NETS_NETOPTIONS_H

#include "actions/ActionKinds.h"
#include "observation/Observation.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <vector>

namespace mlirgym {

enum class NetKind : uint8_t {
  /// Two fully connected networks with tanh: the policy and the critic.
  Mlp,
  /// One stack of layers with layer normalisation and GELU under two heads.
  Trunk,
  /// Tokens of loops, operands and operations, related by attention, under the
  /// layers and heads of a trunk.
  Tokens,
};
/// "mlp", "trunk", "tokens".
llvm::StringRef nameOf(NetKind kind);
std::optional<NetKind> parseNetKind(llvm::StringRef name);

struct TokenOptions {
  /// Numbers per token; a multiple of 4, the number of attention heads.
  unsigned width = 64;
  /// Number of layers of attention; 0: tokens are pooled directly.
  unsigned attention = 1;
  /// Number of operations of the program that have a token. 0: only the current
  /// operation and its neighbours are observed, as by other networks.
  unsigned operations = 8;
  friend bool operator==(const TokenOptions &, const TokenOptions &) = default;
};

struct NetOptions {
  NetKind kind = NetKind::Mlp;
  /// Widths of the hidden layers: of both networks, or of the trunk.
  std::vector<unsigned> hidden = {256, 256};
  /// Used only by NetKind::Tokens.
  TokenOptions tokens = {};
  /// Number of such networks, whose outputs are averaged: see EnsembleNet.
  unsigned members = 1;

  /// The options of the observation that such a network reads.
  ObservationOptions observation() const {
    return {.operations = kind == NetKind::Tokens ? tokens.operations : 0};
  }
  friend bool operator==(const NetOptions &, const NetOptions &) = default;
};

/// Errors: an option out of range. Checks `tokens` only where it is used.
llvm::Error checkNetOptions(const NetOptions &options);

/// The inputs and outputs of a network.
struct NetShape {
  /// The layout of a row of observations.
  ObservationSpec observation;
  unsigned numActions = 0;
  /// The kinds of actions, in the order of logits and one-hots.
  ActionKinds kinds = ActionKinds::of({});
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_NETS_NETOPTIONS_H
