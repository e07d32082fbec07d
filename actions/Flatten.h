//===- actions/Flatten.h - Make one loop of an elementwise nest -*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_FLATTEN_H
#define MLIRGYM_ACTIONS_FLATTEN_H

#include "actions/ParameterKind.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {
class ScheduleState;
class TransformScript;

/// `flatten`: the loops of an elementwise operation become one over all
/// elements as they lie in memory, so that a row that is no multiple of the
/// vector leaves no remainder of its own. Legal for parallel loops whose
/// operands are indexed by all of them in order, or by none (scalars), before
/// any action that changed the loops. The operation then reads and writes its
/// tensors through reshapes, which cost nothing, but which fusing does not see
/// through.
struct Flatten {
  static constexpr ParameterKind parameterKind = ParameterKind::None;

  static bool isLegal(const ScheduleState &state);

  /// Errors: ActionError that says why the loops cannot be one.
  llvm::Error verify(const ScheduleState &state) const;
  void applyTo(ScheduleState &state) const;
  /// `transform.structured.flatten_elementwise` of the generic form (some named
  /// operations keep maps of the old rank); puts the tag back that it drops.
  void emit(const ScheduleState &state, TransformScript &script) const;

  llvm::ArrayRef<int64_t> parameters() const { return {}; }
  static Flatten fromParameters(llvm::ArrayRef<int64_t>) { return {}; }
  friend bool operator==(const Flatten &, const Flatten &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_FLATTEN_H
