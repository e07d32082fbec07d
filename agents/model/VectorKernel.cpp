#include "agents/model/VectorKernel.h"
#include "actions/Action.h"
#include "actions/LoopNest.h"
#include "actions/ScheduleLimits.h"
#include "actions/VectorCost.h"
#include "agents/model/OperandTraffic.h"
#include "agents/model/TiledLoops.h"
#include "lowering/target/Target.h"
#include "lowering/target/VectorUnit.h"
#include "program/Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cmath>

using namespace mlirgym;

namespace {
// Throughput per cycle of a core that starts one vector of multiply-adds per
// cycle, and latencies in cycles, in numbers that were fitted.
constexpr double arithmeticUnits = 2, loadUnits = 2, storeUnits = 1;
constexpr double multiplyAddLatency = 4;
/// Factor for products of short elements that are extended one by one, and
/// operations that convert a vector of elements for which there is no such
/// instruction, or one that all lanes share.
constexpr double extensionCost = 2, conversionCost = 2;
constexpr double divisionCost = 6, exponentialCost = 14;
/// Cycles of a gathered lane; of a loop's test and jump; and of a tile of a
/// parallel loop that may be partial, since it is not peeled.
constexpr double gatherCost = 1, loopCost = 0.5, dynamicCost = 6;
/// Cycles of an iteration with overlapping windows, by lane or by vector.
constexpr double laneWindowCost = 4, scalarWindowCost = 6;
/// Maximum distance of lanes that are loaded together and shuffled.
constexpr int64_t shuffledStep = 4;
constexpr double shuffleCost = 1.5;

/// Of a matrix unit (Intel, Optimization Reference Manual, "Intel AMX"): rows
/// and columns of a tile of sums, groups of products of an instruction, cycles
/// until its sums are known, and cycles to load or store a row.
constexpr double tileRows = 16, tileColumns = 16, tileGroups = 16;
constexpr double tileLatency = 52, rowLoadCost = 0.5, rowStoreCost = 1;

/// Products of `op` that an instruction of the processor adds to a lane.
double groupOn(const lowering::DotInstructions &dots, const Operation &op) {
  const int64_t most = productsAtOnce(op);
  if (most == 4)
    return dots.fourBytes() ? 4 : dots.i16 ? 2 : 1;
  return most == 2 && dots.bf16 ? 2 : 1;
}

/// True if short elements of `input` are converted before they are multiplied:
/// where they are loaded, or where they are copied.
bool isConverted(const Operand &input, const Operation &op,
                 const lowering::DotInstructions &dots) {
  const double group = groupOn(dots, op);
  return !op.inits.empty() && sizeOfElement(input.elementType) <= 2 &&
         sizeOfElement(op.inits.front().elementType) == 4 &&
         (group == 1 || group < double(productsAtOnce(op)));
}

/// True if different iterations of `loop` read different elements of `input`.
bool follows(const Operand &input, const Loop &loop) {
  return llvm::any_of(input.map, [&](const AffineTerm &term) {
    return term.linear && term.coefficients[loop.source] != 0;
  });
}

/// The innermost tile of a vectorised operation.
class VectorTile {
public:
  VectorTile(const TiledLoops &tiledLoops, const Target &target,
             double vectorsPerCycle)
      : loops(tiledLoops), op(loops.operation()), nest(loops.nest()),
        dots(target.dots), registers(target.vectorRegisters),
        group(groupOn(target.dots, op)), rate(vectorsPerCycle) {
    const double elementBytes =
        op.inits.empty() ? 4 : sizeOfElement(op.inits[0].elementType);
    lanes = std::max(1.0, target.vectorBits / 8.0 * target.registerGroup /
                              elementBytes);
    if (const int found = vectorCost(op, nest, ScheduleLimits()).laneLoop;
        found >= 0)
      laneLoop = &nest.loops[size_t(found)];
    if (laneLoop)
      laneVectors = std::ceil(double(laneLoop->tripCount) / lanes);
  }

