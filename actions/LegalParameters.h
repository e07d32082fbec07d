//===- actions/LegalParameters.h - What a mask may allow --------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_LEGALPARAMETERS_H
#define MLIRGYM_ACTIONS_LEGALPARAMETERS_H

#include <cstddef>
#include <cstdint>

namespace mlirgym {

/// Loops that a tiling action may cut, bit i for loop i in current order. The
/// action is legal with sizes that cut loops of `allowed` only, at least one of
/// them in `useful`; so it is illegal altogether if `useful` is empty.
struct LoopSet {
  uint64_t allowed = 0;
  uint64_t useful = 0;

  bool allows(size_t loop) const { return loop < 64 && (allowed >> loop & 1); }
  bool isUseful(size_t loop) const {
    return allows(loop) && (useful >> loop & 1);
  }
  friend bool operator==(const LoopSet &, const LoopSet &) = default;
};

/// What the parameters of an action of one kind may be in one state. Of these
/// counts the one that its ParameterKind asks for. Encodings need no more to
/// mask and decode an action of any kind.
struct LegalParameters {
  /// None and Permutation: whether the action is legal at all.
  bool isLegal = false;
  /// TileSizes.
  LoopSet loops = {};
  /// Input: bit i for input i.
  uint32_t inputs = 0;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_LEGALPARAMETERS_H
