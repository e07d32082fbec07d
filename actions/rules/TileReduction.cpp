#include "actions/ActionError.h"
#include "actions/ActionRule.h"
#include "actions/LegalParameters.h"
#include "actions/LoopNest.h"
#include "actions/ScheduleLimits.h"
#include "actions/ScheduleState.h"
#include "actions/SharedMemory.h"
#include "actions/TransformScript.h"
#include "actions/rules/OperandSlice.h"
#include "actions/rules/Tiling.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <string>

namespace mlirgym {
namespace {
/// `tile_reduction(0,64)`: reduction loop i of n_i iterations becomes an
/// scf.for over n_i / t_i steps around a *parallel* loop of t_i iterations: t_i
/// partial results that a merging operation combines at the end (tagged
/// "opK.merge"). Makes reductions along the fastest dimension vectorise.
class TileReduction final : public ActionRule {
public:
  using ActionRule::ActionRule;
  /// The static reduction loops, if the partial results can be combined (add,
  /// mul, max, min), there is one init, and tile_reduction was not applied
  /// before.
  LegalParameters legalParameters(const ScheduleState &state) const override;
  /// True if `loop` can have `size` partial results: above 1 and a divisor of a
  /// static trip count.
  bool isLegalSize(const ScheduleState &state, const Loop &loop,
                   int64_t size) const override;
  bool fits(const ScheduleState &state, llvm::ArrayRef<int64_t> chosen,
            const SizesLeft &left) const override;
  /// Errors: ActionError naming the condition that does not hold.
  llvm::Error verify(const ScheduleState &state,
                     llvm::ArrayRef<int64_t> sizes) const override;
  /// The tiled loops become parallel. Only vectorize or done may follow.
  void apply(ScheduleState &state,
             llvm::ArrayRef<int64_t> sizes) const override;
  /// `transform.structured.tile_reduction_using_for`, then the tags of the
  /// operation inside and of the merging one.
  void emit(const ScheduleState &state, llvm::ArrayRef<int64_t> sizes,
            TransformScript &script) const override;
};

/// The reason why the operation cannot have partial results; "" if it can.
llvm::StringRef obstacle(const ScheduleState &state) {
  if (state.nest().isPartial)
    return "was applied already; only vectorize or done may follow";
  if (state.nest().isInThread)
    return "would keep its partial results in memory of a single thread; tile "
           "the loop instead";
  if (!state.operation().hasCombiner)
    return "needs a reduction by add, mul, max or min, to an element that "
           "loops alone index, in a body without linalg.index; tile the loop "
           "instead";
  if (state.operation().inits.size() != 1)
    return "needs one result; tile the loop instead";
  const bool isStatic = llvm::all_of(state.nest().loops, [](const Loop &loop) {
    return loop.isStatic || loop.iterator == IteratorType::Reduction;
  });
  if (state.options().limits.hasBlocks && state.nest().isParallel && !isStatic)
    return "would have partial results of several sizes, and buffers in shared "
           "memory have one; choose tile sizes that divide the loops";
  return "";
}
} // namespace

LegalParameters
TileReduction::legalParameters(const ScheduleState &state) const {
  if (!obstacle(state).empty() || !canBeTiled(state.operation()))
    return {};
  uint64_t bits = loopBits(state.nest(), IteratorType::Reduction);
  return {.loops = {.allowed = bits, .useful = bits}};
}

bool TileReduction::isLegalSize(const ScheduleState &, const Loop &loop,
                                int64_t size) const {
  return size == 0 || (loop.isStatic && size > 1 && size < loop.tripCount &&
                       loop.tripCount % size == 0);
}

/// Of the partial results, one for each iteration of the tile that is parallel
/// afterwards.
static int64_t bytesOfParts(const ScheduleState &state,
                            llvm::ArrayRef<int64_t> sizes) {
  int64_t bytes =
      int64_t(sizeOfElement(state.operation().inits.front().elementType));
  for (auto [i, loop] : llvm::enumerate(state.nest().loops))
    if (loop.iterator == IteratorType::Parallel)
      bytes *= loop.tripCount;
    else if (i < sizes.size() && sizes[i] != 0)
      bytes *= sizes[i];
  return bytes;
}

bool TileReduction::fits(const ScheduleState &state,
                         llvm::ArrayRef<int64_t> chosen,
                         const SizesLeft &left) const {
  const ScheduleLimits &limits = state.options().limits;
  // Outside of blocks they are in global memory.
  if (!limits.hasBlocks || !state.nest().isParallel)
    return true;
  // One loop has a size; the others may stay whole.
  int64_t least = 0;
  if (numCut(chosen) == 0)
    for (int64_t size : left.smallest)
      if (size != 0 && (least == 0 || size < least))
        least = size;
  return sharedBytesOfBlock(state, state.currentOp()) +
             bytesOfParts(state, chosen) * std::max<int64_t>(least, 1) <=
         limits.sharedBytes;
}

llvm::Error TileReduction::verify(const ScheduleState &state,
                                  llvm::ArrayRef<int64_t> sizes) const {
  MLIRGYM_TRY_TO(verifySizes(state, sizes));
  if (numCut(sizes) == 0)
    return llvm::Error::success();
  if (llvm::StringRef reason = obstacle(state); !reason.empty())
    return actionError("{0}: tile_reduction {1}", state.operation().tag,
                       reason);
  for (auto [i, loop, size] : llvm::enumerate(state.nest().loops, sizes)) {
    if (size != 0 && loop.iterator == IteratorType::Parallel)
      return actionError("{0}: tile_reduction cannot cut loop {1}, which is "
                         "parallel; give it 0 and use tile",
                         state.operation().tag, i);
    if (isLegalSize(state, loop, size))
      continue;
    return actionError(
        "{0}: {1} partial results do not fit loop {2} of {3} {4} "
        "iterations; choose a divisor of a loop of known length, "
        "above 1",
        state.operation().tag, size, i, loop.isStatic ? "exactly" : "at most",
        loop.tripCount);
  }
  if (!fits(state, sizes, {}))
    return actionError("{0}: tile_reduction keeps {1} bytes of partial results "
                       "in the shared memory of a block, more than the {2} "
                       "that are left; choose smaller tiles",
                       state.operation().tag, bytesOfParts(state, sizes),
                       state.options().limits.sharedBytes -
                           sharedBytesOfBlock(state, state.currentOp()));
  return llvm::Error::success();
}

void TileReduction::apply(ScheduleState &state,
                          llvm::ArrayRef<int64_t> sizes) const {
  LoopNest &nest = state.nest();
  cutLoops(nest, sizes, TileLoop::Kind::For);
  nest.isPartial = true;
  nest.isGeneric = true;
  for (auto [loop, size] : llvm::zip_equal(nest.loops, sizes))
    if (size != 0)
      loop.iterator = IteratorType::Parallel;
}

void TileReduction::emit(const ScheduleState &state,
                         llvm::ArrayRef<int64_t> sizes,
                         TransformScript &script) const {
  // Without reduction_dims every reduction loop would be tiled, even those of
  // size 0.
  llvm::SmallVector<int64_t, 8> dims;
  for (auto [i, size] : llvm::enumerate(sizes))
    if (size != 0)
      dims.push_back(int64_t(i));
  const std::string &tag = state.operation().tag;
  TransformScript::Handle target = script.match(tag);
  TransformScript::Handle fill = script.apply(
      llvm::formatv("transform.structured.tile_reduction_using_for {0} "
                    "reduction_dims = {1} by tile_sizes = {2}",
                    target, listText(dims), listText(sizes))
          .str(),
      1, 4);
  // The new operations do not inherit attributes.
  std::string results = llvm::StringRef(fill).split('#').first.str();
  script.annotate(results + "#1", "mlirgym.op", tag);
  script.annotate(results + "#2", "mlirgym.op", tag + ".merge");
}

MLIRGYM_RULE(TileReduction)
} // namespace mlirgym
