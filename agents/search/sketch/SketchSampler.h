//===- agents/search/sketch/SketchSampler.h - Plausible schedules ---------===//
#ifndef MLIRGYM_AGENTS_SEARCH_SKETCH_SKETCHSAMPLER_H
#define MLIRGYM_AGENTS_SEARCH_SKETCH_SKETCHSAMPLER_H

#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "agents/search/SearchSpace.h"
#include "program/RandomStream.h"

namespace mlirgym {

/// Draws schedules that are likely to be fast, for any structured op, like
/// Ansor's sketches with random annotation (Zheng et al., arXiv:2006.06762). A
/// sketch consists of `flatten` for some elementwise ops, optional tiles for
/// threads, optional tiles for caches, optionally a slice of one input that is
/// read repeatedly (perhaps promoted), a register tile (whole vectors of the
/// loop that is contiguous in the output, a few rows of another parallel loop,
/// a few steps of the reduction), `stream` for some large results, and
/// `vectorize`. The symbolic state decides legality. Sketches do not depend on
/// the names of operations. Without SearchSpace::machine() they do not depend
/// on the machine either: register tiles have 4 to 56 vectors of 32 bytes, and
/// measuring shows which ones fit. With a machine, most sketches are drawn for
/// its registers, chains begin with fusion, and short reductions may stay
/// whole.
class SketchSampler {
public:
  explicit SketchSampler(const SearchSpace &searchSpace)
      : space(&searchSpace) {}

  /// A whole schedule, canonical.
  Schedule sample(RandomStream &random) const;
  /// Draws the remaining actions of the current operation and ends it.
  /// Requires: !state.finished().
  void sampleOperation(ScheduleState &state, RandomStream &random) const;

private:
  const SearchSpace *space;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_SKETCH_SKETCHSAMPLER_H
