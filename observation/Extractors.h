//===- observation/Extractors.h - The default features ----------*- C++ -*-===//
// The extractors of Extractors.def. Each is constructed from an ExtractorSetup
// and a LayoutBuilder.
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_OBSERVATION_EXTRACTORS_H
#define MLIRGYM_OBSERVATION_EXTRACTORS_H

#include "actions/ActionKinds.h"
#include "actions/LoopNest.h"
#include "actions/ScheduleLimits.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "observation/Extractor.h"
#include "observation/Observation.h"
#include "program/Program.h"

namespace mlirgym {

/// Index of the operation that an observation describes: the current one, or in
/// the finished state the one that ended last, in its final state; otherwise a
/// critic could not distinguish finished schedules. Requires: the program has
/// an operation.
inline unsigned shownOperation(const ScheduleState &schedule) {
  return schedule.finished() ? 0 : schedule.currentOp();
}

/// Everything that slices and values depend on, except the state.
struct ExtractorSetup {
  /// Number of loops shown in the vector; further loops are omitted.
  unsigned maxLoops;
  unsigned maxActionsPerOp;
  /// Their order is that of one-hots.
  ActionKinds kinds;
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

/// The operations before and after the one to act on. Two producers are shown,
/// the last in program order first: the nearest ones. Class and work are
/// static; loops are the current ones, inside the tiles if the operation was
/// fused.
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

/// All operations of the program, or those nearest to the current one in
/// program order. Not part of the default layout (ObservationOptions).
class ProgramOperations final : public Extractor {
public:
  /// `places`: number of operations shown.
  ProgramOperations(const ExtractorSetup &setup, unsigned places,
                    LayoutBuilder &layout);
  void prepare(const Program &program, unsigned op, float *row) const override;
  void observe(const DecisionState &state, float *row) const override;

private:
  /// The operation at the first place if `op` is the current one.
  unsigned firstShown(const Program &program, unsigned op) const;

  unsigned maxLoops, maxOperations;
  unsigned facts, tripCounts, reduction, producers, states, steps;
};

/// The actions taken on the current operation, in order, with parameters. An
/// action of a kind that is not among the encoding's has no 1 in the one-hot.
class ActionHistory final : public Extractor {
public:
  ActionHistory(const ExtractorSetup &setup, LayoutBuilder &layout);
  void observe(const DecisionState &state, float *row) const override;

private:
  unsigned maxLoops, maxActions;
  ActionKinds kinds;
  unsigned kind, parameters;
};

/// The action in progress of the flat encoding: the chosen kind, its parameters
/// so far, and the loop of the next parameter.
class DecisionInProgress final : public Extractor {
public:
  DecisionInProgress(const ExtractorSetup &setup, LayoutBuilder &layout);
  void observe(const DecisionState &state, float *row) const override;

private:
  unsigned maxLoops;
  ActionKinds kinds;
  unsigned kind, parameters, next;
};

/// Position in the sequence of operations, and a summary of the other
/// operations' schedules, which influence the reward as well.
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
