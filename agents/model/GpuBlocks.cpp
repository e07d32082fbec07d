#include "agents/model/GpuBlocks.h"
#include "actions/Action.h"
#include "actions/LoopNest.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "agents/model/OperandTraffic.h"
#include "agents/model/TiledLoops.h"
#include "lowering/target/GpuProcessor.h"
#include "program/Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>

using namespace mlirgym;

namespace {
constexpr double warp = 32, cacheLine = 128, sector = 32, loadBytes = 16;
/// Threads of a block, and threads that keep a GPU busy, where threads share
/// elements (lowering/gpu/team/Division.h).
constexpr double usualThreads = 256, threadsOfGpu = 1 << 18;
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
constexpr double barrier = 200, blockStart = 300;
/// Loads of a thread that are under way together.
constexpr double loadsTogether = 4;
/// Tiles that are copied ahead of the arithmetic.
constexpr double tilesAhead = 3;
/// Registers besides results and operands, the most of a thread, and their
/// unit.
constexpr double otherRegisters = 32, mostRegisters = 255, registerUnit = 8;
/// Factor of the instructions per cube of the share of the registers that do
/// not fit.
constexpr double spillCost = 80;
/// Factor of the accesses to operands that were not copied.
constexpr double uncopiedCost = 3;
/// Share of the tensor cores' peak that products of single warps reach, and
/// those of four warps, which read shared memory by themselves.
constexpr double ofWarps = 0.38, ofWarpgroups = 0.75;

double bytesOf(const Operand &operand) {
  return sizeOfElement(operand.elementType);
}

/// Bytes of the sectors that contain the rows.
double sectorBytes(const OperandRows &rows) {
  return rows.rows * std::ceil(rows.rowBytes / sector) * sector;
}

/// Bytes of one load of a thread that reads rows of `rowBytes` one after
/// another.
double alignedBytes(double rowBytes) {
  double width = loadBytes;
  while (width > 1 && std::fmod(rowBytes, width) != 0)
    width /= 2;
  return width;
}

double product(llvm::ArrayRef<double> factors) {
  return std::accumulate(factors.begin(), factors.end(), 1.0,
                         std::multiplies<double>());
}
} // namespace

GpuOperation::GpuOperation(const ScheduleState &end, unsigned op,
                           const GpuProcessor &processor)
    : state(end), gpu(processor), loops(end, op) {
  isForWarps =
      llvm::any_of(end.schedule().actionsOf(op), [](const Action &action) {
        return action.kind == ActionKind::GpuWarps;
      });
  findTiles();
  if (numTiles == 0)
    sharePoints();
}

void GpuOperation::findTiles() {
  llvm::ArrayRef<TileLoop> tiles = loops.nest().tileLoops;
  while (numBlockLoops < tiles.size() &&
         tiles[numBlockLoops].kind == TileLoop::Kind::Forall)
    blocks.push_back(loops.loops()[numBlockLoops++].trips);
  auto isThreads = [](const TileLoop &loop) {
    return loop.kind == TileLoop::Kind::Threads;
  };
  firstThreadLoop =
      unsigned(std::distance(tiles.begin(), llvm::find_if(tiles, isThreads)));
  endOfThreadLoops = firstThreadLoop;
  while (endOfThreadLoops < tiles.size() && isThreads(tiles[endOfThreadLoops]))
    ++endOfThreadLoops;
  if (endOfThreadLoops == firstThreadLoop)
    return;
  numTiles =
      loops.executions(endOfThreadLoops) / loops.executions(firstThreadLoop);
  for (unsigned loop = endOfThreadLoops; loop-- > firstThreadLoop;)
    neighbours.push_back({loops.loops()[loop].source, double(tiles[loop].step),
                          loops.loops()[loop].trips});
}

