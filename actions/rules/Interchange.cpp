#include "actions/Action.h"
#include "actions/ActionError.h"
#include "actions/ActionRule.h"
#include "actions/LegalParameters.h"
#include "actions/LoopNest.h"
#include "actions/ScheduleState.h"
#include "actions/TransformScript.h"
#include "actions/rules/Tiling.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlirgym {
namespace {
/// `interchange(1,0,2)`: new loop i is old loop p[i], as in MLIR. The identity
/// is accepted and changes nothing; masks exclude it.
class Interchange final : public ActionRule {
public:
  using ActionRule::ActionRule;
  /// Legal if there are two loops or more and tile_reduction was not applied.
  LegalParameters legalParameters(const ScheduleState &state) const override {
    return {.isLegal = !state.nest().isShaped() && !isTileOfWarp(state) &&
                       state.nest().loops.size() >= 2};
  }
  /// Errors: ActionError if it is not a permutation of the loops.
  llvm::Error verify(const ScheduleState &state,
                     llvm::ArrayRef<int64_t> permutation) const override {
    size_t numLoops = state.nest().loops.size();
    llvm::SmallVector<bool, 16> seen(numLoops, false);
    bool isPermutation = permutation.size() == numLoops;
    for (int64_t loop : permutation) {
      if (loop < 0 || size_t(loop) >= numLoops || seen[size_t(loop)]) {
        isPermutation = false;
        break;
      }
      seen[size_t(loop)] = true;
    }
    if (!isPermutation)
      return actionError(
          "{0}: {1} is not a permutation of {2} loops; name each "
          "loop from 0 to {3} once",
          state.operation().tag, listText(permutation), numLoops,
          int64_t(numLoops) - 1);
    if (isNoOp({kind, permutation}))
      return llvm::Error::success();
    return verifyNotShaped(state, name());
  }
  void apply(ScheduleState &state,
             llvm::ArrayRef<int64_t> permutation) const override {
    LoopNest &nest = state.nest();
    llvm::SmallVector<Loop, 8> old = nest.loops;
    for (auto [loop, from] : llvm::zip_equal(nest.loops, permutation))
      loop = old[size_t(from)];
    nest.isGeneric = true;
  }
  /// `transform.structured.interchange`. A named operation is first
  /// generalised, which drops its tag; emit() restores it.
  void emit(const ScheduleState &state, llvm::ArrayRef<int64_t> permutation,
            TransformScript &script) const override {
    TransformScript::Handle target = matchGeneric(state, script);
    script.apply(
        llvm::formatv(
            "transform.structured.interchange {0} iterator_interchange = {1}",
            target, listText(permutation))
            .str(),
        1, 1);
  }
};
} // namespace

MLIRGYM_RULE(Interchange)
} // namespace mlirgym