  /// One execution of the tile, its share of the results' loads and stores
  /// included.
  double cycles() const {
    if (isInTiles())
      return cyclesInTiles();
    double iterations = laneVectors, chain = 1, results = laneVectors;
    for (const Loop &loop : nest.loops) {
      if (&loop == laneLoop)
        continue;
      const auto trips = double(loop.tripCount);
      iterations *= trips;
      (isOfResults(loop) ? results : chain) *= trips;
    }
    // Groups of products, and the products that fill none.
    const double grouped = std::floor(productsInRow() / group);
    const double left = productsInRow() - grouped * group;
    const double share = (grouped + left) / productsInRow();
    double arithmetic =
        iterations * arithmeticPerIteration(op, divisionCost, exponentialCost) *
        (grouped + left * (group > 1 ? extensionCost : 1)) / productsInRow() /
        arithmeticUnits / rate;
    double loads = 0, stores = 0;
    for (auto [i, input] : llvm::enumerate(op.inputs)) {
      const bool isBuffered = i < 32 && (nest.buffered >> i & 1);
      const double own = loadsOf(input, isBuffered) * share;
      loads += own;
      if (!isBuffered && isConverted(input, op, dots))
        arithmetic += own * conversionCost / arithmeticUnits / rate;
    }
    const double kept = op.hasReduction() ? executionsPerResult() : 1;
    stores += results / kept;
    double wait = 0;
    if (op.hasReduction()) {
      loads += results / kept;
      const double spilled = std::max(0.0, results + 3 - registers);
      loads += spilled * chain;
      stores += spilled * chain;
      // Consecutive tiles overlap unless they accumulate to the same sums.
      wait = chain * share * multiplyAddLatency * (kept > 1 ? 1 : 0.5);
    }
    double cycles = std::max({arithmetic, loads / loadUnits / rate,
                              stores / storeUnits / rate, wait}) +
                    loopCost;
    for (const Loop &loop : nest.loops)
      if (nest.isParallel && !loop.isStatic && loop.tripCount > 1)
        cycles += dynamicCost + 0.3 * arithmetic;
    // Results that a fill outside of the tile wrote are read back.
    if (op.hasReduction() && nest.initDepth == 0)
      cycles += 2 * results / kept;
    if (nest.isPartial) // the lanes are combined at the end
      cycles += 4 * std::log2(lanes) / std::max(kept, 1.0);
    return cycles;
  }

private:
  /// True if a matrix unit computes it (mlirgym-matrix-tiles): the input that
  /// the lanes index is promoted, and only the other one has rows.
  bool isInTiles() const {
    if (!dots.tiles || group == 1 || !laneLoop || op.inputs.size() != 2 ||
        laneLoop->tripCount % 4 != 0 ||
        int64_t(productsInRow()) % int64_t(group) != 0)
      return false;
    const unsigned lanesInput = follows(op.inputs[0], *laneLoop) ? 0 : 1;
    const Operand &columns = op.inputs[lanesInput],
                  &rows = op.inputs[1 - lanesInput];
    bool hasRows = false;
    for (const Loop &loop : nest.loops) {
      if (!loop.isStatic && loop.tripCount > 1)
        return false;
      if (!isOfResults(loop) || &loop == laneLoop || loop.tripCount == 1)
        continue;
      if (follows(columns, loop) || !follows(rows, loop))
        return false;
      hasRows = true;
    }
    return hasRows && (nest.buffered >> lanesInput & 1) &&
           !follows(rows, *laneLoop);
  }
  double cyclesInTiles() const {
    double rows = 1, parts = 1, rowTiles = 1;
    for (const Loop &loop : nest.loops) {
      const auto trips = double(loop.tripCount);
      if (!isOfResults(loop))
        parts *= trips;
      else if (&loop != laneLoop) {
        rowTiles = rows * std::ceil(trips / tileRows); // of the innermost
        rows *= trips;
      }
    }
    parts = parts / productsInRow() *
            std::ceil(productsInRow() / group / tileGroups);
    const double columnTiles =
        std::ceil(double(laneLoop->tripCount) / tileColumns);
    // Two by two sums at a time.
    const double blocks = std::ceil(rowTiles / 2) * std::ceil(columnTiles / 2);
    const double perColumn = std::min(tileGroups, productsInRow() / group);
    const double arithmetic = parts * columnTiles * rows;
    const double loads = parts * rowLoadCost *
                         (rows * std::ceil(columnTiles / 2) +
                          columnTiles * perColumn * std::ceil(rowTiles / 2));
    const double wait = parts * blocks * tileLatency;
    const double kept = executionsPerResult();
    const double results = rows * columnTiles / kept;
    return std::max({arithmetic, loads, wait}) +
           results * (rowLoadCost + rowStoreCost) + loopCost;
  }
  bool isOfResults(const Loop &loop) const {
    return loop.iterator == IteratorType::Parallel;
  }
  /// Iterations of the innermost reduction loop of the tile.
  double productsInRow() const {
    for (const Loop &loop : llvm::reverse(nest.loops))
      if (!isOfResults(loop))
        return double(std::max<int64_t>(loop.tripCount, 1));
    return 1;
  }
  /// Number of consecutive executions of the tile that accumulate to the same
  /// results, which stay in registers.
  double executionsPerResult() const {
    double product = 1;
    for (const LoopAround &loop :
         llvm::reverse(loops.loops().drop_front(loops.fusedDepth()))) {
      if (loop.source == LoopAround::unknown ||
          op.iteratorTypes[size_t(loop.source)] != IteratorType::Reduction)
        break;
      product *= loop.trips;
    }
    return product;
  }
  /// Number of different elements of `input`, not counting lanes.
  double elementsOf(const Operand &input) const {
    double elements = 1;
    for (const AffineTerm &term : input.map) {
      double extent = 1;
      for (const Loop &loop : nest.loops)
        if (term.linear && &loop != laneLoop)
          extent += std::abs(double(term.coefficients[loop.source])) *
                    double(loop.tripCount - 1);
      elements *= extent;
    }
    return elements;
  }
  double loadsOf(const Operand &input, bool isBuffered) const {
    if (nest.isFlat())
      return laneVectors;
    const double elements = elementsOf(input);
    if (!laneLoop || input.map.empty())
      return elements;
    if (llvm::any_of(input.map,
                     [this](const AffineTerm &term) { return isWindow(term); }))
      return windowLoadsOf(input);
    const AffineTerm *along = nullptr;
    for (const AffineTerm &term : input.map)
      if (!term.linear || term.coefficients[laneLoop->source] != 0)
        along = &term;
    if (!along)
      return elements; // one scalar for all lanes
    const double vectors = elements * laneVectors;
    if (isBuffered && isLastInTile(input))
      return vectors;
    const int64_t step = along->linear ? along->coefficients[laneLoop->source]
                                       : shuffledStep + 1;
    if (along != &input.map.back() || step > shuffledStep)
      return accessesOf(input) * gatherCost;
    return step == 1 ? vectors : vectors * double(step) * shuffleCost;
  }
  /// True if the tile moves along this dimension by several loops.
  bool isWindow(const AffineTerm &term) const {
    return term.linear && llvm::count_if(nest.loops, [&](const Loop &loop) {
                            return loop.tripCount > 1 &&
                                   term.coefficients[loop.source] != 0;
                          }) > 1;
  }
  /// The vectors of neighbouring windows overlap: they are assembled lane by
  /// lane. If several results use the same window, this is done for each.
  double windowLoadsOf(const Operand &input) const {
    if (llvm::all_of(nest.loops, [&](const Loop &loop) {
          return loop.tripCount <= 1 || follows(input, loop);
        }))
      return accessesOf(input) * gatherCost;
    const bool hasLanes = follows(input, *laneLoop);
    double iterations = 1;
    for (const Loop &loop : nest.loops)
      iterations *=
          &loop == laneLoop && !hasLanes ? laneVectors : double(loop.tripCount);
    return iterations * (hasLanes ? laneWindowCost : scalarWindowCost);
  }
  /// Number of iterations that read different indices of `input`, counting each
  /// lane.
  double accessesOf(const Operand &input) const {
    double accesses = 1;
    for (const Loop &loop : nest.loops)
      if (follows(input, loop))
        accesses *= double(loop.tripCount);
    return accesses;
  }
  /// True if the lanes are contiguous in a compact copy of the tile.
  bool isLastInTile(const Operand &input) const {
    for (const AffineTerm &term : llvm::reverse(input.map))
      for (const Loop &loop : nest.loops)
        if (loop.tripCount > 1 && term.linear &&
            term.coefficients[loop.source] != 0)
          return &loop == laneLoop && term.coefficients[loop.source] == 1;
    return false;
  }

