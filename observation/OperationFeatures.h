//===- observation/OperationFeatures.h - The op as written ------*- C++ -*-===//
#ifndef MLIRGYM_OBSERVATION_OPERATIONFEATURES_H
#define MLIRGYM_OBSERVATION_OPERATIONFEATURES_H

#include "observation/Extractor.h"

namespace mlirgym {

/// The operation to act on as the program has it, before any action: class,
/// loops, affine accesses, arithmetic, work. Static. Loops are in program
/// order; operands are the first three inputs, then the first init, and their
/// last four dimensions, right-aligned: the fastest one is always last.
class OperationFeatures {
public:
  static constexpr unsigned maxInputs = 3;
  static constexpr unsigned numOperands = maxInputs + 1; // and one init
  static constexpr unsigned maxDims = 4;

  OperationFeatures(const ExtractorSetup &setup, LayoutBuilder &layout);
  void prepare(const Program &program, unsigned op, float *row) const;
  void observe(const DecisionState &, float *) const {}

private:
  void writeOperand(const Operand &operand, unsigned place, float *row) const;

  unsigned maxLoops;
  unsigned operationClass, elementType, loopCount, tripCounts, parallel,
      reduction, operands, access, counts, work, flags;
};

/// Operand shown at `place` of OperationFeatures::numOperands, null if none.
const Operand *shownOperand(const Operation &operation, unsigned place);
} // namespace mlirgym
#endif // MLIRGYM_OBSERVATION_OPERATIONFEATURES_H
