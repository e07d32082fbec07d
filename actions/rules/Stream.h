//===- actions/rules/Stream.h - Non-temporal stores -------------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_RULES_STREAM_H
#define MLIRGYM_ACTIONS_RULES_STREAM_H

#include "actions/ActionRule.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlirgym {

/// `stream`: the operation's results are stored past the caches (non-temporal
/// stores), which saves reading the lines that are about to be overwritten: a
/// third to a half of the traffic of a large elementwise operation. It is
/// slower if the result fits into a cache. Only whole cache lines are streamed:
/// rows that end within a line are collected until they fill some, if a loop
/// writes them one after another. Without `vectorize` it has no effect. Legal
/// for an operation without reduction whose result no other operation reads;
/// `vectorize` or `done` follows. (A reader behind a reshape or a pad is not
/// noticed, and reads from memory.)
class Stream final : public PlainRule {
public:
  using PlainRule::PlainRule;
  llvm::StringRef obstacle(const ScheduleState &state) const override;
  void apply(ScheduleState &state, llvm::ArrayRef<int64_t>) const override;
  /// The unit attribute `mlirgym.stream`.
  void emit(const ScheduleState &state, llvm::ArrayRef<int64_t>,
            TransformScript &script) const override;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_RULES_STREAM_H