/// As Division.h: a thread accesses up to 16 bytes, and a group of threads
/// computes a sum if there are too few of them.
void GpuOperation::sharePoints() {
  const Operation &op = loops.operation();
  const LoopNest &nest = loops.nest();
  double points = 1;
  const Loop *lastParallel = nullptr, *lastReduction = nullptr;
  for (const Loop &loop : nest.loops)
    if (loop.iterator == IteratorType::Parallel) {
      points *= double(loop.tripCount);
      lastParallel = &loop;
    } else {
      lastReduction = &loop;
    }
  auto lanesAlong = [&](const Loop &loop, bool withResults) {
    double bytes = 1;
    auto isWide = [&](const Operand &operand) {
      if (nest.isFlat() || isAlong(operand, int(loop.source))) {
        bytes = std::max(bytes, bytesOf(operand));
        return true;
      }
      return !dependsOn(operand, int(loop.source));
    };
    if (!loop.isStatic || !llvm::all_of(op.inputs, isWide) ||
        (withResults && !llvm::all_of(op.inits, isWide)))
      return 0.0;
    double width = loadBytes / bytes;
    while (width > 1 && std::fmod(double(loop.tripCount), width) != 0)
      width /= 2;
    return width;
  };
  const bool isStatic =
      llvm::all_of(nest.loops, [](const Loop &loop) { return loop.isStatic; });
  const double wanted = numBlockLoops > 0 ? usualThreads : threadsOfGpu;
  if (isStatic && lastReduction && points < wanted && !nest.isPartial)
    if (const double width = lanesAlong(*lastReduction, false); width > 0) {
      lanes = width;
      laneLoop = int(lastReduction->source);
      threadsPerPoint = std::min(
          {usualThreads, double(llvm::PowerOf2Ceil(uint64_t(wanted / points))),
           double(llvm::PowerOf2Ceil(uint64_t(
               std::max(1.0, double(lastReduction->tripCount) / lanes))))});
      neighbours.push_back({laneLoop, lanes, threadsPerPoint});
    }
  if (isStatic && threadsPerPoint == 1 && lastParallel && !nest.isPartial)
    if (const double width = lanesAlong(*lastParallel, true); width > 0) {
      lanes = width;
      laneLoop = int(lastParallel->source);
    }
  for (const Loop &loop : llvm::reverse(nest.loops))
    if (loop.iterator == IteratorType::Parallel) {
      const double step = int(loop.source) == laneLoop ? lanes : 1;
      neighbours.push_back(
          {int(loop.source), step, double(loop.tripCount) / step});
    }
  if (numBlockLoops > 0 || !nest.tileLoops.empty())
    return;
  // The grid divides the parallel loops; a block has neighbouring points.
  covered = loops.extents(0);
  double left = usualThreads / threadsPerPoint;
  for (const Loop &loop : llvm::reverse(nest.loops)) {
    if (loop.iterator != IteratorType::Parallel)
      continue;
    const double step = int(loop.source) == laneLoop ? lanes : 1;
    const double part =
        std::min(double(loop.tripCount), std::max(1.0, left) * step);
    left = std::floor(left * step / part);
    covered[loop.source] = int64_t(part);
    blocks.insert(blocks.begin(), std::ceil(double(loop.tripCount) / part));
    dividedLoops.insert(dividedLoops.begin(), int(loop.source));
  }
}

double GpuOperation::numBlocks() const { return product(blocks); }

double GpuOperation::perBlock(unsigned depth) const {
  return loops.executions(depth) / numBlocks();
}

double GpuOperation::threadsOfPoints() const {
  double count = threadsPerPoint / lanes;
  if (threadsPerPoint > 1)
    count = threadsPerPoint;
  for (const Loop &loop : loops.nest().loops)
    if (loop.iterator == IteratorType::Parallel)
      count *= covered.empty() ? double(loop.tripCount)
                               : double(covered[loop.source]);
  return std::max(count, 1.0);
}

double GpuOperation::elementsInTile(const Operand &operand) const {
  const OperandRows rows =
      rowsOf(operand, loops.extents(tileDepth()), loops.nest().isFlat());
  return rows.rows * rows.rowBytes / bytesOf(operand);
}

double GpuOperation::registers(double stepsLoaded) const {
  if (!isInRegisters())
    return otherRegisters + 8;
  double count = otherRegisters;
  for (const Operand &init : loops.operation().inits)
    count += elementsInTile(init) * std::max(bytesOf(init) / 4, 1.0) /
             threadsPerTile();
  if (isForWarps)
    return count + otherRegisters;
  double steps = 1;
  for (const Loop &loop : loops.nest().loops)
    if (loop.iterator == IteratorType::Reduction)
      steps *= double(loop.tripCount);
  for (const Operand &input : loops.operation().inputs)
    count += std::max(1.0, elementsInTile(input) *
                               std::min(stepsLoaded / steps, 1.0)) *
             bytesOf(input) / 4;
  return count;
}

