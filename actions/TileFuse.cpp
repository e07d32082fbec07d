#include "actions/TileFuse.h"
#include "actions/FusionGroup.h"
#include "actions/ScheduleState.h"
#include "actions/Tile.h"
#include "actions/Tiling.h"

namespace mlirgym {

LoopSet TileFuse::tileable(const ScheduleState &state) {
  if (state.nest().isShaped())
    return {};
  return FusionGroup(state).tileable();
}

bool TileFuse::isLegalSize(const Loop &loop, int64_t size) {
  return Tile::isLegalSize(loop, size);
}

llvm::Error TileFuse::verify(const ScheduleState &state) const {
  if (llvm::Error error = verifySizes(state, sizes))
    return error;
  if (isAllZero(sizes))
    return llvm::Error::success();
  if (llvm::Error error = verifyNotShaped(state, "tile_fuse"))
    return error;
  if (llvm::Error error = verifyOnlyParallel(state, "tile_fuse", sizes))
    return error;
  return FusionGroup(state).verify("tile_fuse", sizes);
}

void TileFuse::applyTo(ScheduleState &state) const {
  if (!isAllZero(sizes))
    FusionGroup(state).cut(state, sizes, TileLoop::Kind::For);
}

void TileFuse::emit(const ScheduleState &state, TransformScript &script) const {
  if (!isAllZero(sizes))
    emitFuse(state, sizes, TileLoop::Kind::For, script);
}

} // namespace mlirgym
