#include "agents/model/GpuBlocks.h"
#include "actions/LoopNest.h"
#include "actions/ScheduleState.h"
#include "agents/model/OperandTraffic.h"
#include "agents/model/TiledLoops.h"
#include "lowering/target/GpuProcessor.h"
#include "program/Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cmath>

using namespace mlirgym;

namespace {
constexpr double warp = 32, cacheLine = 128, sector = 32, loadBytes = 16;
/// Threads whose instructions a multiprocessor issues per cycle.
constexpr double issued = 128;
// Instructions of a division and an exponential, and of the loop around an
// iteration that is no part of a tile in registers.
constexpr double divisionCost = 8, exponentialCost = 16, loopCost = 4;
// Cycles until a value comes from memory, from the second cache, from the first
// cache or shared memory, and from an arithmetic unit; of a barrier; and to
// start a block.
constexpr double memoryLatency = 700, cacheLatency = 250, loadLatency = 30,
                 arithmeticLatency = 4;
constexpr double barrier = 30, blockStart = 300;
/// Loads of a thread that are under way together.
constexpr double loadsTogether = 4;
/// Registers besides results and operands, and the most of a thread.
constexpr double otherRegisters = 24, mostRegisters = 255;
/// Cost of an instruction on results that do not fit the registers.
constexpr double spillCost = 4;

bool isReduction(const Operation &op) {
  return llvm::is_contained(op.iteratorTypes, IteratorType::Reduction);
}

double instructionsPerIteration(const Operation &op) {
  const ArithmeticCounts &counts = op.counts;
  double cost = counts.total() + (divisionCost - 1) * counts.div +
                (exponentialCost - 1) * counts.exp;
  if (isReduction(op))
    cost -= std::min(counts.mul, counts.add); // fused multiply-add
  return std::max(cost, 1.0);
}

double bytesOf(const Operand &operand) {
  return sizeOfElement(operand.elementType);
}

/// Bytes of the sectors that contain the rows.
double sectorBytes(const OperandRows &rows) {
  return rows.rows * std::ceil(rows.rowBytes / sector) * sector;
}
} // namespace

GpuOperation::GpuOperation(const ScheduleState &end, unsigned op,
                           const GpuProcessor &processor)
    : state(end), gpu(processor), loops(end, op) {
  llvm::ArrayRef<TileLoop> tiles = loops.nest().tileLoops;
  while (numBlockLoops < tiles.size() &&
         tiles[numBlockLoops].kind == TileLoop::Kind::Forall)
    ++numBlockLoops;
  auto isThreads = [](const TileLoop &loop) {
    return loop.kind == TileLoop::Kind::Threads;
  };
  firstThreadLoop =
      unsigned(std::distance(tiles.begin(), llvm::find_if(tiles, isThreads)));
  endOfThreadLoops = firstThreadLoop;
  while (endOfThreadLoops < tiles.size() && isThreads(tiles[endOfThreadLoops]))
    ++endOfThreadLoops;
  if (endOfThreadLoops > firstThreadLoop)
    numTiles = perBlock(endOfThreadLoops) / perBlock(firstThreadLoop);
  if (numTiles > 0) {
    for (unsigned loop = endOfThreadLoops; loop-- > firstThreadLoop;)
      neighbours.push_back({loops.loops()[loop].source,
                            double(tiles[loop].step),
                            loops.loops()[loop].trips});
    return;
  }
  for (const Loop &loop : llvm::reverse(loops.nest().loops))
    if (loop.iterator == IteratorType::Parallel)
      neighbours.push_back({int(loop.source), 1, double(loop.tripCount)});
}

llvm::SmallVector<double, 4> GpuOperation::grid() const {
  llvm::SmallVector<double, 4> trips;
  for (const LoopAround &loop : loops.loops().take_front(numBlockLoops))
    trips.push_back(loop.trips);
  return trips;
}

double GpuOperation::points() const {
  double product = 1;
  for (const Neighbours &loop : neighbours)
    product *= loop.trips;
  return product;
}

double GpuOperation::elementsInTile(const Operand &operand) const {
  const OperandRows rows =
      rowsOf(operand, loops.extents(unsigned(loops.nest().tileLoops.size())),
             loops.nest().isFlat());
  return rows.rows * rows.rowBytes / bytesOf(operand);
}

double GpuOperation::registers() const {
  if (!isInRegisters())
    return otherRegisters + 8;
  double count = otherRegisters;
  for (const Operand &init : loops.operation().inits)
    count += elementsInTile(init) * std::max(bytesOf(init) / 4, 1.0);
  // The operands of one step of the reduction.
  double steps = 1;
  for (const Loop &loop : loops.nest().loops)
    if (loop.iterator == IteratorType::Reduction)
      steps *= double(loop.tripCount);
  for (const Operand &input : loops.operation().inputs)
    count += std::max(1.0, elementsInTile(input) / steps) * bytesOf(input) / 4;
  return count;
}

