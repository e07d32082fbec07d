#include "agents/model/OperandTraffic.h"
#include "actions/Action.h"
#include "agents/model/TiledLoops.h"
#include "program/Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace mlirgym;

namespace {
constexpr double cacheLine = 64;
/// Associativity of most L1 and L2 caches.
constexpr double ways = 8;
/// Share of a cache that is available to the operands.
constexpr double usableShare = 0.8;

/// Elements along one dimension.
int64_t extentOf(const AffineTerm &term, int64_t whole,
                 const Extents &extents) {
  if (!term.linear)
    return whole;
  int64_t extent = 1;
  for (auto [coefficient, loop] : llvm::zip_equal(term.coefficients, extents))
    extent += std::abs(coefficient) * (loop - 1);
  return std::clamp<int64_t>(extent, 1, std::max<int64_t>(whole, 1));
}

/// An operand of the operation, as the caches see it.
struct TrafficOperand {
  const TiledLoops *loops;
  const Operand *operand;
  /// At this depth and below, a compact copy of the rows is used.
  unsigned copyDepth;
  /// Outside this depth there is no traffic: the rows belong to a tile that is
  /// computed there, in a buffer that is reused.
  unsigned bufferDepth;
  /// Bytes moved for each byte touched.
  double weight;

  OperandRows rows(unsigned depth) const {
    return rowsOf(*operand, loops->extents(std::max(depth, bufferDepth)),
                  loops->nest().isFlat());
  }
  double occupied(unsigned depth, double cacheBytes) const {
    OperandRows touched = rows(depth);
    return depth >= copyDepth ? touched.rows * touched.rowBytes
                              : touched.occupiedBytes(cacheBytes);
  }
  bool dependsOn(unsigned loop) const {
    const OperandRows outside = rows(loop), inside = rows(loop + 1);
    return outside.rows * outside.rowBytes > inside.rows * inside.rowBytes;
  }
  double traffic(unsigned depth) const {
    const OperandRows touched = rows(depth);
    double times = 1, bytes = touched.lineBytes();
    bool isKept = true;
    for (unsigned loop = depth; loop-- > 0;) {
      if (isKept && dependsOn(loop)) {
        isKept = false;
        // Tiles along a row share its cache lines.
        if (rows(loop).rowBytes > touched.rowBytes)
          bytes = touched.rows * touched.rowBytes;
      }
      if (!isKept)
        times *= loops->loops()[loop].trips;
    }
    return weight * times * bytes;
  }
};

llvm::SmallVector<TrafficOperand, 4> operandsOf(const TiledLoops &loops) {
  const Operation &op = loops.operation();
  llvm::SmallVector<TrafficOperand, 4> operands;
  for (auto [i, input] : llvm::enumerate(op.inputs))
    operands.push_back({&loops, &input, loops.copyDepth(unsigned(i)), 0, 1});
  // Written lines are read first, unless they are streamed past the caches.
  if (loops.nest().isMarkedBy(ActionKind::Stream))
    return operands;
  for (const Operand &init : op.inits)
    operands.push_back(
        {&loops, &init, loops.depth() + 1, loops.fusedDepth(), 2});
  return operands;
}
} // namespace

double OperandRows::lineBytes() const {
  const double lines = rowBytes / cacheLine;
  // A row that is not a whole number of lines may begin anywhere in a line.
  const bool isWhole = strideBytes % int64_t(cacheLine) == 0;
  return rows * cacheLine * (isWhole ? std::ceil(lines) : lines + 0.5);
}

double OperandRows::occupiedBytes(double cacheBytes) const {
  const double bytes = lineBytes();
  if (rows <= 1 || strideBytes % int64_t(cacheLine) != 0)
    return bytes;
  const auto sets = int64_t(
      llvm::bit_floor(uint64_t(std::max(1.0, cacheBytes / cacheLine / ways))));
  const int64_t distance =
      std::max<int64_t>(1, strideBytes / int64_t(cacheLine));
  const int64_t reached = sets / std::gcd(sets, distance);
  const double used =
      std::min(double(sets), double(reached) * std::ceil(rowBytes / cacheLine));
  return bytes / cacheLine > used ? bytes * double(sets) / used : bytes;
}

OperandRows mlirgym::rowsOf(const Operand &operand, const Extents &extents,
                            bool isFlat) {
  const double elementBytes = sizeOfElement(operand.elementType);
  OperandRows rows;
  if (isFlat) {
    rows.rowBytes = elementBytes * double(extents.back());
    rows.strideBytes = int64_t(rows.rowBytes);
    return rows;
  }
  double inRow = 1;
  int64_t stride = int64_t(elementBytes);
  bool isContiguous = true;
  for (auto [term, whole] :
       llvm::reverse(llvm::zip_equal(operand.map, operand.shape))) {
    const int64_t extent = extentOf(term, whole, extents);
    if (isContiguous)
      inRow *= double(extent);
    else
      rows.rows *= double(extent);
    stride *= whole;
    if (isContiguous && (extent < whole)) {
      isContiguous = false;
      rows.strideBytes = stride;
    }
  }
  if (isContiguous)
    rows.strideBytes = stride;
  rows.rowBytes = inRow * elementBytes;
  return rows;
}

/// Bytes of the lines of the results inside the first `depth` loops.
static double resultBytes(const TiledLoops &loops, unsigned depth) {
  double bytes = 0;
  for (const Operand &init : loops.operation().inits)
    bytes +=
        rowsOf(init, loops.extents(depth), loops.nest().isFlat()).lineBytes();
  return bytes;
}

double mlirgym::streamedBytes(const TiledLoops &loops) {
  return loops.nest().isMarkedBy(ActionKind::Stream) ? resultBytes(loops, 0)
                                                     : 0;
}

double mlirgym::trafficBeyond(const TiledLoops &loops, double cacheBytes) {
  const auto operands = operandsOf(loops);
  auto fits = [&](unsigned depth) {
    double bytes = 0;
    for (const TrafficOperand &operand : operands)
      bytes += operand.occupied(depth, cacheBytes);
    return bytes <= usableShare * cacheBytes;
  };
  unsigned depth = 0;
  while (depth < loops.depth() && !fits(depth))
    ++depth;
  if (depth == 0)
    return 0;
  double bytes = 0;
  for (const TrafficOperand &operand : operands)
    bytes += operand.traffic(depth);
  // A fill outside of that body has read and written the lines of the results
  // before.
  if (loops.operation().hasReduction() && loops.nest().initDepth < depth)
    bytes += 2 * resultBytes(loops, loops.fusedDepth());
  return bytes;
}