  const TiledLoops &loops;
  const Operation &op;
  const LoopNest &nest;
  const lowering::DotInstructions dots;
  const double registers, group, rate;
  double lanes = 1, laneVectors = 1;
  const Loop *laneLoop = nullptr;
};

/// An iteration of loops that are not vectorised, `lanes` of them at a time
/// where LLVM's own vectoriser does it: elementwise operations on contiguous
/// elements.
double scalarCycles(const TiledLoops &loops, double lanes) {
  const Operation &op = loops.operation();
  const double cycles =
      std::max({arithmeticPerIteration(op, divisionCost, exponentialCost) /
                    arithmeticUnits,
                double(op.inputs.size()) / loadUnits,
                op.hasReduction() ? multiplyAddLatency : 1.0});
  if (op.hasReduction() || loops.nest().loops.empty())
    return cycles;
  const unsigned innermost = loops.nest().loops.back().source;
  auto isContiguous = [&](const Operand &operand) {
    for (auto [i, term] : llvm::enumerate(operand.map))
      if (!term.linear ||
          (term.coefficients[innermost] != 0 &&
           (i + 1 != operand.map.size() || term.coefficients[innermost] != 1)))
        return false;
    return true;
  };
  const bool isVector =
      loops.nest().isFlat() || (llvm::all_of(op.inputs, isContiguous) &&
                                llvm::all_of(op.inits, isContiguous));
  return isVector ? cycles / lanes : cycles;
}

/// Winograd's algorithm in one tile: per 2 x 2 results and channel 16
/// multiply-adds, whose operands come partly from memory, and the
/// transformations of image, filters and results.
double winogradCycles(const TiledLoops &loops, const Target &target,
                      double vectorsPerCycle) {
  constexpr double perProduct = 1.5, perTransformed = 48;
  constexpr double window = 9, resultsPerTile = 4, productsPerTile = 16;
  const Operation &op = loops.operation();
  auto iterations = [&](auto counts) {
    double product = 1;
    for (const Loop &loop : loops.nest().loops)
      if (counts(loop.source))
        product *= double(loop.tripCount);
    return product;
  };
  auto iterationsOf = [&](const Operand &operand) {
    return iterations([&](unsigned loop) {
      return llvm::any_of(operand.map, [loop](const AffineTerm &term) {
        return term.coefficients[loop] != 0;
      });
    });
  };
  const double products = iterations([](unsigned) { return true; }) / window /
                          resultsPerTile * productsPerTile;
  const double transformed =
      iterationsOf(op.inputs[0]) / window / resultsPerTile +
      iterationsOf(op.inputs[1]) / window +
      iterationsOf(op.inits[0]) / resultsPerTile;
  const double lanes = target.vectorBits / 8.0 * target.registerGroup /
                       sizeOfElement(op.inits[0].elementType);
  return (products * perProduct + transformed * perTransformed) /
             std::max(lanes, 1.0) / arithmeticUnits / vectorsPerCycle +
         loopCost;
}
} // namespace