bool GpuOperation::dependsOn(const Operand &operand, int source) const {
  if (source == LoopAround::unknown || loops.nest().isFlat())
    return !operand.map.empty();
  return llvm::any_of(operand.map, [source](const AffineTerm &term) {
    return !term.linear || term.coefficients[size_t(source)] != 0;
  });
}

/// True if it is computed in the same block.
bool GpuOperation::isLocal(const Operand &operand) const {
  if (operand.source != Operand::Source::Operation || numBlockLoops == 0)
    return false;
  const LoopNest &producer = state.nest(unsigned(operand.producer));
  return producer.isParallel && producer.tileLoops.front().owner ==
                                    loops.nest().tileLoops.front().owner;
}

GpuOperation::Access GpuOperation::accessOf(const Operand &operand) const {
  Access access;
  const double bytes = bytesOf(operand);
  const OperandRows rows =
      rowsOf(operand, loops.extents(loops.depth()), loops.nest().isFlat());
  if (isInRegisters() && rows.rowBytes > 0)
    access.width = std::min(rows.rowBytes, loadBytes) / bytes;
  double lanes = warp;
  bool isFirst = true;
  for (const Neighbours &loop : neighbours) {
    const double count = std::min(lanes, loop.trips);
    lanes = std::max(1.0, std::floor(lanes / std::max(count, 1.0)));
    if (count <= 1 || !dependsOn(operand, loop.source))
      continue;
    // Neighbours along the last dimension share cache lines.
    double lines = count;
    const bool isLast =
        isFirst && !operand.map.empty() &&
        (loops.nest().isFlat() || loop.source == LoopAround::unknown ||
         (operand.map.back().linear &&
          operand.map.back().coefficients[size_t(loop.source)] != 0));
    if (isLast) {
      const double factor =
          loops.nest().isFlat() || loop.source == LoopAround::unknown
              ? 1
              : std::abs(double(
                    operand.map.back().coefficients[size_t(loop.source)]));
      lines = std::clamp(count * factor * loop.step * bytes / cacheLine,
                         count * access.width * bytes / cacheLine, count);
    }
    isFirst = false;
    access.lines *= std::max(lines, 1.0);
    if (lanes <= 1)
      break;
  }
  return access;
}

/// Loads of all threads of a block. A value that does not change in the
/// innermost loops stays in a register.
double GpuOperation::loadsPerBlock(const Operand &operand) const {
  const auto depth = unsigned(loops.nest().tileLoops.size());
  if (isInRegisters())
    return perBlock(depth) * elementsInTile(operand) / accessOf(operand).width;
  double loads = perBlock(loops.depth());
  for (unsigned d = loops.depth();
       d > depth && !dependsOn(operand, loops.loops()[d - 1].source); --d)
    loads /= loops.loops()[d - 1].trips;
  return loads;
}

bool GpuOperation::isInRegisters() const {
  return loops.nest().isVectorized && numTiles > 0 &&
         llvm::all_of(loops.nest().loops, [](const Loop &loop) {
           return loop.isStatic || loop.tripCount <= 1;
         });
}

/// Number of times, in one step of a block, that a thread goes on to further
/// cache lines of an operand that was not copied. Others of its block have
/// rarely loaded them before, since all run in step.
double GpuOperation::missesOfThread(const Operand &operand) const {
  const unsigned first =
      numTiles > 0 ? endOfThreadLoops : unsigned(loops.nest().tileLoops.size());
  const unsigned end =
      isInRegisters() ? unsigned(loops.nest().tileLoops.size()) : loops.depth();
  double misses = 1;
  for (unsigned d = first; d < end; ++d) {
    const LoopAround &loop = loops.loops()[d];
    if (!dependsOn(operand, loop.source) || isNeighbour(loop.source))
      continue;
    const bool isAlongLine =
        loop.source != LoopAround::unknown && !operand.map.empty() &&
        operand.map.back().linear && !loops.nest().isFlat() &&
        operand.map.back().coefficients[size_t(loop.source)] == 1;
    const double step =
        double(loops.extents(d + 1)[size_t(std::max(loop.source, 0))]);
    misses *=
        isAlongLine
            ? std::max(1.0, loop.trips * std::min(1.0, step * bytesOf(operand) /
                                                           cacheLine))
            : loop.trips;
  }
  return misses;
}

/// True for a loop whose iterations are threads.
bool GpuOperation::isNeighbour(int source) const {
  return numTiles == 0 &&
         llvm::any_of(neighbours, [source](const Neighbours &loop) {
           return loop.source == source;
         });
}

