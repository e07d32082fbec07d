//===- observation/MachineDescription.h - Where it will run -----*- C++ -*-===//
#ifndef MLIRGYM_OBSERVATION_MACHINEDESCRIPTION_H
#define MLIRGYM_OBSERVATION_MACHINEDESCRIPTION_H

#include "observation/Extractor.h"

namespace mlirgym {

/// Constants of the machine, so that one policy can serve several.
class MachineDescription {
public:
  MachineDescription(const ExtractorSetup &setup, LayoutBuilder &layout);
  void prepare(const Program &program, unsigned op, float *row) const;
  void observe(const DecisionState &, float *) const {}

private:
  MachineFeatures machine;
  unsigned threads, vectorBits, caches;
};
} // namespace mlirgym
#endif // MLIRGYM_OBSERVATION_MACHINEDESCRIPTION_H
