//===- observation/Extractor.h - What every extractor has -------*- C++ -*-===//
// An extractor is a class named in Extractors.def with
//
//   Extractor(const ExtractorSetup &, LayoutBuilder &);  // declares its slices
//   void prepare(const Program &, unsigned op, float *row) const;
//   void observe(const DecisionState &, float *row) const;
//
// prepare() writes what depends on the program alone; `op` is the operation to
// act on, or the number of operations for the finished state. observe() writes
// the rest over a copy of that row: what neither writes is 0. It allocates
// nothing, and writes only its own slices.
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_OBSERVATION_EXTRACTOR_H
#define MLIRGYM_OBSERVATION_EXTRACTOR_H

#include "observation/Observation.h"

namespace mlirgym {

/// What slices and values may depend on besides the state.
struct ExtractorSetup {
  /// Loops that have places in the vector; further loops are left out.
  unsigned maxLoops;
  unsigned maxActionsPerOp;
  MachineFeatures machine;
  MlirRlOptions mlirRl = {};
};

/// Lays slices one after the other.
class LayoutBuilder {
public:
  explicit LayoutBuilder(ObservationSpec &spec) : spec(spec) {}

  /// Slices declared from here on are named "<extractor>.<field>".
  void begin(llvm::StringRef extractor) { prefix = extractor; }

  /// Returns the offset of the new slice in the row.
  unsigned add(llvm::StringRef field, llvm::ArrayRef<unsigned> shape, float low,
               float high, llvm::StringRef summary);

private:
  ObservationSpec &spec;
  llvm::StringRef prefix;
};
} // namespace mlirgym
#endif // MLIRGYM_OBSERVATION_EXTRACTOR_H
