//===- actions/ParameterKind.h - What the parameters of an action are -*- C++
//-*-===//
#ifndef MLIRGYM_ACTIONS_PARAMETERKIND_H
#define MLIRGYM_ACTIONS_PARAMETERKIND_H

#include <cstddef>
#include <cstdint>

namespace mlirgym {

/// What the parameters of an action stand for. Encodings need no more to mask
/// and decode an action of any class:
///   None        static bool isLegal(const ScheduleState &);
///   TileSizes   static LoopSet tileable(const ScheduleState &);
///               static bool isLegalSize(const Loop &, int64_t size);
///   Permutation static bool isLegal(const ScheduleState &);
///   Input       static uint32_t legalInputs(const ScheduleState &);
enum class ParameterKind : uint8_t {
  None,
  TileSizes,   ///< one size a loop, in current loop order
  Permutation, ///< one loop a place
  Input,       ///< index of an input
};

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
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_PARAMETERKIND_H
