//===- actions/ActionRule.h - The semantics of an action --------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_ACTIONRULE_H
#define MLIRGYM_ACTIONS_ACTIONRULE_H

#include "actions/Action.h"
#include "actions/LegalParameters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {
class ScheduleState;
class TransformScript;
struct Loop;

/// The sizes above 0 from which those of the further loops are chosen: the
/// smallest and the largest of each loop; 0 where there is none.
struct SizesLeft {
  llvm::ArrayRef<int64_t> smallest = {}, largest = {};
};

/// The semantics of one kind of action. All functions refer to the current
/// operation of the state; `parameters` are those of the action. Immutable:
/// there is one object per line of Actions.def. A rule is a class in
/// rules/<its name>.cpp.
class ActionRule {
public:
  constexpr explicit ActionRule(ActionKind actionKind) : kind(actionKind) {}

  /// The parameters that legal actions may have. Allocates as little as
  /// possible: masks call this in each step.
  virtual LegalParameters legalParameters(const ScheduleState &state) const = 0;
  /// TileSizes only: true if `loop` may be cut into tiles of `size` iterations
  /// while other loops stay whole. Allocates nothing: masks call this for each
  /// loop and each size.
  virtual bool isLegalSize(const ScheduleState &state, const Loop &loop,
                           int64_t size) const;
  /// TileSizes only: true if sizes that begin with `chosen`, each legal by
  /// itself, can be completed so that the tiles fit the target.
  virtual bool fits(const ScheduleState &state, llvm::ArrayRef<int64_t> chosen,
                    const SizesLeft &left) const;

  /// Succeeds exactly when apply() may be called, or the action is a no-op.
  /// Errors: ActionError with the reason and how to fix it.
  virtual llvm::Error verify(const ScheduleState &state,
                             llvm::ArrayRef<int64_t> parameters) const = 0;
  /// Updates the state to the operation after the action. Requires: verify()
  /// succeeds, and the action is not a no-op.
  virtual void apply(ScheduleState &state,
                     llvm::ArrayRef<int64_t> parameters) const = 0;
  /// Appends the transform operations that have the effect of apply() on the
  /// IR. Requires: as apply().
  virtual void emit(const ScheduleState &state,
                    llvm::ArrayRef<int64_t> parameters,
                    TransformScript &script) const = 0;

protected:
  ~ActionRule() = default; // never destroyed through the base
  llvm::StringRef name() const { return nameOf(kind); }

  const ActionKind kind;
};

/// The semantics of an action without parameters.
class PlainRule : public ActionRule {
public:
  using ActionRule::ActionRule;
  LegalParameters legalParameters(const ScheduleState &state) const final;
  llvm::Error verify(const ScheduleState &state,
                     llvm::ArrayRef<int64_t>) const final;
  /// Reason why the action is illegal, and the fix, as the part of the message
  /// after the action's name; "" if it is legal. Allocates nothing.
  virtual llvm::StringRef obstacle(const ScheduleState &state) const = 0;

protected:
  ~PlainRule() = default;
};

const ActionRule &ruleOf(ActionKind kind);

// The file of each rule ends with this line, for ruleOf().
#define MLIRGYM_RULE(Rule)                                                     \
  const ActionRule *make##Rule(ActionKind kind) { return new Rule(kind); }
#define MLIRGYM_ACTION(Kind, Rule, ...)                                        \
  const ActionRule *make##Rule(ActionKind kind);
#include "actions/Actions.def"
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_ACTIONRULE_H
