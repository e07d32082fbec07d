#include "agents/model/GpuEstimate.h"
#include "actions/LoopNest.h"
#include "actions/ScheduleState.h"
#include "actions/SharedMemory.h"
#include "agents/model/GpuBlocks.h"
#include "lowering/target/GpuProcessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <vector>

using namespace mlirgym;

namespace {
/// Nanoseconds between the starts of two kernels.
constexpr double launchNs = 2500;
/// Threads of a block without gpu_threads, and of any block, at most; and the
/// unit of both.
constexpr double usualThreads = 256, mostThreads = 1024, warp = 32;
/// Shared memory that each block takes besides its buffers.
constexpr double reservedBytes = 1024;
/// Steps of a reduction whose operands a thread loads together.
constexpr double stepsLoaded = 4;
/// Registers are given to threads in groups of this size.
constexpr double registerGroup = 8, mostRegisters = 255;
/// Share of the second cache in which data survive until they are read again.
constexpr double usableShare = 0.5;
/// Share of the peak bandwidth that streams reach.
constexpr double reachedBandwidth = 0.92;
/// Exponent of the bandwidth that is lost where the threads of a warp access
/// more cache lines than necessary: caches keep what others access later.
constexpr double exponentOfSpread = 0.7;
/// Cycles between the starts of two blocks on a multiprocessor.
constexpr double dispatch = 150;
/// Shorter limits overlap with the longest, except for this share.
constexpr double exposed = 0.15;
/// Buffers of a copy ahead of the arithmetic, at most.
constexpr double mostStages = 4;

/// The operations that one launch computes.
struct Kernel {
  llvm::SmallVector<double, 4> grid;
  std::vector<GpuOperation> operations;
  /// Of its buffers, with two for each copy ahead of the arithmetic; and of one
  /// buffer for each such copy.
  double sharedBytes = 0, pipelinedBytes = 0;
};

class KernelTime {
public:
  KernelTime(const Kernel &of, const GpuProcessor &processor)
      : kernel(of), gpu(processor) {
    double tiles = 0, points = 1, perThread = 0;
    for (const GpuOperation &op : kernel.operations) {
      tiles = std::max(tiles, op.threadsOfTiles());
      points = std::max(points, op.threadsOfPoints());
      perThread = std::max(perThread, op.registers(stepsLoaded));
    }
    const double wanted = tiles > 0 ? std::min(tiles, mostThreads)
                                    : std::min(points, usualThreads);
    threads = std::ceil(wanted / warp) * warp;
    registers = std::min(std::ceil(perThread / registerGroup) * registerGroup,
                         mostRegisters);
    blocks = std::accumulate(kernel.grid.begin(), kernel.grid.end(), 1.0,
                             std::multiplies<double>());
  }

  double nanoseconds() const {
    GpuWork work;
    for (const GpuOperation &op : kernel.operations) {
      const GpuWork part = op.work(threads);
      work.instructions += part.instructions;
      work.accesses += part.accesses;
      work.latency += part.latency;
    }
    const double perProcessor = std::ceil(blocks / double(gpu.multiprocessors));
    const double waves =
        std::ceil(blocks / (blocksTogether() * double(gpu.multiprocessors)));
    double moved = 0, fetched = 0;
    for (const GpuOperation &op : kernel.operations)
      for (const GpuOperand &operand : op.operands()) {
        moved += blocks * operand.blockBytes;
        fetched += bytesFromMemory(operand) *
                   std::pow(operand.spread, exponentOfSpread);
      }
    const double limits[] = {
        perProcessor * work.instructions / gpu.gigahertz,
        perProcessor * work.accesses / gpu.gigahertz,
        waves * work.latency / gpu.gigahertz,
        perProcessor * dispatch / gpu.gigahertz,
        moved / gpu.cacheBandwidth,
        fetched / (gpu.memoryBandwidth * reachedBandwidth),
    };
    const double longest = *std::ranges::max_element(limits);
    const double sum =
        std::accumulate(std::begin(limits), std::end(limits), 0.0);
    return launchNs + longest + exposed * (sum - longest);
  }

private:
  /// On one multiprocessor.
  double blocksTogether() const {
    double most = double(gpu.blocks);
    most = std::min(most, std::floor(double(gpu.threads) / threads));
    most = std::min(most,
                    std::floor(double(gpu.registers) / (registers * threads)));
    most = std::min(most, std::floor(double(gpu.sharedBytes) /
                                     (sharedBytes() + reservedBytes)));
    return std::max(most, 1.0);
  }

  /// Copies are as far ahead as shared memory allows.
  double sharedBytes() const {
    if (kernel.pipelinedBytes == 0)
      return kernel.sharedBytes;
    const double others = kernel.sharedBytes - 2 * kernel.pipelinedBytes;
    const double stages =
        std::clamp(std::floor((double(gpu.sharedBytesOfBlock) - others) /
                              kernel.pipelinedBytes),
                   1.0, mostStages);
    return others + stages * kernel.pipelinedBytes;
  }

  /// What fits the second cache is fetched once; of the rest, blocks that run
  /// at the same time share what they have in common.
  double bytesFromMemory(const GpuOperand &operand) const {
    if (operand.wholeBytes < usableShare * double(gpu.cacheBytes))
      return operand.wholeBytes;
    double left = blocksTogether() * double(gpu.multiprocessors), sharing = 1;
    for (auto [trips, differs] :
         llvm::reverse(llvm::zip_equal(kernel.grid, operand.differs))) {
      const double together = std::min(trips, left);
      left = std::max(1.0, std::floor(left / together));
      if (!differs)
        sharing *= together;
    }
    return std::max(operand.wholeBytes, blocks * operand.blockBytes / sharing);
  }

  const Kernel &kernel;
  const GpuProcessor &gpu;
  double threads = warp, registers = 0, blocks = 1;
};
} // namespace

double mlirgym::estimatedGpuNs(const ScheduleState &end,
                               const GpuProcessor &gpu) {
  // By the operation whose tiles are blocks; others have a kernel each.
  std::map<unsigned, Kernel> kernels;
  double fills = 0;
  for (unsigned op : llvm::seq(unsigned(end.program().operations().size()))) {
    const LoopNest &nest = end.nest(op);
    const bool hasBlocks = nest.isParallel && nest.tileLoops.front().isForall();
    const unsigned owner = hasBlocks ? nest.tileLoops.front().owner : op;
    Kernel &kernel = kernels[owner];
    GpuOperation operation(end, op, gpu);
    if (const double bytes = operation.filledBytes(); bytes > 0)
      fills += launchNs + bytes / (gpu.memoryBandwidth * reachedBandwidth);
    if (op == owner)
      kernel.grid.assign(operation.grid().begin(), operation.grid().end());
    kernel.pipelinedBytes += operation.pipelinedBytes();
    kernel.sharedBytes = double(sharedBytesOfBlock(end, op));
    kernel.operations.push_back(std::move(operation));
  }
  double sum = fills;
  for (const auto &[owner, kernel] : kernels)
    sum += KernelTime(kernel, gpu).nanoseconds();
  return sum;
}
