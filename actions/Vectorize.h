//===- actions/Vectorize.h - Turn what is left into vector operations -*- C++
//-*-===//
#ifndef MLIRGYM_ACTIONS_VECTORIZE_H
#define MLIRGYM_ACTIONS_VECTORIZE_H

#include "actions/ParameterKind.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {
class ScheduleState;
class TransformScript;

/// `vectorize`: marks the operation; the lowering turns it into vector
/// operations. Legal if MLIR's vectoriser takes the operation and what is left
/// of its loops is small (VectorCost.h). Ends the operation.
struct Vectorize {
  static constexpr ParameterKind parameterKind = ParameterKind::None;

  static bool isLegal(const ScheduleState &state);

  /// Errors: ActionError that names the loop to tile and the size to tile it
  /// to.
  llvm::Error verify(const ScheduleState &state) const;
  void applyTo(ScheduleState &state) const;
  /// The unit attribute `mlirgym.vectorize`.
  void emit(const ScheduleState &state, TransformScript &script) const;

  llvm::ArrayRef<int64_t> parameters() const { return {}; }
  static Vectorize fromParameters(llvm::ArrayRef<int64_t>) { return {}; }
  friend bool operator==(const Vectorize &, const Vectorize &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_VECTORIZE_H
