//===- agents/search/SketchSampler.h - Plausible schedules ------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_SKETCHSAMPLER_H
#define MLIRGYM_AGENTS_SEARCH_SKETCHSAMPLER_H

#include "agents/search/SearchSpace.h"

namespace mlirgym {

/// Draws schedules that have a chance of being fast, for any structured op:
/// some elementwise ones made flat, optional tiles for threads, optional tiles
/// for caches, optionally a piece of one input that is used again and again
/// (perhaps promoted), a register tile (the loop that is contiguous in the
/// output in whole vectors, a few rows of another parallel loop, a small piece
/// of the reduction), `stream` for some large results, then `vectorize`. What
/// Ansor calls sketch and random annotation (Zheng et al., arXiv:2006.06762),
/// with legality left to the symbolic state. Knows no operation by name and no
/// machine: register tiles of 4 to 56 vectors of 32 bytes are all tried,
/// measuring tells which fits.
class SketchSampler {
public:
  explicit SketchSampler(const SearchSpace &searchSpace)
      : space(&searchSpace) {}

  /// A whole schedule, canonical.
  Schedule sample(RandomStream &random) const;
  /// Sketches what is left of the current operation and ends it. Requires:
  /// !state.finished().
  void sampleOperation(ScheduleState &state, RandomStream &random) const;

private:
  const SearchSpace *space;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_SKETCHSAMPLER_H
