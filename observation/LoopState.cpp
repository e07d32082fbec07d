#include "actions/LoopNest.h"
#include "actions/ScheduleLimits.h"
#include "actions/ScheduleState.h"
#include "actions/VectorCost.h"
#include "actions/encoding/Encoding.h"
#include "observation/Extractor.h"
#include "observation/Extractors.h"
#include "observation/Scaling.h"
#include "program/MachineFeatures.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

namespace mlirgym {
namespace {
/// The current operation inside its tiles, the tile loops around it, and
/// derived features of caches and vectors. Loops are in current (interchanged)
/// order.
class LoopState final : public Extractor {
public:
  /// Tile loops shown: the innermost ones.
  static constexpr unsigned maxTileLoops = 12;

  LoopState(const ExtractorSetup &setup, LayoutBuilder &layout);
  void observe(const DecisionState &state, float *row) const override;

private:
  void writeLoops(const LoopNest &nest, const Operation &operation,
                  float *row) const;
  void writeTileLoops(const LoopNest &nest, float *row) const;
  void writeFootprint(const LoopNest &nest, const Operation &operation,
                      float *row) const;
  void writeVectorCost(const LoopNest &nest, const Operation &operation,
                       const ScheduleLimits &limits, float *row) const;

  unsigned maxLoops;
  MachineFeatures machine;
  unsigned tripCounts, isStatic, reduction, source, unitStride, tileLoops,
      flags, promoted, footprint, laneLoop, vectorCost;
};

constexpr unsigned tileLoopFields = 7;
constexpr unsigned numFlags = 5;

/// Bytes of `operand` that the loops touch: a box with 1 + sum |c| (n - 1)
/// elements along each dimension. Exact for strides that do not skip elements,
/// else an upper bound.
float touchedBytes(const Operand &operand, llvm::ArrayRef<float> trips) {
  float bytes = static_cast<float>(sizeOfElement(operand.elementType));
  for (auto [i, term] : llvm::enumerate(operand.map)) {
    float whole =
        i < operand.shape.size() ? static_cast<float>(operand.shape[i]) : 1;
    if (!term.linear) {
      bytes *= whole;
      continue;
    }
    float extent = 1;
    size_t loops = std::min(term.coefficients.size(), trips.size());
    for (size_t loop = 0; loop < loops; ++loop)
      if (term.coefficients[loop] != 0)
        extent += std::abs(static_cast<float>(term.coefficients[loop])) *
                  (trips[loop] - 1);
    bytes *= std::min(extent, std::max(whole, 1.0f));
  }
  return bytes;
}

/// The same for an operand of a flat operation: a contiguous range of the
/// tensor, or its single element.
float flatBytes(const Operand &operand, const Loop &loop) {
  auto bytes = static_cast<float>(sizeOfElement(operand.elementType));
  return operand.map.empty() ? bytes
                             : bytes * static_cast<float>(loop.tripCount);
}
} // namespace

LoopState::LoopState(const ExtractorSetup &setup, LayoutBuilder &layout)
    : maxLoops(setup.maxLoops), machine(setup.machine) {
  tripCounts = layout.add("trip_counts", {maxLoops}, 0, 1,
                          "log2(n) / 20, inside the tiles");
  isStatic = layout.add("static", {maxLoops}, 0, 1,
                        "1: every tile has as many iterations");
  reduction = layout.add("reduction", {maxLoops}, 0, 1, "1: reduction loop");
  source = layout.add("source", {maxLoops, maxLoops}, 0, 1,
                      "row i one-hot: loop i was loop j of operation");
  unitStride = layout.add("unit_stride", {numShownOperands, maxLoops}, 0, 1,
                          "1: the loop walks the operand element by element");
  tileLoops =
      layout.add("tile_loops", {maxTileLoops, tileLoopFields}, 0, 1,
                 "around it, outermost first, the innermost 12: present, "
                 "forall, log2(step) / 20, log2(trips) / 20, static, "
                 "own, (1 + loop) / places");
  flags = layout.add("flags", {numFlags}, 0, 1,
                     "in a forall, generic, partial results, fused, has "
                     "tile loops");
  promoted = layout.add("promoted", {numShownOperands - 1}, 0, 1,
                        "1: the input lies in a local buffer");
  footprint =
      layout.add("footprint", {numShownOperands + 3}, 0, 1,
                 "log2(bytes) / 50 touched of inputs and init; their sum "
                 "against L1, L2, L3: 0.5 + log2(ratio) / 32");
  laneLoop = layout.add("lane_loop", {maxLoops}, 0, 1,
                        "one-hot: loop that vectorize turns into lanes");
  vectorCost =
      layout.add("vector_cost", {3}, 0, 1,
                 "vector operations and accumulators against the most "
                 "allowed: 0.5 + log2(ratio) / 80; 1: both are within");
}

void LoopState::writeLoops(const LoopNest &nest, const Operation &operation,
                           float *row) const {
  size_t loops = std::min<size_t>(nest.loops.size(), maxLoops);
  for (size_t i = 0; i < loops; ++i) {
    const Loop &loop = nest.loops[i];
    row[tripCounts + i] = scaling::tripCount(loop.tripCount);
    row[isStatic + i] = loop.isStatic;
    row[reduction + i] = loop.iterator == IteratorType::Reduction;
    if (loop.source < maxLoops)
      row[source + i * maxLoops + loop.source] = 1;
    for (unsigned place = 0; place < numShownOperands; ++place) {
      const Operand *operand = shownOperand(operation, place);
      if (!operand || operand->map.empty())
        continue;
      const AffineTerm &fastest = operand->map.back();
      row[unitStride + place * maxLoops + i] =
          fastest.linear && loop.source < fastest.coefficients.size() &&
          fastest.coefficients[loop.source] == 1;
    }
  }
}

void LoopState::writeTileLoops(const LoopNest &nest, float *row) const {
  llvm::ArrayRef<TileLoop> around = nest.tileLoops;
  if (around.size() > maxTileLoops)
    around = around.take_back(maxTileLoops);
  for (auto [i, loop] : llvm::enumerate(around)) {
    float *facts = row + tileLoops + i * tileLoopFields;
    int64_t trips =
        loop.step > 0 ? (loop.extent + loop.step - 1) / loop.step : 0;
    facts[0] = 1;
    facts[1] = loop.isForall();
    facts[2] = scaling::tripCount(loop.step);
    facts[3] = scaling::tripCount(trips);
    facts[4] = loop.isStatic;
    facts[5] = loop.owner == nest.op;
    facts[6] = scaling::unit(static_cast<float>(1 + loop.source) /
                             static_cast<float>(maxLoops));
  }
}

void LoopState::writeFootprint(const LoopNest &nest, const Operation &operation,
                               float *row) const {
  // Indexed by the operation's original loops, to which the maps refer.
  constexpr size_t mostLoops = 32;
  std::array<float, mostLoops> trips;
  size_t count = std::min(operation.tripCounts.size(), mostLoops);
  for (size_t i = 0; i < count; ++i)
    trips[i] = static_cast<float>(operation.tripCounts[i]);
  for (const Loop &loop : nest.loops)
    if (loop.source < count)
      trips[loop.source] = static_cast<float>(loop.tripCount);

  float sum = 0;
  for (unsigned place = 0; place < numShownOperands; ++place)
    if (const Operand *operand = shownOperand(operation, place)) {
      float bytes =
          nest.isFlat()
              ? flatBytes(*operand, nest.loops.front())
              : touchedBytes(*operand, llvm::ArrayRef(trips.data(), count));
      row[footprint + place] = scaling::log2(bytes, scaling::workBits);
      sum += bytes;
    }
  if (sum <= 0)
    return;
  const int64_t caches[] = {machine.l1Bytes, machine.l2Bytes, machine.l3Bytes};
  for (unsigned i = 0; i < std::size(caches); ++i) {
    float size = static_cast<float>(std::max<int64_t>(caches[i], 1));
    row[footprint + numShownOperands + i] = scaling::ratio(sum, size, 32);
  }
}

void LoopState::writeVectorCost(const LoopNest &nest,
                                const Operation &operation,
                                const ScheduleLimits &limits,
                                float *row) const {
  VectorCost cost = mlirgym::vectorCost(operation, nest, limits);
  if (cost.laneLoop >= 0 && static_cast<unsigned>(cost.laneLoop) < maxLoops)
    row[laneLoop + static_cast<unsigned>(cost.laneLoop)] = 1;
  // A constant, so that the observation is the same on every machine.
  constexpr float usualOperations = 128;
  row[vectorCost] =
      scaling::ratio(static_cast<float>(cost.operations), usualOperations, 80);
  row[vectorCost + 1] =
      scaling::ratio(static_cast<float>(cost.accumulators),
                     static_cast<float>(limits.accumulators), 80);
  row[vectorCost + 2] = cost.isSmall(limits);
}

void LoopState::observe(const DecisionState &state, float *row) const {
  const ScheduleState &schedule = state.schedule;
  if (schedule.program().operations().empty())
    return;
  const LoopNest &nest = schedule.nest(shownOperation(schedule));
  const Operation &operation = schedule.operation(shownOperation(schedule));
  writeLoops(nest, operation, row);
  writeTileLoops(nest, row);
  writeFootprint(nest, operation, row);
  writeVectorCost(nest, operation, schedule.options().limits, row);

  row[flags] = nest.isParallel;
  row[flags + 1] = nest.isGeneric;
  row[flags + 2] = nest.isPartial;
  row[flags + 3] = nest.fusedInto >= 0;
  row[flags + 4] = !nest.tileLoops.empty();
  for (unsigned input = 0; input < numShownOperands - 1; ++input)
    row[promoted + input] = (nest.buffered >> input) & 1;
}

std::unique_ptr<const Extractor> makeLoopState(const ExtractorSetup &setup,
                                               LayoutBuilder &layout) {
  return std::make_unique<LoopState>(setup, layout);
}

} // namespace mlirgym
