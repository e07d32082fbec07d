//===- observation/ActionHistory.h - Actions taken on the op ----*- C++ -*-===//
#ifndef MLIRGYM_OBSERVATION_ACTIONHISTORY_H
#define MLIRGYM_OBSERVATION_ACTIONHISTORY_H

#include "observation/Extractor.h"

namespace mlirgym {

/// The actions taken on the current operation, in order, with parameters.
class ActionHistory {
public:
  ActionHistory(const ExtractorSetup &setup, LayoutBuilder &layout);
  void prepare(const Program &, unsigned, float *) const {}
  void observe(const DecisionState &state, float *row) const;

private:
  unsigned maxLoops, maxActions;
  unsigned kind, parameters;
};
} // namespace mlirgym
#endif // MLIRGYM_OBSERVATION_ACTIONHISTORY_H
