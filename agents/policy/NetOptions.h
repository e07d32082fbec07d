//===- agents/policy/NetOptions.h - Kind and size of a network --*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_POLICY_NETOPTIONS_H
#define MLIRGYM_AGENTS_POLICY_NETOPTIONS_H

#include "observation/Observation.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace mlirgym {

enum class NetKind : uint8_t {
  /// Two fully connected networks with tanh: the policy and the critic.
  Mlp,
  /// One stack of layers with layer normalisation and GELU under two heads.
  Trunk,
};
/// "mlp", "trunk".
llvm::StringRef nameOf(NetKind kind);
std::optional<NetKind> parseNetKind(llvm::StringRef name);

struct NetOptions {
  NetKind kind = NetKind::Mlp;
  /// Widths of the hidden layers: of both networks, or of the trunk.
  std::vector<unsigned> hidden = {256, 256};
  friend bool operator==(const NetOptions &, const NetOptions &) = default;
};

/// The inputs and outputs of a network.
struct NetShape {
  /// The layout of a row of observations.
  ObservationSpec observation;
  unsigned numActions = 0;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_NETOPTIONS_H
