//===- actions/ParameterRules.h - Rules for parameters ----------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_PARAMETERRULES_H
#define MLIRGYM_ACTIONS_PARAMETERRULES_H

#include "actions/Action.h"
#include "actions/LegalParameters.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace mlirgym {
class ActionRule;

/// The rules for the parameters of an action of one kind in one state, from
/// which both encodings compute their masks.
class ParameterRules {
public:
  /// Requires: !state.finished().
  ParameterRules(const ScheduleState &state, ActionKind kind,
                 const EncodingOptions &options);
  /// The same for a caller that knows `state.legalParameters(kind)`.
  ParameterRules(const ScheduleState &state, ActionKind kind,
                 const EncodingOptions &options,
                 const LegalParameters &allowed);

  /// True if there are parameters for a legal action that is not a no-op.
  bool isLegal() const { return legal; }
  /// ScheduleState::legalParameters(), unless no mask offers the kind.
  const LegalParameters &allowed() const { return stateAllows; }
  /// Number of decisions that choose the parameters.
  unsigned numParameters() const { return count; }
  /// True if `value` (a size, a loop, an input) may follow `chosen`: a legal
  /// action that is not a no-op remains possible.
  bool isLegalNext(llvm::ArrayRef<int64_t> chosen, int64_t value) const;
  /// True if the size is legal for the loop by itself.
  bool isLegalSize(size_t loop, int64_t size) const;

private:
  void restrict();
  bool fits(llvm::ArrayRef<int64_t> chosen) const;

  const ScheduleState &state;
  const EncodingOptions &options;
  const ActionRule &rule;
  ParameterKind parameterKind;
  LegalParameters stateAllows;
  LoopSet loops;
  /// For each loop the smallest and the largest size above 0; 0 if there is
  /// none. Empty if there are no blocks, to which tiles have to fit.
  llvm::SmallVector<int64_t, 8> smallest, largest;
  uint32_t inputs = 0;
  bool legal = false;
  unsigned count = 0;
};

/// Errors: ActionError if only `done` can ever be chosen in `program`, because
/// its operations have more loops than the encoding can name.
llvm::Error checkPlaces(const Program &program, const EncodingOptions &options,
                        const StateOptions &state);
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_PARAMETERRULES_H
