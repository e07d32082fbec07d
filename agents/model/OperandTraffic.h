//===- agents/model/OperandTraffic.h - Bytes between caches -----*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_MODEL_OPERANDTRAFFIC_H
#define MLIRGYM_AGENTS_MODEL_OPERANDTRAFFIC_H

#include "agents/model/TiledLoops.h"
#include "program/Program.h"

namespace mlirgym {

/// The elements of an operand that a tile touches, as rows of contiguous ones.
struct OperandRows {
  double rows = 1;
  /// Bytes of a row, and bytes from the start of one row to the next.
  double rowBytes = 0;
  int64_t strideBytes = 0;

  /// Bytes of the cache lines that contain them.
  double lineBytes() const;
  /// Bytes that they occupy in a cache of `cacheBytes`: rows at a distance of a
  /// power of two compete for a few of its sets.
  double occupiedBytes(double cacheBytes) const;
};

/// The rows of `operand` in a tile of these extents. `isFlat`: the operation
/// has one loop over all elements.
OperandRows rowsOf(const Operand &operand, const Extents &extents, bool isFlat);

/// Bytes per call that an operation moves into and out of a cache of
/// `cacheBytes`: the outermost body whose tiles fit into it reads each tile
/// once, and reuses tiles that do not change with the loops around it. 0 if all
/// operands fit, since they stay there from one call to the next.
double trafficBeyond(const TiledLoops &loops, double cacheBytes);

/// Bytes per call that `stream` writes past all caches.
double streamedBytes(const TiledLoops &loops);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_MODEL_OPERANDTRAFFIC_H
