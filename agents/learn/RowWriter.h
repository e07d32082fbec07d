//===- agents/learn/RowWriter.h - Observations of a dataset -----*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_LEARN_ROWWRITER_H
#define MLIRGYM_AGENTS_LEARN_ROWWRITER_H

#include "actions/encoding/Encoding.h"
#include "agents/learn/Dataset.h"
#include "observation/Observation.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <memory>
#include <vector>

namespace mlirgym {

/// Computes observations and masks of states on demand: all of them together
/// would take gigabytes, and one row takes a few microseconds.
class RowWriter {
public:
  /// `data` must outlive it. The rows of a program show the context of its
  /// timings, and their masks have the kinds of
  /// Dataset::encodingOn().
  explicit RowWriter(const Dataset &data);

  size_t width() const { return rowWidth; }
  size_t numActions() const { return actionCount; }

  /// Fills `observations`, shape [states, width()], and `masks`, shape [states,
  /// numActions()]; `masks` may be empty, and is then not computed.
  void write(llvm::ArrayRef<StateRef> states,
             llvm::MutableArrayRef<float> observations,
             llvm::MutableArrayRef<int8_t> masks) const;

private:
  /// Observer and encoding of one context.
  struct View {
    FlatEncoding encoding;
    Observer observer;
  };
  struct Prepared {
    const View *view;
    std::shared_ptr<const std::vector<float>> rows;
    DecisionState start;
  };
  const Dataset &data;
  std::map<MachineFeatures, View> views;
  std::vector<Prepared> programs;
  size_t rowWidth = 0, actionCount = 0;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_LEARN_ROWWRITER_H
