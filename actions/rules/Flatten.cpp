#include "actions/ActionRule.h"
#include "actions/LoopNest.h"
#include "actions/ScheduleState.h"
#include "actions/TransformScript.h"
#include "actions/rules/Tiling.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include <string>

namespace mlirgym {
namespace {
bool isLoop(const AffineTerm &term, size_t which) {
  if (!term.linear || term.constant != 0)
    return false;
  for (auto [loop, coefficient] : llvm::enumerate(term.coefficients))
    if (coefficient != (loop == which ? 1 : 0))
      return false;
  return true;
}

/// True if iteration i accesses element i of the operand in memory.
bool isInLoopOrder(const Operand &operand, size_t numLoops) {
  if (operand.map.size() != numLoops)
    return false;
  for (auto [dim, term] : llvm::enumerate(operand.map))
    if (!isLoop(term, dim))
      return false;
  return true;
}

/// True if each operand is in loop order. An input may also be one element; a
/// result that all iterations write would be a reduction.
bool areInLoopOrder(const Operation &op) {
  auto isInOrder = [&](const Operand &operand) {
    return isInLoopOrder(operand, op.numLoops());
  };
  return llvm::all_of(op.inits, isInOrder) &&
         llvm::all_of(op.inputs, [&](const Operand &input) {
           return input.map.empty() || isInOrder(input);
         });
}

/// `flatten`: the loops of an elementwise operation become one over all
/// elements as they lie in memory, so that rows whose length is not a multiple
/// of the vector length leave no remainder each. Legal for parallel loops whose
/// operands are indexed by all of them in order, or by none (scalars), before
/// any action that changed the loops. The operation then reads and writes its
/// tensors through reshapes, which cost nothing but prevent fusion.
class Flatten final : public PlainRule {
public:
  using PlainRule::PlainRule;
  llvm::StringRef obstacle(const ScheduleState &state) const override {
    const Operation &op = state.operation();
    const LoopNest &nest = state.nest();
    if (nest.isShaped())
      return LoopNest::shapedObstacle;
    if (!nest.tileLoops.empty())
      return "of an operation that lies in tiles; flatten before tiling";
    if (nest.loops.size() < 2)
      return "of a single loop; leave it out";
    for (auto [i, loop] : llvm::enumerate(nest.loops))
      if (loop.source != i)
        return "after interchange; flatten alone";
    if (op.hasReduction())
      return "of a reduction; it is for elementwise operations";
    if (!areInLoopOrder(op))
      return "of operands that are not read and written in the order of the "
             "loops; leave it out";
    return op.vectorizable ? ""
                           : "of a body that is not scalar arithmetic alone; "
                             "leave it out";
  }
  void apply(ScheduleState &state, llvm::ArrayRef<int64_t>) const override {
    LoopNest &nest = state.nest();
    // It counts as the innermost loop of the operation with a larger trip
    // count: it accesses every operand element by element.
    Loop all = nest.loops.back();
    for (const Loop &loop : llvm::drop_end(nest.loops))
      all.tripCount *= loop.tripCount;
    nest.loops.assign({all});
    nest.reshapedBy = kind;
    nest.isGeneric = true;
  }
  /// `transform.structured.flatten_elementwise` of the generic form (some named
  /// operations keep maps of the old rank); restores the tag, which that drops.
  void emit(const ScheduleState &state, llvm::ArrayRef<int64_t>,
            TransformScript &script) const override {
    const std::string &tag = state.operation().tag;
    TransformScript::Handle target = matchGeneric(state, script);
    script.annotate(
        script.apply(llvm::formatv(
                         "transform.structured.flatten_elementwise {0}", target)
                         .str(),
                     1, 1),
        "mlirgym.op", tag);
  }
};
} // namespace

MLIRGYM_RULE(Flatten)
} // namespace mlirgym