double mlirgym::kernelCycles(const TiledLoops &loops, const Target &target,
                             double vectorsPerCycle) {
  const unsigned depth = loops.depth();
  const LoopNest &nest = loops.nest();
  const double perKernel =
      nest.isMarkedBy(ActionKind::Winograd)
          ? winogradCycles(loops, target, vectorsPerCycle)
      : nest.isVectorized ? VectorTile(loops, target, vectorsPerCycle).cycles()
                          : scalarCycles(loops, target.vectorBits / 32.0);
  double cycles = loops.executions(depth) * perKernel;
  // Loops of single iterations are unrolled, and counted with the kernel.
  const unsigned tiles = static_cast<unsigned>(nest.tileLoops.size());
  for (unsigned d = 0; d < tiles; ++d)
    cycles += loops.executions(d) * loopCost;
  return cycles;
}

double mlirgym::copyCycles(const TiledLoops &loops, const Target &target) {
  double cycles = 0;
  const Operation &op = loops.operation();
  // img2col gathers the windows into a matrix, or into promoted tiles.
  if (loops.nest().isRewritten && !loops.nest().isFlat())
    for (auto [i, input] : llvm::enumerate(op.inputs)) {
      if (loops.copyDepth(unsigned(i)) <= loops.depth())
        continue;
      double elements = 1;
      for (int64_t extent : input.shape)
        elements *= double(extent);
      cycles += elements;
    }
  const bool isFlat = loops.nest().isFlat();
  for (auto [i, input] : llvm::enumerate(op.inputs)) {
    const unsigned depth = loops.copyDepth(unsigned(i));
    if (depth > loops.depth())
      continue;
    // The copy is repeated even in loops on which it does not depend.
    const OperandRows rows = rowsOf(input, loops.extents(depth), isFlat);
    double bytes = rows.rowBytes;
    if (isConverted(input, op, target.dots)) // to f32, or i16 in pairs
      bytes *= 4 / groupOn(target.dots, op) / sizeOfElement(input.elementType);
    const double vectors = std::ceil(bytes / (target.vectorBits / 8.0));
    cycles += loops.executions(depth) * (rows.rows * (vectors + 1));
  }
  return cycles;
}