bool GpuOperation::dependsOn(const Operand &operand, int source) const {
  if (source == LoopAround::unknown || loops.nest().isFlat())
    return !operand.map.empty();
  return llvm::any_of(operand.map, [source](const AffineTerm &term) {
    return !term.linear || term.coefficients[size_t(source)] != 0;
  });
}

/// True if iterations of the loop are neighbours in the operand.
bool GpuOperation::isAlong(const Operand &operand, int source) const {
  if (source == LoopAround::unknown || operand.map.empty())
    return false;
  auto coefficientIn = [source](const AffineTerm &term) {
    return term.linear ? term.coefficients[size_t(source)] : 2;
  };
  return coefficientIn(operand.map.back()) == 1 &&
         llvm::all_of(
             llvm::ArrayRef(operand.map).drop_back(),
             [&](const AffineTerm &term) { return coefficientIn(term) == 0; });
}

/// True if it is computed in the same block.
bool GpuOperation::isLocal(const Operand &operand) const {
  if (operand.source != Operand::Source::Operation || numBlockLoops == 0)
    return false;
  const LoopNest &producer = state.nest(unsigned(operand.producer));
  return producer.isParallel && producer.tileLoops.front().owner ==
                                    loops.nest().tileLoops.front().owner;
}

/// True for a loop whose iterations are threads.
bool GpuOperation::isNeighbour(int source) const {
  return numTiles == 0 &&
         llvm::any_of(neighbours, [source](const Neighbours &loop) {
           return loop.source == source;
         });
}

bool GpuOperation::isInRegisters() const {
  return isForWarps || (loops.nest().isVectorized && numTiles > 0 &&
                        llvm::all_of(loops.nest().loops, [](const Loop &loop) {
                          return loop.isStatic || loop.tripCount <= 1;
                        }));
}

/// As WarpgroupProduct::match().
bool GpuOperation::isForWarpgroups() const {
  constexpr double rowsOfWarp = 16, warpsOfGroup = 4, depth = 64,
                   mostColumns = 256;
  if (!isForWarps || !gpu.hasWarpgroups || neighbours.size() != 1 ||
      neighbours.front().source != 0 || neighbours.front().step != rowsOfWarp ||
      std::fmod(neighbours.front().trips, warpsOfGroup) != 0)
    return false;
  const Extents &tile = loops.extents(tileDepth());
  return tile.size() == 3 && double(tile[1]) <= mostColumns &&
         tile[1] % int64_t(depth) == 0 && double(tile[2]) == depth;
}

GpuOperation::Access GpuOperation::accessOf(const Operand &operand) const {
  Access access;
  const double bytes = bytesOf(operand);
  const bool isFlat = loops.nest().isFlat();
  if (numTiles > 0) {
    const OperandRows rows =
        rowsOf(operand, loops.extents(tileDepth()), isFlat);
    if (rows.rowBytes > 0)
      access.width = alignedBytes(rows.rowBytes) / bytes;
  } else if (isFlat || isAlong(operand, laneLoop)) {
    access.width = lanes;
  }
  double left = warp;
  bool isFirst = true;
  for (const Neighbours &loop : neighbours) {
    const double count = std::min(left, std::max(loop.trips, 1.0));
    left = std::max(1.0, std::floor(left / count));
    if (count <= 1 || !dependsOn(operand, loop.source))
      continue;
    // Neighbours along the last dimension share cache lines.
    double lines = count;
    if (isFirst && (isFlat || isAlong(operand, loop.source)))
      lines = std::clamp(count * loop.step * bytes / cacheLine,
                         count * access.width * bytes / cacheLine, count);
    isFirst = false;
    access.lines *= std::max(lines, 1.0);
    if (left <= 1)
      break;
  }
  return access;
}

/// Loads of all threads of a block. A value that does not change in the
/// innermost loops stays in a register.
double GpuOperation::loadsPerBlock(const Operand &operand) const {
  const unsigned depth = tileDepth();
  if (isForWarps) {
    // Fragments of matrices, 16 bytes a thread; a group of warps has none.
    const double elements = isForWarpgroups() ? 0 : elementsInTile(operand);
    return perBlock(depth) * elements * bytesOf(operand) / loadBytes;
  }
  if (isInRegisters())
    return perBlock(depth) * elementsInTile(operand) / accessOf(operand).width;
  double loads = perBlock(loops.depth()) / lanes;
  for (unsigned d = loops.depth();
       d > depth && !dependsOn(operand, loops.loops()[d - 1].source); --d)
    if (loops.loops()[d - 1].source != laneLoop)
      loads /= loops.loops()[d - 1].trips;
  return loads;
}

