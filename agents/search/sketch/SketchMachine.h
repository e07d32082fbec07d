//===- agents/search/sketch/SketchMachine.h - The machine of sketches -----===//
#ifndef MLIRGYM_AGENTS_SEARCH_SKETCH_SKETCHMACHINE_H
#define MLIRGYM_AGENTS_SEARCH_SKETCH_SKETCHMACHINE_H

#include <cstdint>

namespace mlirgym {
struct Target; // lowering/target/Target.h

/// The properties of a processor that sketches use.
struct SketchMachine {
  int64_t vectorBytes = 32;
  /// Number of architectural vector registers.
  int64_t registers = 16;
  /// Bytes of the largest private cache of a core.
  int64_t cacheBytes = int64_t(512) << 10;
  /// Sums of short products are computed in tiles.
  bool matrixTiles = false;

  /// If the size of the cache is unknown, the size for a small core is used.
  static SketchMachine of(const Target &target);
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_SKETCH_SKETCHMACHINE_H
