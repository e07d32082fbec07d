#include "actions/TileParallelFuse.h"
#include "actions/ActionError.h"
#include "actions/FusionGroup.h"
#include "actions/ScheduleState.h"
#include "actions/Tile.h"
#include "actions/Tiling.h"

namespace mlirgym {

LoopSet TileParallelFuse::tileable(const ScheduleState &state) {
  if (state.nest().isShaped() || !state.nest().tileLoops.empty())
    return {};
  return FusionGroup(state).tileable();
}

bool TileParallelFuse::isLegalSize(const Loop &loop, int64_t size) {
  return Tile::isLegalSize(loop, size);
}

llvm::Error TileParallelFuse::verify(const ScheduleState &state) const {
  if (llvm::Error error = verifySizes(state, sizes))
    return error;
  if (isAllZero(sizes))
    return llvm::Error::success();
  if (llvm::Error error = verifyNotShaped(state, "tile_parallel_fuse"))
    return error;
  if (!state.nest().tileLoops.empty())
    return actionError("{0}: tile_parallel_fuse inside other loops; put it "
                       "before every other tiling of this operation and its "
                       "consumers",
                       state.operation().tag);
  if (llvm::Error error =
          verifyOnlyParallel(state, "tile_parallel_fuse", sizes))
    return error;
  return FusionGroup(state).verify("tile_parallel_fuse", sizes);
}

void TileParallelFuse::applyTo(ScheduleState &state) const {
  if (!isAllZero(sizes))
    FusionGroup(state).cut(state, sizes, TileLoop::Kind::Forall);
}

void TileParallelFuse::emit(const ScheduleState &state,
                            TransformScript &script) const {
  if (!isAllZero(sizes))
    emitFuse(state, sizes, TileLoop::Kind::Forall, script);
}

} // namespace mlirgym
