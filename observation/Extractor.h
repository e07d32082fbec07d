//===- observation/Extractor.h - Parts of an observation --------*- C++ -*-===//
#ifndef MLIRGYM_OBSERVATION_EXTRACTOR_H
#define MLIRGYM_OBSERVATION_EXTRACTOR_H

#include "actions/encoding/Encoding.h"
#include "observation/Observation.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlirgym {

/// Lays out slices one after the other.
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

/// Computes a group of features. Its constructor declares its slices with a
/// LayoutBuilder; it writes no others. Immutable and thread safe.
class Extractor {
public:
  virtual ~Extractor();
  /// Writes the features that depend on the program alone. `op` is the
  /// operation to act on, or the number of operations for the finished state.
  /// `row` is zero at entry.
  virtual void prepare(const Program &program, unsigned op, float *row) const;
  /// Writes the other features over a copy of that row. Allocates nothing.
  virtual void observe(const DecisionState &state, float *row) const;
  /// True if these also depend on the decision in progress; otherwise equal
  /// schedules have equal features.
  virtual bool readsDecision() const { return false; }
};
} // namespace mlirgym
#endif // MLIRGYM_OBSERVATION_EXTRACTOR_H
