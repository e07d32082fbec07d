#include "actions/ActionError.h"
#include "actions/ActionRule.h"
#include "actions/LegalParameters.h"
#include "actions/LoopNest.h"
#include "actions/ScheduleLimits.h"
#include "actions/ScheduleState.h"
#include "actions/SharedMemory.h"
#include "actions/TransformScript.h"
#include "actions/rules/OperandSlice.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

namespace mlirgym {
namespace {
/// The reason why `input` cannot be promoted, with advice; "" if it can.
llvm::StringRef obstacle(const ScheduleState &state, size_t input) {
  const LoopNest &nest = state.nest();
  if (nest.isShaped())
    return "comes after tile_reduction or stream; only vectorize or done may "
           "follow";
  if (nest.tileLoops.empty())
    return "has no tile to copy; tile the operation first";
  if (nest.isInThread)
    return "would be in memory of a single thread; put promote before "
           "gpu_threads";
  if (nest.promoted >> input & 1)
    return "was copied at this level already; tile further first";
  const Operand &operand = state.operation().inputs[input];
  if (operand.source == Operand::Source::Empty)
    return "is never read; leave it";
  if (!llvm::all_of(operand.map, [](const auto &term) { return term.linear; }))
    return "is read through an index that is not a sum of loops; leave it";
  if (operand.source == Operand::Source::Operation &&
      state.nest(unsigned(operand.producer)).tileLoops.size() >=
          nest.tileLoops.size())
    return "is computed inside the tile, so it is local already; leave it";
  uint64_t cut = 0;
  for (const TileLoop &loop :
       llvm::ArrayRef(nest.tileLoops).drop_front(nest.levelStart))
    cut |= uint64_t(1) << loop.source;
  uint64_t touched = 0;
  const auto slice = sliceOf(operand, nest);
  for (const SliceDim &dim : slice)
    touched |= dim.loops;
  // Tile loops of a consumer are not loops of this operation: the whole tile
  // determines the slices that a fused operation reads.
  bool isFusedLevel = nest.tileLoops.back().owner != nest.op;
  if (!isFusedLevel && !(touched & cut))
    return "is not cut by the innermost tiling; tile a loop that it depends on";
  bool isWhole =
      llvm::all_of(llvm::zip_equal(slice, operand.shape), [](auto pair) {
        return std::get<0>(pair).extent == std::get<1>(pair);
      });
  if (isWhole)
    return "is read whole in each tile; tile a loop that it depends on";
  const bool isStatic = llvm::all_of(nest.loops, [&](const Loop &loop) {
    return loop.isStatic || !(touched >> loop.source & 1);
  });
  if (state.options().limits.hasBlocks && nest.isParallel && !isStatic)
    return "has parts of several sizes, and buffers in shared memory have one; "
           "choose tile sizes that divide the loops";
  return "";
}

/// Bytes of shared memory of the block with a copy of the input.
int64_t bytesWithCopy(const ScheduleState &state, size_t input) {
  return sharedBytesOfBlock(state, state.currentOp()) +
         bytesOfCopy(state.operation().inputs[input], state.nest());
}

bool copyFits(const ScheduleState &state, size_t input) {
  const ScheduleLimits &limits = state.options().limits;
  return !limits.hasBlocks || !state.nest().isParallel ||
         bytesWithCopy(state, input) <= limits.sharedBytes;
}

/// `promote(0)`: the slice of input 0 that the innermost level of tile loops
/// cuts out is copied into a contiguous local buffer, which the loops inside
/// then read: fewer TLB misses and cache conflicts for data that is read many
/// times.
class Promote final : public ActionRule {
public:
  using ActionRule::ActionRule;
  /// Bit i: input i may be promoted. It must be a slice made by the innermost
  /// level of tile loops, not yet promoted at this level, and not computed
  /// inside the same tile, where it is local anyway. A smaller last tile uses a
  /// part of the buffer. Operations of one tile that read the same slice share
  /// the buffer of the first promotion; a second promotion is legal, but only
  /// copies from that buffer.
  LegalParameters legalParameters(const ScheduleState &state) const override {
    if (state.nest().tileLoops.empty() || state.nest().isShaped() ||
        state.nest().isInThread)
      return {};
    uint32_t bits = 0;
    for (size_t i = 0,
                e = std::min<size_t>(state.operation().inputs.size(), 32);
         i < e; ++i)
      if (obstacle(state, i).empty() && copyFits(state, i))
        bits |= uint32_t(1) << i;
    return {.inputs = bits};
  }
  /// Errors: ActionError naming the condition that does not hold.
  llvm::Error verify(const ScheduleState &state,
                     llvm::ArrayRef<int64_t> parameters) const override {
    const int64_t input = parameters.empty() ? -1 : parameters.front();
    const Operation &op = state.operation();
    if (input < 0 || input >= 32 || size_t(input) >= op.inputs.size())
      return actionError("{0}: promote({1}) for {2} inputs; count them from 0",
                         op.tag, input, op.inputs.size());
    if (llvm::StringRef reason = obstacle(state, size_t(input));
        !reason.empty())
      return actionError("{0}: promote({1}): the input {2}", op.tag, input,
                         reason);
    if (!copyFits(state, size_t(input)))
      return actionError(
          "{0}: promote({1}): with this copy the buffers of a "
          "block take {2} bytes of shared memory, more than {3}; "
          "choose smaller tiles",
          op.tag, input, bytesWithCopy(state, size_t(input)),
          state.options().limits.sharedBytes);
    return llvm::Error::success();
  }
  /// The next tiling starts a new level.
  void apply(ScheduleState &state,
             llvm::ArrayRef<int64_t> parameters) const override {
    state.nest().promoted |= uint32_t(1) << parameters.front();
    state.nest().buffered |= uint32_t(1) << parameters.front();
    state.nest().copiedBytes += bytesOfCopy(
        state.operation().inputs[size_t(parameters.front())], state.nest());
  }
  /// `transform.structured.promote_tensor` on the operand.
  void emit(const ScheduleState &state, llvm::ArrayRef<int64_t> parameters,
            TransformScript &script) const override {
    TransformScript::Handle target = script.match(state.operation().tag);
    TransformScript::Handle value = script.newName();
    script.line(llvm::formatv("{0} = transform.get_operand {1}[{2}] : "
                              "(!transform.any_op) -> !transform.any_value",
                              value, target, parameters.front())
                    .str());
    script.line(llvm::formatv("{0} = transform.structured.promote_tensor {1} : "
                              "!transform.any_value",
                              script.newName(), value)
                    .str());
  }
};
} // namespace

MLIRGYM_RULE(Promote)
} // namespace mlirgym