/// Number of times, in one step of a block, that a thread goes on to further
/// cache lines of an operand that was not copied. Others of its block have
/// rarely loaded them before, since all run in step.
double GpuOperation::missesOfThread(const Operand &operand) const {
  const unsigned first = numTiles > 0 ? endOfThreadLoops : tileDepth();
  const unsigned end = isInRegisters() ? tileDepth() : loops.depth();
  double misses = 1;
  for (unsigned d = first; d < end; ++d) {
    const LoopAround &loop = loops.loops()[d];
    if (!dependsOn(operand, loop.source))
      continue;
    const bool isGroup = threadsPerPoint > 1 && loop.source == laneLoop;
    if (isNeighbour(loop.source) && !isGroup)
      continue;
    if (isGroup) {
      misses *= std::max(1.0, loop.trips / (lanes * threadsPerPoint));
      continue;
    }
    const double step =
        double(loops.extents(d + 1)[size_t(std::max(loop.source, 0))]);
    const double lines =
        isAlong(operand, loop.source) && !loops.nest().isFlat()
            ? std::min(1.0, step * bytesOf(operand) / cacheLine)
            : 1;
    misses *= std::max(1.0, loop.trips * lines);
  }
  return misses;
}

GpuWork GpuOperation::work(double threads) const {
  const Operation &op = loops.operation();
  double iterations = perBlock(tileDepth());
  for (const Loop &loop : loops.nest().loops)
    iterations *= double(loop.tripCount);
  const double tiles = numTiles > 0 ? threadsOfTiles() : threadsOfPoints();
  const double rounds = std::ceil(tiles / threads);
  // Threads of a warp without a tile wait for the others.
  const double warps = std::ceil(tiles / warp) * warp;
  const double busy =
      std::min(1.0, tiles / (rounds * std::min(threads, warps)));
  GpuWork work;
  double instructions =
      iterations * arithmeticPerIteration(op, divisionCost, exponentialCost);
  double rate = std::min(gpu.multiplyAdds, issued);
  if (isForWarps)
    rate =
        gpu.tensorMultiplyAdds * (isForWarpgroups() ? ofWarpgroups : ofWarps);
  else if (!isInRegisters())
    instructions += iterations / lanes * loopCost;
  const double fitting =
      std::min(mostRegisters,
               std::floor(double(gpu.registers) / threads / registerUnit) *
                   registerUnit);
  if (const double least = registers(1); least > fitting)
    instructions *= 1 + spillCost * std::pow(1 - fitting / least, 3);
  double loads = 0;
  for (unsigned i = 0; i < op.inputs.size(); ++i) {
    const Operand &input = op.inputs[i];
    const double count = loadsPerBlock(input);
    loads += count;
    const bool isShared = isCopied(i) || isLocal(input);
    work.accesses +=
        count / warp / busy *
        (isShared || !op.hasReduction() ? 1 : uncopiedCost) *
        (isForWarps ? loadBytes * warp / cacheLine : accessOf(input).lines);
  }
  if (!isForWarps)
    for (const Operand &init : op.inits)
      work.accesses += loadsPerBlock(init) / warp / busy *
                       accessOf(init).lines / (op.hasReduction() ? 16 : 1);
  work.instructions = instructions / rate / busy + loads / issued / busy;

  // Loops of a block, and the steps of one thread in each.
  const double steps = perBlock(sharedDepth());
  const double each = steps * tiles;
  const double together =
      isInRegisters()
          ? std::max(1.0, loads / perBlock(tileDepth()) / threadsPerTile())
          : loadsTogether * lanes;
  double serial = rounds * (instructions / each * arithmeticLatency /
                                (isInRegisters() ? 4 : 2) +
                            loads / each * loadLatency / together);
  if (isForWarps) // the four tensor cores of a multiprocessor
    serial = rounds * instructions / steps / rate;
  double misses = 0;
  bool isPipeline = false;
  for (auto [i, input] : llvm::enumerate(op.inputs)) {
    const double bytes = elementsOfCopy(unsigned(i)) * bytesOf(input);
    if (bytes > 0) {
      const double copied = perBlock(loops.copyDepth(unsigned(i))) * bytes;
      work.accesses += 2 * copied / cacheLine;
      work.instructions += 2 * copied / loadBytes / issued;
      isPipeline = true;
    } else if (!isLocal(input)) {
      misses = std::max(misses, missesOfThread(input));
    }
  }
  double perStep = serial;
  if (misses > 0)
    perStep += memoryLatency + (rounds * misses - 1) * cacheLatency /
                                   (isInRegisters() ? 1 : loadsTogether);
  if (isPipeline)
    perStep = std::max(perStep, memoryLatency / tilesAhead);
  perStep =
      std::max({perStep, work.instructions / steps, work.accesses / steps});
  work.latency = blockStart + steps * (perStep + barrier) +
                 (isPipeline ? restarts() * memoryLatency : 0);
  return work;
}

