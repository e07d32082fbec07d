//===- observation/NeighbourFeatures.h - Producers and consumer -*- C++ -*-===//
#ifndef MLIRGYM_OBSERVATION_NEIGHBOURFEATURES_H
#define MLIRGYM_OBSERVATION_NEIGHBOURFEATURES_H

#include "observation/Extractor.h"

namespace mlirgym {

/// The operations before and after the one to act on. Two producers are shown,
/// the last in program order first: the nearest ones. Class and work are
/// static; loops are as they stand, inside the tiles if it was fused.
class NeighbourFeatures {
public:
  static constexpr unsigned maxProducers = 2;

  NeighbourFeatures(const ExtractorSetup &setup, LayoutBuilder &layout);
  void prepare(const Program &program, unsigned op, float *row) const;
  void observe(const DecisionState &state, float *row) const;

private:
  unsigned maxLoops;
  unsigned producers, producerClass, producerTrips, producerReduction,
      producerFused, consumers, consumerClass, fusedInto;
};
} // namespace mlirgym
#endif // MLIRGYM_OBSERVATION_NEIGHBOURFEATURES_H
