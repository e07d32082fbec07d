//===- observation/LoopState.h - The op's loops as they stand ---*- C++ -*-===//
#ifndef MLIRGYM_OBSERVATION_LOOPSTATE_H
#define MLIRGYM_OBSERVATION_LOOPSTATE_H

#include "observation/Extractor.h"

namespace mlirgym {

/// The current operation inside its tiles, the tile loops around it, and what
/// follows for caches and vectors. Loops are in current (interchanged) order.
class LoopState {
public:
  /// Tile loops shown: the innermost ones.
  static constexpr unsigned maxTileLoops = 12;

  LoopState(const ExtractorSetup &setup, LayoutBuilder &layout);
  void prepare(const Program &, unsigned, float *) const {}
  void observe(const DecisionState &state, float *row) const;

private:
  void writeLoops(const LoopNest &nest, const Operation &operation,
                  float *row) const;
  void writeTileLoops(const LoopNest &nest, float *row) const;
  void writeFootprint(const LoopNest &nest, const Operation &operation,
                      float *row) const;
  void writeVectorCost(const LoopNest &nest, const Operation &operation,
                       float *row) const;

  unsigned maxLoops;
  MachineFeatures machine;
  unsigned tripCounts, isStatic, reduction, source, unitStride, tileLoops,
      flags, promoted, footprint, laneLoop, vectorCost;
};
} // namespace mlirgym
#endif // MLIRGYM_OBSERVATION_LOOPSTATE_H
