//===- actions/Interchange.h - Reorder the loops ----------------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_INTERCHANGE_H
#define MLIRGYM_ACTIONS_INTERCHANGE_H

#include "actions/ParameterKind.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace mlirgym {
class ScheduleState;
class TransformScript;

/// `interchange(1,0,2)`: new loop i is old loop p[i], as in MLIR. The identity
/// is accepted and changes nothing; masks leave it out.
struct Interchange {
  static constexpr ParameterKind parameterKind = ParameterKind::Permutation;

  /// Old loop of each new one, shape [number of loops].
  llvm::SmallVector<int64_t, 8> permutation;

  /// True if there are two loops or more and tile_reduction was not applied.
  static bool isLegal(const ScheduleState &state);
  bool isIdentity() const;

  /// Errors: ActionError if it is no permutation of the loops.
  llvm::Error verify(const ScheduleState &state) const;
  void applyTo(ScheduleState &state) const;
  /// `transform.structured.interchange`, after `generalize` where the operation
  /// is a named one; puts the tag back that `generalize` drops.
  void emit(const ScheduleState &state, TransformScript &script) const;

  llvm::ArrayRef<int64_t> parameters() const { return permutation; }
  static Interchange fromParameters(llvm::ArrayRef<int64_t> parameters) {
    return {{parameters.begin(), parameters.end()}};
  }
  friend bool operator==(const Interchange &, const Interchange &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_INTERCHANGE_H
