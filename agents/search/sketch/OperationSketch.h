//===- agents/search/sketch/OperationSketch.h - Sketch of an operation ----===//
#ifndef MLIRGYM_AGENTS_SEARCH_SKETCH_OPERATIONSKETCH_H
#define MLIRGYM_AGENTS_SEARCH_SKETCH_OPERATIONSKETCH_H

#include "actions/Action.h"
#include "actions/LegalParameters.h"
#include "actions/LoopNest.h"
#include "actions/ScheduleState.h"
#include "agents/search/SearchSpace.h"
#include "agents/search/sketch/SketchMachine.h"
#include "program/Program.h"
#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

namespace mlirgym {

/// Stands for "no loop" where a loop's number is expected.
inline constexpr int noLoop = -1;
/// One size per loop.
using Sizes = llvm::SmallVector<int64_t, 8>;

/// The state shared by the sketch rules: an operation whose actions are being
/// drawn, and the random stream. Loops are numbered in their current order.
class OperationSketch {
public:
  OperationSketch(const SearchSpace &searchSpace, ScheduleState &scheduleState,
                  RandomStream &randomStream)
      : space(searchSpace), state(scheduleState), random(randomStream),
        op(state.currentOp()) {
    // Some sketches ignore the machine: the knowledge about it is only a prior,
    // and measurements decide.
    constexpr double share = 0.7;
    if (space.machine() && random.chance(share))
      machine = &*space.machine();
  }

  const SearchSpace &space;
  ScheduleState &state;
  RandomStream &random;
  /// The machine for whose registers and caches it is drawn; null for none.
  const SketchMachine *machine = nullptr;
  /// Index of the operation. Once it has ended, the state moves to the next
  /// operation.
  const unsigned op;
  /// True once the innermost tile is chosen; no rule adds another tile.
  bool hasInnermostTile = false;
  /// True if sketchChain() chose a tile in which producers are computed.
  bool hasChainTile = false;

  const Operation &operation() const { return state.operation(op); }
  const LoopNest &nest() const { return state.nest(op); }
  llvm::ArrayRef<Loop> loops() const { return nest().loops; }
  bool underWay() const { return !state.finished() && state.currentOp() == op; }
  /// True if rules may add tiles.
  bool takesTiles() const { return underWay() && !hasInnermostTile; }
  bool isParallel(size_t loop) const {
    return loops()[loop].iterator == IteratorType::Parallel;
  }
  bool canVectorize() const {
    return underWay() && space.isLegal(state, ActionKind::Vectorize);
  }

  /// Takes the action if it is legal and changes something.
  bool take(ActionKind kind, llvm::ArrayRef<int64_t> parameters = {});
  /// The same, with size 0 for loops that the action must not tile. Requires:
  /// underWay().
  bool takeWhereLegal(ActionKind kind, llvm::ArrayRef<int64_t> sizes);
  /// Ends the operation if it has not ended.
  void end();

  /// Sizes of the list in [low, high] that leave more than one tile of `loop`.
  Sizes sizesIn(int64_t low, int64_t high, size_t loop) const;
  /// The smallest size in the list that is at least `low` and tiles `loop`; 0
  /// if none.
  int64_t smallestSize(int64_t low, size_t loop) const;
  /// The loop along which `operand` is currently contiguous.
  int contiguousLoop(const Operand &operand) const;
  /// Draws the loop that becomes the lanes of a vector.
  int laneLoop();
  /// Draws a tile of whole vectors; 0 leaves the loop whole.
  int64_t laneSize(size_t lane, int64_t mostVectors);

  /// True if an input has another loop in the same dimension: a window, whose
  /// vectors are slow.
  bool isInWindow(size_t loop) const;
  /// True if a matrix unit computes such sums of products.
  bool isForMatrixUnit() const;

  int64_t elementBytes() const {
    const auto &inits = operation().inits;
    return inits.empty() ? 4 : sizeOfElement(inits[0].elementType);
  }
  /// Without a machine, vectors have 32 bytes, as in AVX2; an AVX-512 vector
  /// counts as two.
  int64_t lanesPerVector() const {
    const int64_t bytes = machine ? machine->vectorBytes : 32;
    return std::max<int64_t>(bytes / elementBytes(), 1);
  }
  /// True if it has no reduction and the tile in which producers or consumers
  /// are computed is chosen: a further cache tile has no benefit.
  bool isLinkOfChain() const {
    return machine && (hasChainTile || nest().fusedInto >= 0) &&
           !operation().hasReduction();
  }
  /// True if it is a sum, or another reduction, of one input: no product.
  bool reducesOneInput() const {
    return operation().hasCombiner && operation().inputs.size() == 1;
  }
  /// True if it reads the result of another operation.
  bool hasProducer() const {
    return llvm::any_of(operation().inputs, [](const Operand &input) {
      return input.source == Operand::Source::Operation;
    });
  }
};

/// `sizes` for the loops that may be tiled, 0 for the others.
Sizes only(Sizes sizes, const LoopSet &tileable);
/// True if another iteration of `loop` of the operation may read another
/// element.
bool dependsOn(const Operand &operand, unsigned loop);

/// The rules of SketchRules.def. Each may append actions to the operation; it
/// is called whether or not the operation has ended.
#define MLIRGYM_SKETCH_RULE(Function, Summary)                                 \
  void Function(OperationSketch &sketch);
#include "agents/search/sketch/SketchRules.def"
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_SKETCH_OPERATIONSKETCH_H
