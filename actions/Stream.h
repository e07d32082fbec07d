//===- actions/Stream.h - Store past the caches -----------------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_STREAM_H
#define MLIRGYM_ACTIONS_STREAM_H

#include "actions/ParameterKind.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {
class ScheduleState;
class TransformScript;

/// `stream`: the operation's results are stored past the caches (non-temporal
/// stores), which saves reading the lines that are about to be overwritten:
/// a third to a half of the traffic of a large elementwise operation. Slower
/// where the result fits a cache. Holds for whole cache lines, so without
/// `vectorize` it changes nothing. Legal for an operation without reduction
/// whose result no other operation reads (one that reads it through a reshape
/// or a pad is not seen, and gets it from memory); `vectorize` or `done`
/// follows.
struct Stream {
  static constexpr ParameterKind parameterKind = ParameterKind::None;

  static bool isLegal(const ScheduleState &state);

  /// Errors: ActionError that says why the results must not be streamed.
  llvm::Error verify(const ScheduleState &state) const;
  void applyTo(ScheduleState &state) const;
  /// The unit attribute `mlirgym.stream`.
  void emit(const ScheduleState &state, TransformScript &script) const;

  llvm::ArrayRef<int64_t> parameters() const { return {}; }
  static Stream fromParameters(llvm::ArrayRef<int64_t>) { return {}; }
  friend bool operator==(const Stream &, const Stream &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_STREAM_H
