//===- actions/ParameterRules.h - Which parameters are legal -------*- C++
//-*-===//
#ifndef MLIRGYM_ACTIONS_PARAMETERRULES_H
#define MLIRGYM_ACTIONS_PARAMETERRULES_H

#include "actions/Action.h"
#include "actions/Encoding.h"
#include "actions/LegalParameters.h"
#include "actions/ScheduleState.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlirgym {
class ActionRule;

/// Which parameters an action of one kind may have in one state. What both
/// encodings mask by.
class ParameterRules {
public:
  /// Requires: !state.finished().
  ParameterRules(const ScheduleState &state, ActionKind kind,
                 const EncodingOptions &options);

  /// True if some parameters make a legal action that is no no-op.
  bool isLegal() const { return legal; }
  /// How many decisions the parameters take.
  unsigned numParameters() const { return count; }
  /// True if `value` (a size, a loop, an input) may follow `chosen`: an action
  /// that applies and is no no-op can be reached.
  bool isLegalNext(llvm::ArrayRef<int64_t> chosen, int64_t value) const;
  /// Sizes that loop `i` may have, each for itself.
  bool isLegalSize(size_t loop, int64_t size) const;

private:
  const ScheduleState &state;
  const EncodingOptions &options;
  const ActionRule &rule;
  ParameterKind parameterKind;
  LoopSet loops;
  uint32_t inputs = 0;
  bool legal = false;
  unsigned count = 0;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_PARAMETERRULES_H
