//===- actions/ScheduleState.h - The symbolic state of an episode ---------===//
#ifndef MLIRGYM_ACTIONS_SCHEDULESTATE_H
#define MLIRGYM_ACTIONS_SCHEDULESTATE_H

#include "actions/Action.h"
#include "actions/LegalParameters.h"
#include "actions/LoopNest.h"
#include "actions/Schedule.h"
#include "actions/ScheduleLimits.h"
#include "program/Program.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace mlirgym {

struct StateOptions {
  /// Number of actions after which an operation ends.
  unsigned maxActionsPerOp = 6;
  /// Limits of the target of the schedule.
  ScheduleLimits limits = {};

  /// Options for a schedule that was written by hand or stored, of any length;
  /// by default for any target.
  static constexpr StateOptions
  asWritten(ScheduleLimits limits = ScheduleLimits::weakest()) {
    return {.maxActionsPerOp = ~0u, .limits = limits};
  }

  friend bool operator==(const StateOptions &, const StateOptions &) = default;
};

/// A program with the actions taken so far: a loop nest per operation, no IR.
/// Operations are visited from the last to the first; each ends with a terminal
/// action or after maxActionsPerOp. A value: copied, compared and hashed
/// freely; copies share the Program. Predicts the effect of the transform
/// script exactly (conformance tests).
class ScheduleState {
public:
  explicit ScheduleState(std::shared_ptr<const Program> program,
                         StateOptions options = {});

  const Program &program() const { return *payload; }
  const std::shared_ptr<const Program> &programPtr() const { return payload; }
  const StateOptions &options() const { return opts; }

  /// True when every operation has ended.
  bool finished() const { return current < 0; }
  /// Index of the operation to act on. Requires: !finished().
  unsigned currentOp() const { return static_cast<unsigned>(current); }
  /// The current operation, and any operation: of the program, or its
  /// replacement by an action.
  const Operation &operation() const { return operation(currentOp()); }
  const Operation &operation(unsigned op) const {
    return nests[op].isRewritten ? formOf(op) : payload->operations()[op];
  }
  /// Loop nest of the current operation, and of any operation.
  const LoopNest &nest() const { return nests[currentOp()]; }
  LoopNest &nest() { return nests[currentOp()]; }
  const LoopNest &nest(unsigned op) const { return nests[op]; }
  LoopNest &nest(unsigned op) { return nests[op]; }
  /// Actions taken on the current operation.
  unsigned actionsTaken() const { return taken; }
  /// Everything done so far, as a schedule (not canonical).
  const Schedule &schedule() const { return history; }

  /// Legal parameters of an action of this kind. Requires: !finished().
  LegalParameters legalParameters(ActionKind kind) const;
  /// Succeeds exactly when apply() would. Errors: ActionError.
  llvm::Error verify(const Action &action) const;
  /// Performs the action on the current operation, and records it. On error the
  /// state is unchanged.
  llvm::Error apply(const Action &action);
  /// As apply(), for an action known to be legal.
  void applyLegal(const Action &action);

  /// For ActionRule::apply(): replaces the current operation by `form`, which
  /// is derived from it, with all loops of `form` and no tile loops.
  void rewrite(Operation form);

  /// Ends operations until `op` is the current one, or all after it have ended.
  void skipTo(unsigned op);

  /// Replays a whole schedule from the start. Operations that the schedule
  /// leaves out stay as they are; the last entry's operation stays the current
  /// one unless an action ended it. Errors: ActionError naming the operation
  /// and action that is not legal.
  static llvm::Expected<ScheduleState>
  replay(std::shared_ptr<const Program> program, const Schedule &schedule,
         StateOptions options = {});

  friend bool operator==(const ScheduleState &a, const ScheduleState &b);
  friend size_t hash_value(const ScheduleState &state);

private:
  void endOperation();
  const Operation &formOf(unsigned op) const;

  std::shared_ptr<const Program> payload;
  StateOptions opts;
  std::vector<LoopNest> nests;
  Schedule history;
  /// Replaced operations by index; shared by copies. The nests and the program
  /// determine them.
  llvm::SmallVector<std::pair<unsigned, std::shared_ptr<const Operation>>, 0>
      rewritten;
  int current = -1;
  unsigned taken = 0;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_SCHEDULESTATE_H
