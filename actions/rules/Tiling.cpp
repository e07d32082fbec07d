#include "actions/rules/Tiling.h"
#include "actions/Action.h"
#include "actions/ActionError.h"
#include "actions/LoopNest.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "actions/TransformScript.h"
#include "actions/rules/OperandSlice.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <string>

namespace mlirgym {

unsigned numCut(llvm::ArrayRef<int64_t> sizes) {
  return unsigned(
      llvm::count_if(sizes, [](int64_t size) { return size != 0; }));
}

uint64_t loopBits(const LoopNest &nest) {
  return nest.loops.size() >= 64 ? ~uint64_t(0)
                                 : (uint64_t(1) << nest.loops.size()) - 1;
}

uint64_t loopBits(const LoopNest &nest, IteratorType type) {
  uint64_t bits = 0;
  for (auto [i, loop] : llvm::enumerate(nest.loops))
    if (i < 64 && loop.iterator == type)
      bits |= uint64_t(1) << i;
  return bits;
}

llvm::Error verifySizes(const ScheduleState &state,
                        llvm::ArrayRef<int64_t> sizes) {
  const LoopNest &nest = state.nest();
  if (sizes.size() != nest.loops.size())
    return actionError("{0}: {1} tile sizes for {2} loops; give one per loop",
                       state.operation().tag, sizes.size(), nest.loops.size());
  for (auto [i, loop, size] : llvm::enumerate(nest.loops, sizes)) {
    if (size < 0)
      return actionError("{0}: tile size {1} of loop {2} is negative; use 0 to "
                         "leave the loop whole",
                         state.operation().tag, size, i);
    if (size != 0 && size >= loop.tripCount)
      return actionError(
          "{0}: tile size {1} is not below the trip count {2} of "
          "loop {3}; use 0 to leave the loop whole",
          state.operation().tag, size, loop.tripCount, i);
  }
  if (numCut(sizes) != 0 && !canBeTiled(state.operation()))
    return actionError("{0}: cannot be tiled, as an operand has an index that "
                       "decreases while a loop increases, or that is not a sum "
                       "of loops; leave its loops whole",
                       state.operation().tag);
  return llvm::Error::success();
}

llvm::Error verifyOnlyParallel(const ScheduleState &state,
                               llvm::StringRef action,
                               llvm::ArrayRef<int64_t> sizes) {
  for (auto [i, loop, size] : llvm::enumerate(state.nest().loops, sizes))
    if (size != 0 && loop.iterator == IteratorType::Reduction)
      return actionError("{0}: {1} cannot cut loop {2}, a reduction; give it 0 "
                         "and tile it afterwards",
                         state.operation().tag, action, i);
  return llvm::Error::success();
}

bool isTileOfWarp(const ScheduleState &state) {
  return state.nest().isInThread && state.options().limits.hasBlocks &&
         llvm::any_of(state.schedule().actionsOf(state.nest().op),
                      [](const Action &action) {
                        return action.kind == ActionKind::GpuWarps;
                      });
}

llvm::Error verifyNotShaped(const ScheduleState &state,
                            llvm::StringRef action) {
  if (isTileOfWarp(state))
    return actionError("{0}: {1} after gpu_warps; only done may follow",
                       state.operation().tag, action);
  if (!state.nest().isShaped())
    return llvm::Error::success();
  return actionError("{0}: {1} {2}", state.operation().tag, action,
                     LoopNest::shapedObstacle);
}

std::string matchGeneric(const ScheduleState &state, TransformScript &script) {
  const Operation &op = state.operation();
  TransformScript::Handle target = script.match(op.tag);
  if (state.nest().isGeneric || op.kind == "linalg.generic")
    return target;
  target = script.apply(
      llvm::formatv("transform.structured.generalize {0}", target).str(), 1, 1);
  script.annotate(target, "mlirgym.op", op.tag);
  return target;
}

void cutLoops(LoopNest &nest, llvm::ArrayRef<int64_t> sizes,
              TileLoop::Kind kind) {
  nest.levelStart = nest.tileLoops.size();
  nest.promoted = 0;
  nest.isParallel |= kind != TileLoop::Kind::For;
  for (auto [loop, size] : llvm::zip_equal(nest.loops, sizes)) {
    if (size == 0)
      continue;
    nest.tileLoops.push_back({.kind = kind,
                              .extent = loop.tripCount,
                              .step = size,
                              .isStatic = loop.isStatic,
                              .source = loop.source,
                              .owner = nest.op});
    // A tile of one iteration is never cut short.
    loop.isStatic = size == 1 || (loop.isStatic && loop.tripCount % size == 0);
    loop.tripCount = size;
  }
}

} // namespace mlirgym
