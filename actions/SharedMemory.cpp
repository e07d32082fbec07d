#include "actions/SharedMemory.h"
#include "actions/LoopNest.h"
#include "actions/ScheduleState.h"
#include "actions/rules/OperandSlice.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cstdlib>

namespace mlirgym {
namespace {
constexpr int64_t buffersOfPipeline = 2;
/// Products of extents stop here.
constexpr int64_t saturated = int64_t(1) << 40;

int64_t multiply(int64_t a, int64_t b) {
  return b != 0 && a > saturated / b ? saturated : a * b;
}

bool isInBlockOf(const LoopNest &nest, unsigned owner) {
  return nest.isParallel && nest.tileLoops.front().isForall() &&
         nest.tileLoops.front().owner == owner;
}

/// One for each iteration of a tile's parallel loops.
int64_t bytesOfParts(const Operation &op, const LoopNest &nest) {
  if (!nest.isPartial)
    return 0;
  int64_t bytes = sizeOfElement(op.inits.front().elementType);
  for (const Loop &loop : nest.loops)
    if (loop.iterator == IteratorType::Parallel)
      bytes = multiply(bytes, loop.tripCount);
  return bytes;
}
} // namespace

int64_t bytesOfCopy(const Operand &input, const LoopNest &nest) {
  int64_t bytes = sizeOfElement(input.elementType);
  for (const SliceDim &dim : sliceOf(input, nest))
    bytes = multiply(bytes, dim.extent);
  const bool isPipeline = nest.tileLoops.back().kind == TileLoop::Kind::For;
  return isPipeline ? buffersOfPipeline * bytes : bytes;
}

int64_t bytesOfResults(const Operation &op, llvm::ArrayRef<int64_t> extents) {
  int64_t total = 0;
  for (const Operand &init : op.inits) {
    int64_t bytes = sizeOfElement(init.elementType);
    for (auto [term, whole] : llvm::zip_equal(init.map, init.shape)) {
      int64_t extent = term.linear ? 1 : whole;
      if (term.linear)
        for (auto [coefficient, loop] :
             llvm::zip_equal(term.coefficients, extents))
          extent += std::abs(coefficient) * (loop - 1);
      bytes = multiply(bytes, std::max<int64_t>(extent, 1));
    }
    total += bytes;
  }
  return total;
}

int64_t bytesOfFusedResults(const ScheduleState &state, unsigned op) {
  const LoopNest &nest = state.nest(op);
  if (!nest.isParallel || isInBlockOf(nest, op))
    return 0;
  // As its tile was before it was tiled further.
  const Operation &operation = state.operation(op);
  llvm::SmallVector<int64_t, 8> extents(operation.tripCounts);
  for (const Loop &loop : nest.loops)
    extents[loop.source] = loop.tripCount;
  for (const TileLoop &loop : llvm::reverse(nest.tileLoops)) {
    if (loop.owner == op)
      extents[loop.source] = loop.extent;
    else if (loop.kind == TileLoop::Kind::Threads)
      return 0;
  }
  return bytesOfResults(operation, extents);
}

int64_t sharedBytesOfBlock(const ScheduleState &state, unsigned op) {
  const LoopNest &of = state.nest(op);
  if (!of.isParallel || !of.tileLoops.front().isForall())
    return 0;
  const unsigned owner = of.tileLoops.front().owner;
  int64_t bytes = 0;
  for (unsigned i = 0, e = unsigned(state.program().operations().size());
       i != e; ++i)
    if (const LoopNest &nest = state.nest(i); isInBlockOf(nest, owner))
      bytes += nest.copiedBytes + bytesOfFusedResults(state, i) +
               bytesOfParts(state.operation(i), nest);
  return bytes;
}

} // namespace mlirgym
