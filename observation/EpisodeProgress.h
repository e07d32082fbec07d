//===- observation/EpisodeProgress.h - How far the episode is ---*- C++ -*-===//
#ifndef MLIRGYM_OBSERVATION_EPISODEPROGRESS_H
#define MLIRGYM_OBSERVATION_EPISODEPROGRESS_H

#include "observation/Extractor.h"

namespace mlirgym {

/// Position in the walk over the operations, and what became of the program so
/// far: the other operations' schedules decide the reward as well.
class EpisodeProgress {
public:
  EpisodeProgress(const ExtractorSetup &setup, LayoutBuilder &layout);
  void prepare(const Program &program, unsigned op, float *row) const;
  void observe(const DecisionState &state, float *row) const;

private:
  unsigned maxActions;
  unsigned finished, numOps, opsLeft, actionsTaken, workLeft, workDone;
};
} // namespace mlirgym
#endif // MLIRGYM_OBSERVATION_EPISODEPROGRESS_H
