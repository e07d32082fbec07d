//===- actions/Promote.h - Copy an input into a local buffer ----*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_PROMOTE_H
#define MLIRGYM_ACTIONS_PROMOTE_H

#include "actions/ParameterKind.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {
class ScheduleState;
class TransformScript;

/// `promote(0)`: the slice of input 0 that the innermost level of tile loops
/// cuts out is copied into a contiguous local buffer, which the loops inside
/// then read: fewer TLB misses and conflicts for what is read many times.
struct Promote {
  static constexpr ParameterKind parameterKind = ParameterKind::Input;

  /// Index of the input.
  int64_t input = 0;

  /// Bit i: input i may be promoted. It must be a slice that the innermost
  /// level of tile loops made, not yet promoted at this level, and not be
  /// computed inside the same tile (it is local then). Where the last tile is
  /// smaller, it lies in a part of the buffer. Operations of one tile that read
  /// the same slice share the buffer of the first promotion; a second one is
  /// legal, and copies from that buffer to no use.
  static uint32_t legalInputs(const ScheduleState &state);

  /// Errors: ActionError that says which of these fails.
  llvm::Error verify(const ScheduleState &state) const;
  /// The next tiling starts a new level.
  void applyTo(ScheduleState &state) const;
  /// `transform.structured.promote_tensor` on the operand.
  void emit(const ScheduleState &state, TransformScript &script) const;

  llvm::ArrayRef<int64_t> parameters() const { return input; }
  static Promote fromParameters(llvm::ArrayRef<int64_t> parameters) {
    return {parameters.empty() ? -1 : parameters.front()};
  }
  friend bool operator==(const Promote &, const Promote &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_PROMOTE_H