GpuWork GpuOperation::work(double threads) const {
  const Operation &op = loops.operation();
  const double iterations = [&] {
    double product = perBlock(unsigned(loops.nest().tileLoops.size()));
    for (const Loop &loop : loops.nest().loops)
      product *= double(loop.tripCount);
    return product;
  }();
  const double tiles = numTiles > 0 ? numTiles : points();
  const double rounds = std::ceil(tiles / threads);
  // Threads of a warp without a tile wait for the others.
  const double busy = std::min(
      1.0,
      tiles / (rounds * std::min(threads, std::ceil(tiles / warp) * warp)));
  GpuWork work;
  double instructions = iterations * instructionsPerIteration(op);
  double rate = std::min(gpu.multiplyAdds, issued);
  if (!isInRegisters())
    instructions += iterations * loopCost;
  if (registers() > mostRegisters)
    instructions *= spillCost;
  double loads = 0;
  for (const Operand &input : op.inputs) {
    const double count = loadsPerBlock(input);
    loads += count;
    work.accesses += count / warp / busy * accessOf(input).lines;
  }
  for (const Operand &init : op.inits)
    work.accesses += loadsPerBlock(init) / warp / busy * accessOf(init).lines /
                     (isReduction(op) ? 16 : 1);
  work.instructions = instructions / rate / busy + loads / issued / busy;

  // Loops of a block, and the steps of one thread in each.
  const unsigned end =
      numTiles > 0 ? firstThreadLoop : unsigned(loops.nest().tileLoops.size());
  const double steps = perBlock(end);
  const double each = steps * tiles;
  const double together =
      isInRegisters()
          ? std::max(1.0,
                     loads / perBlock(unsigned(loops.nest().tileLoops.size())))
          : loadsTogether;
  const double serial = rounds * (instructions / each * arithmeticLatency /
                                      (isInRegisters() ? 4 : 2) +
                                  loads / each * loadLatency / together);
  double perStep = serial;
  double misses = 0;
  for (auto [i, input] : llvm::enumerate(op.inputs))
    if (!isCopied(unsigned(i)) && !isLocal(input))
      misses = std::max(misses, missesOfThread(input));
  if (misses > 0)
    perStep += memoryLatency + (rounds * misses - 1) * cacheLatency /
                                   (isInRegisters() ? 1 : loadsTogether);
  for (unsigned i = 0; i < op.inputs.size(); ++i) {
    if (!isCopied(i))
      continue;
    const double copied = perBlock(loops.copyDepth(i)) * elementsOfCopy(i) *
                          bytesOf(op.inputs[i]);
    work.accesses += 2 * copied / cacheLine;
    work.instructions += 2 * copied / loadBytes / issued;
    perStep = std::max(perStep, memoryLatency);
  }
  work.latency = blockStart + steps * (perStep + barrier);
  return work;
}

double GpuOperation::elementsOfCopy(unsigned input) const {
  const Operand &operand = loops.operation().inputs[input];
  const OperandRows rows = rowsOf(
      operand, loops.extents(loops.copyDepth(input)), loops.nest().isFlat());
  return rows.rows * rows.rowBytes / bytesOf(operand);
}

/// Bytes that a block moves if the part of each tile at `depth` is moved once.
double GpuOperation::movedBytes(const Operand &operand, unsigned depth) const {
  auto rows = [&](unsigned at) {
    return rowsOf(operand, loops.extents(at), loops.nest().isFlat());
  };
  double bytes = sectorBytes(rows(depth));
  bool isKept = true;
  for (unsigned loop = depth; loop-- > numBlockLoops;) {
    isKept &= !dependsOn(operand, loops.loops()[loop].source);
    if (!isKept)
      bytes *= loops.loops()[loop].trips;
  }
  return bytes;
}

GpuOperand GpuOperation::inMemory(const Operand &operand,
                                  double blockBytes) const {
  GpuOperand found;
  found.blockBytes = blockBytes;
  found.wholeBytes =
      sectorBytes(rowsOf(operand, loops.extents(0), loops.nest().isFlat()));
  for (const LoopAround &loop : loops.loops().take_front(numBlockLoops))
    found.differs.push_back(dependsOn(operand, loop.source));
  return found;
}

llvm::SmallVector<GpuOperand, 4> GpuOperation::operands() const {
  llvm::SmallVector<GpuOperand, 4> found;
  const Operation &op = loops.operation();
  // Threads run their loops in step, and share what they load.
  const unsigned depth =
      numTiles > 0 ? firstThreadLoop : unsigned(loops.nest().tileLoops.size());
  for (auto [i, input] : llvm::enumerate(op.inputs)) {
    if (isLocal(input))
      continue;
    const double bytes =
        isCopied(unsigned(i))
            ? perBlock(loops.copyDepth(unsigned(i))) *
                  sectorBytes(
                      rowsOf(input, loops.extents(loops.copyDepth(unsigned(i))),
                             loops.nest().isFlat()))
            : movedBytes(input, depth);
    found.push_back(inMemory(input, bytes));
  }
  const bool isIntermediate = loops.fusedDepth() > 0;
  if (!isIntermediate)
    for (const Operand &init : op.inits)
      found.push_back(inMemory(init, movedBytes(init, depth)));
  return found;
}

double GpuOperation::filledBytes() const {
  double bytes = 0;
  if (loops.nest().initDepth == 0 && numBlockLoops > 0)
    for (const Operand &init : loops.operation().inits)
      if (init.source == Operand::Source::Fill)
        bytes +=
            sectorBytes(rowsOf(init, loops.extents(0), loops.nest().isFlat()));
  return bytes;
}
