//===- agents/search/sketch/SketchMachine.h - The machine of sketches -----===//
#ifndef MLIRGYM_AGENTS_SEARCH_SKETCH_SKETCHMACHINE_H
#define MLIRGYM_AGENTS_SEARCH_SKETCH_SKETCHMACHINE_H

#include <cstdint>

namespace mlirgym {
struct Target; // execution/lowering/target/Target.h

/// What sketches know of a processor.
struct SketchMachine {
  int64_t vectorBytes = 32;
  /// Vector registers that a program can name.
  int64_t registers = 16;
  /// Of the largest cache that belongs to one core.
  int64_t cacheBytes = int64_t(512) << 10;

  /// Where the size of the cache is not known, that of a small core is taken.
  static SketchMachine of(const Target &target);
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_SKETCH_SKETCHMACHINE_H
