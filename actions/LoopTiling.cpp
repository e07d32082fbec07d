#include "actions/LoopTiling.h"
#include "actions/ActionError.h"
#include "actions/FusionGroup.h"
#include "actions/LegalParameters.h"
#include "actions/LoopNest.h"
#include "actions/OperandSlice.h"
#include "actions/ScheduleState.h"
#include "actions/Tiling.h"
#include "actions/TransformScript.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlirgym {
namespace {
TileLoop::Kind loopKind(bool isParallel) {
  return isParallel ? TileLoop::Kind::Forall : TileLoop::Kind::For;
}

/// Removes producers that are no longer used and merges equal copies, whose
/// tags would otherwise match twice.
void emitFuse(TransformScript::Handle target, llvm::ArrayRef<int64_t> sizes,
              bool isForall, TransformScript &script) {
  script.apply(llvm::formatv("transform.structured.fuse {0} tile_sizes {1} "
                             "{{apply_cleanup{2}}",
                             target, listText(sizes),
                             isForall ? ", use_forall" : "")
                   .str(),
               1, 1 + (isForall ? 1 : numCut(sizes)));
  script.removeDeadAndEqual();
}
} // namespace

LegalParameters LoopTiling::legalParameters(const ScheduleState &state) const {
  const LoopNest &nest = state.nest();
  if (nest.isShaped() || (isParallel() && !nest.tileLoops.empty()))
    return {};
  if (fuses())
    return {.loops = FusionGroup(state).tileable()};
  if (!canBeTiled(state.operation()))
    return {};
  uint64_t bits =
      isParallel() ? loopBits(nest, IteratorType::Parallel) : loopBits(nest);
  return {.loops = {.allowed = bits, .useful = bits}};
}

bool LoopTiling::isLegalSize(const Loop &loop, int64_t size) const {
  // A remainder is fine: the lowering peels it off. size == tripCount would
  // only add a loop of one iteration.
  return size == 0 || (size > 0 && size < loop.tripCount);
}

llvm::Error LoopTiling::verify(const ScheduleState &state,
                               llvm::ArrayRef<int64_t> sizes) const {
  if (llvm::Error error = verifySizes(state, sizes))
    return error;
  if (numCut(sizes) == 0)
    return llvm::Error::success();
  if (llvm::Error error = verifyNotShaped(state, name()))
    return error;
  if (isParallel() && !state.nest().tileLoops.empty())
    return actionError("{0}: {1} inside other loops; put it before every other "
                       "tiling of this operation and its consumers",
                       state.operation().tag, name());
  if (isParallel() || fuses())
    if (llvm::Error error = verifyOnlyParallel(state, name(), sizes))
      return error;
  return fuses() ? FusionGroup(state).verify(kind, sizes)
                 : llvm::Error::success();
}

void LoopTiling::apply(ScheduleState &state,
                       llvm::ArrayRef<int64_t> sizes) const {
  if (fuses())
    FusionGroup(state).cut(state, sizes, loopKind(isParallel()));
  else
    cutLoops(state.nest(), sizes, loopKind(isParallel()));
}

void LoopTiling::emit(const ScheduleState &state, llvm::ArrayRef<int64_t> sizes,
                      TransformScript &script) const {
  TransformScript::Handle target = script.match(state.operation().tag);
  if (fuses())
    return emitFuse(target, sizes, isParallel(), script);
  script.apply(
      llvm::formatv("transform.structured.tile_using_for{0} {1} tile_sizes {2}",
                    isParallel() ? "all" : "", target, listText(sizes))
          .str(),
      1, 1 + (isParallel() ? 1 : numCut(sizes)));
}

} // namespace mlirgym
