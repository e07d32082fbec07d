//===- agents/model/GpuBlocks.h - Work of a block of a GPU ------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_MODEL_GPUBLOCKS_H
#define MLIRGYM_AGENTS_MODEL_GPUBLOCKS_H

#include "actions/ScheduleState.h"
#include "agents/model/TiledLoops.h"
#include "lowering/target/GpuProcessor.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace mlirgym {

/// An operand of a kernel in memory, for each of its blocks.
struct GpuOperand {
  /// Bytes that a block moves, and bytes of the part that all blocks touch.
  double blockBytes = 0, wholeBytes = 0;
  /// Cache lines that a warp accesses together, relative to the fewest.
  double spread = 1;
  /// For each loop of the grid, outermost first, whether blocks along it touch
  /// other parts.
  llvm::SmallVector<bool, 4> differs;
};

/// Cycles of a multiprocessor for the part of an operation in one block.
struct GpuWork {
  /// Instructions at full speed; and accesses to shared memory and to the first
  /// cache.
  double instructions = 0, accesses = 0;
  /// From the first to the last instruction if no other block runs.
  double latency = 0;
};

/// One operation of a scheduled program on a GPU: its loops as blocks, as loops
/// of a block, and as threads, as lowering/gpu/ divides them. Keeps a reference
/// to the state.
class GpuOperation {
public:
  GpuOperation(const ScheduleState &state, unsigned op,
               const GpuProcessor &processor);

  /// Trips of the loops that are blocks, outermost first; none if it runs in
  /// one block.
  llvm::ArrayRef<double> grid() const { return blocks; }
  /// Threads of gpu_threads or gpu_warps in a block; 0 if the threads share
  /// the elements.
  double threadsOfTiles() const { return numTiles * threadsPerTile(); }
  /// Threads that have an element if they share the elements of a block.
  double threadsOfPoints() const;
  /// Registers of 32 bits of a thread that loads the operands of so many steps
  /// of its reduction together.
  double registers(double stepsLoaded) const;
  /// In a block of so many threads.
  GpuWork work(double threads) const;
  llvm::SmallVector<GpuOperand, 4> operands() const;
  /// Bytes of one buffer for each copy of `promote` in a loop of the block.
  double pipelinedBytes() const;
  /// Bytes of the results that another kernel fills before; 0 if they are
  /// filled in the tiles, in the same kernel or not at all.
  double filledBytes() const;

private:
  /// How the threads of a warp access an operand.
  struct Access {
    /// Elements of one load of a thread.
    double width = 1;
    /// Cache lines, or rows of banks, of one load of a warp.
    double lines = 1;
  };
  /// A loop along which neighbouring threads differ, the innermost first.
  struct Neighbours {
    int source;
    double step, trips;
  };

  void findTiles();
  void sharePoints();
  double threadsPerTile() const { return isForWarps ? 32 : 1; }
  /// Tiles of several sizes are scalar loops.
  bool isInRegisters() const;
  /// True if four warps compute a product together (wgmma).
  bool isForWarpgroups() const;
  unsigned tileDepth() const { return unsigned(loops.nest().tileLoops.size()); }
  /// Number of loops around what threads share.
  unsigned sharedDepth() const {
    return numTiles > 0 ? firstThreadLoop : tileDepth();
  }
  double numBlocks() const;
  /// Number of times that a block runs the body at a depth.
  double perBlock(unsigned depth) const;
  bool dependsOn(const Operand &operand, int source) const;
  bool isAlong(const Operand &operand, int source) const;
  bool isNeighbour(int source) const;
  bool isLocal(const Operand &operand) const;
  bool isCopied(unsigned input) const {
    return loops.copyDepth(input) <= loops.depth();
  }
  Access accessOf(const Operand &operand) const;
  double loadsPerBlock(const Operand &operand) const;
  double missesOfThread(const Operand &operand) const;
  double restarts() const;
  double movedBytes(const Operand &operand, bool isResult) const;
  GpuOperand inMemory(const Operand &operand, double blockBytes) const;
  double elementsInTile(const Operand &operand) const;
  double elementsOfCopy(unsigned input) const;

  const ScheduleState &state;
  const GpuProcessor &gpu;
  const TiledLoops loops;
  unsigned numBlockLoops = 0, firstThreadLoop = 0, endOfThreadLoops = 0;
  /// Tiles of threads or warps in a block; 0 if threads share the elements.
  double numTiles = 0;
  bool isForWarps = false;
  llvm::SmallVector<double, 4> blocks;
  llvm::SmallVector<Neighbours, 8> neighbours;
  /// If threads share the elements: elements of one access of a thread, and
  /// threads that compute one sum together.
  double lanes = 1, threadsPerPoint = 1;
  /// The source of the loop along which those elements lie.
  int laneLoop = LoopAround::unknown;
  /// Of an operation outside of blocks: the part of each loop in a block, and
  /// the loops that the grid divides.
  Extents covered;
  llvm::SmallVector<int, 4> dividedLoops;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_MODEL_GPUBLOCKS_H
