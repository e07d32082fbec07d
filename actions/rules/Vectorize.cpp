#include "actions/rules/Vectorize.h"
#include "actions/ActionError.h"
#include "actions/LegalParameters.h"
#include "actions/ScheduleLimits.h"
#include "actions/ScheduleState.h"
#include "actions/TransformScript.h"
#include "actions/VectorCost.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

LegalParameters Vectorize::legalParameters(const ScheduleState &state) const {
  const ScheduleLimits &limits = state.options().limits;
  return {
      .isLegal =
          state.operation().vectorizable &&
          vectorCost(state.operation(), state.nest(), limits).isSmall(limits)};
}

llvm::Error Vectorize::verify(const ScheduleState &state,
                              llvm::ArrayRef<int64_t>) const {
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

void Vectorize::apply(ScheduleState &state, llvm::ArrayRef<int64_t>) const {
  state.nest().isVectorized = true;
}

void Vectorize::emit(const ScheduleState &state, llvm::ArrayRef<int64_t>,
                     TransformScript &script) const {
  const std::string &tag = state.operation().tag;
  script.mark(script.match(tag), "mlirgym.vectorize");
  // The merging operation combines the partial results of one step, so it is
  // small if the step is.
  if (state.nest().isPartial)
    script.mark(script.match(tag + ".merge"), "mlirgym.vectorize");
}

} // namespace mlirgym
