//===- observation/DecisionInProgress.h - A half-chosen action --*- C++ -*-===//
#ifndef MLIRGYM_OBSERVATION_DECISIONINPROGRESS_H
#define MLIRGYM_OBSERVATION_DECISIONINPROGRESS_H

#include "observation/Extractor.h"

namespace mlirgym {

/// Where the flat encoding stands between two actions: the kind chosen, its
/// parameters so far, and for which loop the next one is.
class DecisionInProgress {
public:
  DecisionInProgress(const ExtractorSetup &setup, LayoutBuilder &layout);
  void prepare(const Program &, unsigned, float *) const {}
  void observe(const DecisionState &state, float *row) const;

private:
  unsigned maxLoops;
  unsigned kind, parameters, next;
};
} // namespace mlirgym
#endif // MLIRGYM_OBSERVATION_DECISIONINPROGRESS_H
