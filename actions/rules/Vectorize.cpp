#include "actions/ActionError.h"
#include "actions/ActionRule.h"
#include "actions/LegalParameters.h"
#include "actions/ScheduleLimits.h"
#include "actions/ScheduleState.h"
#include "actions/TransformScript.h"
#include "actions/VectorCost.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {
namespace {
/// `vectorize`: marks the operation; the lowering turns it into vector
/// operations. Legal if MLIR's vectoriser supports the operation and its
/// remaining loops are short enough (VectorCost.h). Ends the operation.
class Vectorize final : public ActionRule {
public:
  using ActionRule::ActionRule;
  LegalParameters legalParameters(const ScheduleState &state) const override {
    const ScheduleLimits &limits = state.options().limits;
    return {.isLegal = state.operation().vectorizable &&
                       vectorCost(state.operation(), state.nest(), limits)
                           .isSmall(limits)};
  }
  /// Errors: ActionError that names the loop to tile and the size to tile it
  /// to.
  llvm::Error verify(const ScheduleState &state,
                     llvm::ArrayRef<int64_t>) const override {
    const Operation &op = state.operation();
    if (!op.vectorizable)
      return actionError("{0}: {1} cannot be vectorised; end it with done",
                         op.tag, op.kind);
    const ScheduleLimits &limits = state.options().limits;
    VectorCost cost = vectorCost(op, state.nest(), limits);
    if (cost.isSmall(limits))
      return llvm::Error::success();
    return actionError("{0}", describeExcess(op, state.nest(), cost, limits));
  }
  void apply(ScheduleState &state, llvm::ArrayRef<int64_t>) const override {
    state.nest().isVectorized = true;
  }
  /// The unit attribute `mlirgym.vectorize`.
  void emit(const ScheduleState &state, llvm::ArrayRef<int64_t>,
            TransformScript &script) const override {
    const std::string &tag = state.operation().tag;
    script.mark(script.match(tag), "mlirgym.vectorize");
    // The merging operation combines the partial results of one step, so it is
    // small if the step is.
    if (state.nest().isPartial)
      script.mark(script.match(tag + ".merge"), "mlirgym.vectorize");
  }
};
} // namespace

MLIRGYM_RULE(Vectorize)
} // namespace mlirgym
