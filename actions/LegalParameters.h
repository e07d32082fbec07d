//===- actions/LegalParameters.h - Legal parameters of an action ----------===//
#ifndef MLIRGYM_ACTIONS_LEGALPARAMETERS_H
#define MLIRGYM_ACTIONS_LEGALPARAMETERS_H

#include <cstddef>
#include <cstdint>

namespace mlirgym {

/// Loops that an action may tile, bit i for loop i in current order. The action
/// is legal if it tiles only loops of `allowed` and at least one loop of
/// `useful`; it is never legal if `useful` is empty.
struct LoopSet {
  uint64_t allowed = 0;
  uint64_t useful = 0;

  bool allows(size_t loop) const { return loop < 64 && (allowed >> loop & 1); }
  bool isUseful(size_t loop) const {
    return allows(loop) && (useful >> loop & 1);
  }
  friend bool operator==(const LoopSet &, const LoopSet &) = default;
};

/// The legal parameters of an action of one kind in one state. The
/// ParameterKind of the action selects the member that counts. Encodings need
/// nothing else to mask and decode actions.
struct LegalParameters {
  /// None and Permutation: whether the action is legal at all.
  bool isLegal = false;
  /// TileSizes.
  LoopSet loops = {};
  /// Input: bit i for input i.
  uint32_t inputs = 0;

  friend bool operator==(const LegalParameters &,
                         const LegalParameters &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_LEGALPARAMETERS_H
