//===- mlirrl/MlirRlFeatures.h - MLIR-RL's observation ----------*- C++ -*-===//
#ifndef MLIRGYM_MLIRRL_MLIRRLFEATURES_H
#define MLIRGYM_MLIRRL_MLIRRLFEATURES_H

#include "actions/encoding/Encoding.h"
#include "mlirrl/MlirRlEncoding.h"
#include "observation/Extractor.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace mlirgym {

/// The whole observation of MLIR-RL, in its order: operation, producer, history
/// of tilings and interchanges, number of loops, mask. The operation is that of
/// the program, before any action; history and mask follow the state.
class MlirRlFeatures final : public Extractor {
public:
  MlirRlFeatures(const MlirRlEncoding &encoding, LayoutBuilder &layout);
  void prepare(const Program &program, unsigned op, float *row) const override;
  void observe(const DecisionState &state, float *row) const override;

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
#endif // MLIRGYM_MLIRRL_MLIRRLFEATURES_H
