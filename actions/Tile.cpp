#include "actions/Tile.h"
#include "actions/OperandSlice.h"
#include "actions/ScheduleState.h"
#include "actions/Tiling.h"
#include "actions/TransformScript.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlirgym {

LoopSet Tile::tileable(const ScheduleState &state) {
  if (state.nest().isShaped() || !canBeTiled(state.operation()))
    return {};
  uint64_t all = loopBits(state.nest());
  return {.allowed = all, .useful = all};
}

bool Tile::isLegalSize(const Loop &loop, int64_t size) {
  // A remainder is fine: the lowering peels it off. size == tripCount would
  // only add a loop of one iteration.
  return size == 0 || (size > 0 && size < loop.tripCount);
}

llvm::Error Tile::verify(const ScheduleState &state) const {
  if (llvm::Error error = verifySizes(state, sizes))
    return error;
  if (isAllZero(sizes))
    return llvm::Error::success();
  return verifyNotShaped(state, "tile");
}

void Tile::applyTo(ScheduleState &state) const {
  if (!isAllZero(sizes))
    cutLoops(state.nest(), sizes, TileLoop::Kind::For);
}

void Tile::emit(const ScheduleState &state, TransformScript &script) const {
  if (isAllZero(sizes))
    return;
  auto numLoops =
      unsigned(llvm::count_if(sizes, [](int64_t size) { return size != 0; }));
  TransformScript::Handle target = script.match(state.operation().tag);
  script.apply(
      llvm::formatv("transform.structured.tile_using_for {0} tile_sizes {1}",
                    target, listText(sizes))
          .str(),
      1, 1 + numLoops);
}

} // namespace mlirgym
