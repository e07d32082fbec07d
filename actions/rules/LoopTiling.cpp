#include "actions/rules/LoopTiling.h"
#include "actions/ActionError.h"
#include "actions/LegalParameters.h"
#include "actions/LoopNest.h"
#include "actions/ScheduleState.h"
#include "actions/TransformScript.h"
#include "actions/rules/FusionGroup.h"
#include "actions/rules/OperandSlice.h"
#include "actions/rules/Tiling.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <string>

namespace mlirgym {
namespace {
TileLoop::Kind loopKind(bool isParallel) {
  return isParallel ? TileLoop::Kind::Forall : TileLoop::Kind::For;
}

/// "[#gpu.block<linear_dim_1>, #gpu.block<linear_dim_0>]": the last loop is
/// contiguous. "" if the loops are for processors.
std::string mappingText(ActionKind kind, unsigned numLoops) {
  if (!isForGpu(kind))
    return "";
  const char *place = kind == ActionKind::GpuWarps ? "warp"
                      : makesThreads(kind)         ? "thread"
                                                   : "block";
  llvm::SmallVector<std::string, 4> places;
  for (unsigned i = numLoops; i-- > 0;)
    places.push_back(llvm::formatv("#gpu.{0}<linear_dim_{1}>", place, i));
  return "[" + llvm::join(places, ", ") + "]";
}

/// Rows, columns and depth of the tiles that tensor cores multiply.
constexpr int64_t tensorTile = 16;

/// True for the product of two matrices of f16 or bf16 in local buffers.
bool isForTensorCores(const ScheduleState &state) {
  const Operation &op = state.operation();
  const LoopNest &nest = state.nest();
  return op.inputs.size() == 2 && nest.loops.size() == 3 &&
         op.counts.mul == 1 && op.counts.add == 1 &&
         llvm::count_if(nest.loops,
                        [](const Loop &loop) {
                          return loop.iterator == IteratorType::Parallel;
                        }) == 2 &&
         llvm::all_of(op.inputs,
                      [](const Operand &input) {
                        return input.shape.size() == 2 &&
                               (input.elementType == ElementType::F16 ||
                                input.elementType == ElementType::BF16);
                      }) &&
         (nest.buffered & 3) == 3 &&
         llvm::all_of(nest.loops, [](const Loop &loop) {
           return loop.isStatic && loop.tripCount % tensorTile == 0;
         });
}
} // namespace

bool LoopTiling::hasPlace(const LoopNest &nest) const {
  if (!isParallel())
    return true;
  return makesThreads(kind) ? nest.isParallel && !nest.isInThread
                            : nest.tileLoops.empty();
}

llvm::Error LoopTiling::verifyPlace(const ScheduleState &state) const {
  if (hasPlace(state.nest()))
    return llvm::Error::success();
  const std::string &tag = state.operation().tag;
  if (!makesThreads(kind))
    return actionError("{0}: {1} inside other loops; put it before every other "
                       "tiling of this operation and its consumers",
                       tag, name());
  return state.nest().isInThread
             ? actionError("{0}: {1} inside a thread; use tile", tag, name())
             : actionError("{0}: {1} outside of blocks; put gpu_blocks before "
                           "it",
                           tag, name());
}

LegalParameters LoopTiling::legalParameters(const ScheduleState &state) const {
  const LoopNest &nest = state.nest();
  if (nest.isShaped() || !hasPlace(nest) ||
      (kind == ActionKind::GpuWarps && !isForTensorCores(state)))
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
  if (kind == ActionKind::GpuWarps && size > 0 &&
      (size % tensorTile != 0 || loop.tripCount % size != 0))
    return false;
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
  if (llvm::Error error = verifyPlace(state))
    return error;
  if (kind == ActionKind::GpuWarps) {
    if (!isForTensorCores(state))
      return actionError("{0}: {1} needs a product of two promoted matrices of "
                         "f16 or bf16 with loops that are multiples of {2}; "
                         "use gpu_threads",
                         state.operation().tag, name(), tensorTile);
    for (auto [loop, size] : llvm::zip_equal(state.nest().loops, sizes))
      if (!isLegalSize(loop, size))
        return actionError("{0}: {1}: a tile of {2} in a loop of {3}; choose "
                           "multiples of {4} that divide the loops",
                           state.operation().tag, name(), size, loop.tripCount,
                           tensorTile);
  }
  if (isParallel() || fuses())
    if (llvm::Error error = verifyOnlyParallel(state, name(), sizes))
      return error;
  return fuses() ? FusionGroup(state).verify(kind, sizes)
                 : llvm::Error::success();
}

void LoopTiling::apply(ScheduleState &state,
                       llvm::ArrayRef<int64_t> sizes) const {
  LoopNest &nest = state.nest();
  nest.isInThread |= makesThreads(kind);
  if (fuses())
    FusionGroup(state).cut(state, sizes, loopKind(isParallel()));
  else
    cutLoops(nest, sizes, loopKind(isParallel()));
}

void LoopTiling::emit(const ScheduleState &state, llvm::ArrayRef<int64_t> sizes,
                      TransformScript &script) const {
  TransformScript::Handle target = script.match(state.operation().tag);
  const unsigned numLoops = isParallel() ? 1 : numCut(sizes);
  const char *form =
      fuses()
          ? "transform.structured.fuse {0} tile_sizes {1} {{apply_cleanup{2}}"
          : "transform.structured.tile_using_for{2} {0} tile_sizes {1}";
  const char *parallel = fuses() ? ", use_forall" : "all";
  TransformScript::Handle tiled = script.apply(
      llvm::formatv(form, target, listText(sizes), isParallel() ? parallel : "")
          .str(),
      1, 1 + numLoops);
  if (const std::string mapping = mappingText(kind, numCut(sizes));
      !mapping.empty())
    script.setAttribute(TransformScript::resultOf(tiled, 1), "mapping",
                        mapping);
  // Producers that are no longer used, and equal copies, whose tags would
  // match twice.
  if (fuses())
    script.removeDeadAndEqual();
}

} // namespace mlirgym
