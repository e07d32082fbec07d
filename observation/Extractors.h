//===- observation/Extractors.h - The default features ----------*- C++ -*-===//
// The extractors of Extractors.def. Each is constructed from an ExtractorSetup
// and a LayoutBuilder.
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_OBSERVATION_EXTRACTORS_H
#define MLIRGYM_OBSERVATION_EXTRACTORS_H

#include "actions/Encoding.h"
#include "actions/LoopNest.h"
#include "observation/Extractor.h"
#include "observation/Observation.h"
#include "program/Program.h"

namespace mlirgym {

/// All that slices and values depend on besides the state.
struct ExtractorSetup {
  /// Loops that have places in the vector; further loops are left out.
  unsigned maxLoops;
  unsigned maxActionsPerOp;
  MachineFeatures machine;
};

/// The operation to act on as the program has it, before any action: class,
/// loops, affine accesses, arithmetic, work. Static. Loops are in program
/// order; operands are the first three inputs, then the first init, and their
/// last four dimensions, right-aligned: the fastest one is always last.
class OperationFeatures final : public Extractor {
public:
  static constexpr unsigned maxInputs = 3;
  static constexpr unsigned numOperands = maxInputs + 1; // and one init
  static constexpr unsigned maxDims = 4;

  OperationFeatures(const ExtractorSetup &setup, LayoutBuilder &layout);
  void prepare(const Program &program, unsigned op, float *row) const override;

private:
  void writeOperand(const Operand &operand, unsigned place, float *row) const;

  unsigned maxLoops;
  unsigned operationClass, elementType, loopCount, tripCounts, parallel,
      reduction, operands, access, counts, work, flags;
};

/// Operand shown at `place` of OperationFeatures::numOperands, null if none.
const Operand *shownOperand(const Operation &operation, unsigned place);

/// The current operation inside its tiles, the tile loops around it, and what
/// follows for caches and vectors. Loops are in current (interchanged) order.
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
                       float *row) const;

  unsigned maxLoops;
  MachineFeatures machine;
  unsigned tripCounts, isStatic, reduction, source, unitStride, tileLoops,
      flags, promoted, footprint, laneLoop, vectorCost;
};

/// The operations before and after the one to act on. Two producers are shown,
/// the last in program order first: the nearest ones. Class and work are
/// static; loops are as they stand, inside the tiles if it was fused.
class NeighbourFeatures final : public Extractor {
public:
  static constexpr unsigned maxProducers = 2;

  NeighbourFeatures(const ExtractorSetup &setup, LayoutBuilder &layout);
  void prepare(const Program &program, unsigned op, float *row) const override;
  void observe(const DecisionState &state, float *row) const override;

private:
  unsigned maxLoops;
  unsigned producers, producerClass, producerTrips, producerReduction,
      producerFused, consumers, consumerClass, fusedInto;
};

/// The actions taken on the current operation, in order, with parameters.
class ActionHistory final : public Extractor {
public:
  ActionHistory(const ExtractorSetup &setup, LayoutBuilder &layout);
  void observe(const DecisionState &state, float *row) const override;

private:
  unsigned maxLoops, maxActions;
  unsigned kind, parameters;
};

/// Where the flat encoding stands between two actions: the kind chosen, its
/// parameters so far, and for which loop the next one is.
class DecisionInProgress final : public Extractor {
public:
  DecisionInProgress(const ExtractorSetup &setup, LayoutBuilder &layout);
  void observe(const DecisionState &state, float *row) const override;

private:
  unsigned maxLoops;
  unsigned kind, parameters, next;
};

/// Position in the walk over the operations, and what became of the program so
/// far: the other operations' schedules decide the reward as well.
class EpisodeProgress final : public Extractor {
public:
  EpisodeProgress(const ExtractorSetup &setup, LayoutBuilder &layout);
  void prepare(const Program &program, unsigned op, float *row) const override;
  void observe(const DecisionState &state, float *row) const override;

private:
  unsigned maxActions;
  unsigned finished, numOps, opsLeft, actionsTaken, workLeft, workDone;
};

/// Constants of the machine, so that one policy can serve several.
class MachineDescription final : public Extractor {
public:
  MachineDescription(const ExtractorSetup &setup, LayoutBuilder &layout);
  void prepare(const Program &program, unsigned op, float *row) const override;

private:
  MachineFeatures machine;
  unsigned threads, vectorBits, caches;
};
} // namespace mlirgym
#endif // MLIRGYM_OBSERVATION_EXTRACTORS_H
