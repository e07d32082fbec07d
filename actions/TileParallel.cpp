#include "actions/TileParallel.h"
#include "actions/ActionError.h"
#include "actions/OperandSlice.h"
#include "actions/ScheduleState.h"
#include "actions/Tile.h"
#include "actions/Tiling.h"
#include "actions/TransformScript.h"

namespace mlirgym {

LoopSet TileParallel::tileable(const ScheduleState &state) {
  const LoopNest &nest = state.nest();
  if (nest.isShaped() || !nest.tileLoops.empty() ||
      !canBeTiled(state.operation()))
    return {};
  uint64_t parallel = loopBits(nest, IteratorType::Parallel);
  return {.allowed = parallel, .useful = parallel};
}

bool TileParallel::isLegalSize(const Loop &loop, int64_t size) {
  return Tile::isLegalSize(loop, size);
}

llvm::Error TileParallel::verify(const ScheduleState &state) const {
  if (llvm::Error error = verifySizes(state, sizes))
    return error;
  if (isAllZero(sizes))
    return llvm::Error::success();
  if (llvm::Error error = verifyNotShaped(state, "tile_parallel"))
    return error;
  if (!state.nest().tileLoops.empty())
    return actionError("{0}: tile_parallel inside other loops; put it before "
                       "every other tiling of this operation and its consumers",
                       state.operation().tag);
  return verifyOnlyParallel(state, "tile_parallel", sizes);
}

void TileParallel::applyTo(ScheduleState &state) const {
  if (!isAllZero(sizes))
    cutLoops(state.nest(), sizes, TileLoop::Kind::Forall);
}

void TileParallel::emit(const ScheduleState &state,
                        TransformScript &script) const {
  if (isAllZero(sizes))
    return;
  TransformScript::Handle target = script.match(state.operation().tag);
  script.apply(
      llvm::formatv("transform.structured.tile_using_forall {0} tile_sizes {1}",
                    target, listText(sizes))
          .str(),
      1, 2);
}

} // namespace mlirgym