/// Number of times that copies ahead begin, and results go to memory and back:
/// once for each iteration of the loops outside of the innermost level.
double GpuOperation::restarts() const {
  llvm::SmallVector<int, 8> seen;
  double product = 1, level = 1;
  for (unsigned loop = numBlockLoops; loop < sharedDepth(); ++loop) {
    const int source = loops.loops()[loop].source;
    if (llvm::is_contained(seen, source)) {
      product *= level;
      level = 1;
      seen.clear();
    }
    seen.push_back(source);
    level *= loops.loops()[loop].trips;
  }
  return product;
}

double GpuOperation::elementsOfCopy(unsigned input) const {
  if (!isCopied(input))
    return 0;
  const Operand &operand = loops.operation().inputs[input];
  const OperandRows rows = rowsOf(
      operand, loops.extents(loops.copyDepth(input)), loops.nest().isFlat());
  return rows.rows * rows.rowBytes / bytesOf(operand);
}

double GpuOperation::pipelinedBytes() const {
  double bytes = 0;
  for (auto [i, input] : llvm::enumerate(loops.operation().inputs)) {
    const unsigned depth = loops.copyDepth(unsigned(i));
    if (isCopied(unsigned(i)) && depth > numBlockLoops)
      bytes += elementsOfCopy(unsigned(i)) * bytesOf(input);
  }
  return bytes;
}

/// Bytes that a block moves. Threads run their loops in step, and share what
/// they load.
double GpuOperation::movedBytes(const Operand &operand, bool isResult) const {
  const bool isFlat = loops.nest().isFlat();
  if (!covered.empty())
    return sectorBytes(rowsOf(operand, covered, isFlat));
  const unsigned depth = sharedDepth();
  double bytes = sectorBytes(rowsOf(operand, loops.extents(depth), isFlat));
  if (isResult)
    return bytes * (2 * restarts() - 1);
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
  const Access access = accessOf(operand);
  const double least =
      std::max(1.0, warp * access.width * bytesOf(operand) / cacheLine);
  found.spread = std::max(1.0, access.lines / least);
  found.wholeBytes =
      sectorBytes(rowsOf(operand, loops.extents(0), loops.nest().isFlat()));
  for (int source : dividedLoops)
    found.differs.push_back(dependsOn(operand, source));
  for (const LoopAround &loop : loops.loops().take_front(numBlockLoops))
    found.differs.push_back(dependsOn(operand, loop.source));
  return found;
}

llvm::SmallVector<GpuOperand, 4> GpuOperation::operands() const {
  llvm::SmallVector<GpuOperand, 4> found;
  const Operation &op = loops.operation();
  for (auto [i, input] : llvm::enumerate(op.inputs)) {
    if (isLocal(input))
      continue;
    const unsigned depth = loops.copyDepth(unsigned(i));
    found.push_back(inMemory(
        input,
        isCopied(unsigned(i))
            ? perBlock(depth) * sectorBytes(rowsOf(input, loops.extents(depth),
                                                   loops.nest().isFlat()))
            : movedBytes(input, /*isResult=*/false)));
  }
  if (loops.fusedDepth() == 0)
    for (const Operand &init : op.inits)
      found.push_back(inMemory(init, movedBytes(init, /*isResult=*/true)));
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
