//===- observation/MlirRlFeatures.h - What MLIR-RL's agents see -*- C++ -*-===//
#ifndef MLIRGYM_OBSERVATION_MLIRRLFEATURES_H
#define MLIRGYM_OBSERVATION_MLIRRLFEATURES_H

#include "observation/Extractors.h"

namespace mlirgym {

/// The whole observation of MLIR-RL, in its order: operation, producer, history
/// of tilings and interchanges, number of loops, mask. The operation is as the
/// program has it; history and mask follow the state.
class MlirRlFeatures {
public:
  MlirRlFeatures(const ExtractorSetup &setup, LayoutBuilder &layout);
  void prepare(const Program &program, unsigned op, float *row) const;
  void observe(const DecisionState &state, float *row) const;

private:
  /// Offsets of the slices about one operation.
  struct Part {
    unsigned type, bounds, parallel, loads, stores, counts;
  };
  Part addPart(LayoutBuilder &layout, const std::string &prefix,
               const std::string &of) const;
  void write(const Operation &operation, const Part &part, float *row) const;
  void writeAccesses(llvm::ArrayRef<Operand> operands, float *matrices) const;

  MlirRlEncoding encoding;
  Part operation, producer;
  unsigned producerSize, tilings[3], interchanges, loops, mask;
};
} // namespace mlirgym
#endif // MLIRGYM_OBSERVATION_MLIRRLFEATURES_H
