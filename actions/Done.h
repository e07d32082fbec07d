//===- actions/Done.h - Leave the operation as it is ------------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_DONE_H
#define MLIRGYM_ACTIONS_DONE_H

#include "actions/ParameterKind.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {
class ScheduleState;
class TransformScript;

/// `done`: the operation stays as it is; the next one follows. Always legal.
struct Done {
  static constexpr ParameterKind parameterKind = ParameterKind::None;

  static bool isLegal(const ScheduleState &) { return true; }
  llvm::Error verify(const ScheduleState &) const {
    return llvm::Error::success();
  }
  void applyTo(ScheduleState &) const {}
  /// Appends nothing.
  void emit(const ScheduleState &, TransformScript &) const {}

  llvm::ArrayRef<int64_t> parameters() const { return {}; }
  static Done fromParameters(llvm::ArrayRef<int64_t>) { return {}; }
  friend bool operator==(const Done &, const Done &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_DONE_H
