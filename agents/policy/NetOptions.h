//===- agents/policy/NetOptions.h - Which network, how large ----*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_POLICY_NETOPTIONS_H
#define MLIRGYM_AGENTS_POLICY_NETOPTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <vector>

namespace mlirgym {

enum class NetKind : uint8_t {
  /// Two fully connected networks over the observation as it is.
  Mlp,
};
/// "mlp".
llvm::StringRef nameOf(NetKind kind);
std::optional<NetKind> parseNetKind(llvm::StringRef name);

struct NetOptions {
  NetKind kind = NetKind::Mlp;
  /// Mlp: widths of the hidden layers of the policy and the value network.
  std::vector<unsigned> hidden = {256, 256};
  friend bool operator==(const NetOptions &, const NetOptions &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_NETOPTIONS_H
