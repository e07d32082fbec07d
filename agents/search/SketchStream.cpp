#include "actions/Action.h"
#include "agents/search/OperationSketch.h"
#include "program/Program.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlirgym;

/// Pays off if the result does not fit into the caches. Occasionally for
/// smaller results, since caches differ.
void mlirgym::sketchStream(OperationSketch &sketch) {
  constexpr int64_t largeBytes = int64_t(4) << 20;
  int64_t bytes = sketch.elementBytes();
  for (auto [trips, iterator] : llvm::zip_equal(
           sketch.operation().tripCounts, sketch.operation().iteratorTypes))
    if (iterator == IteratorType::Parallel)
      bytes *= trips;
  if (sketch.random.chance(bytes >= largeBytes ? 0.5 : 0.05))
    sketch.take(ActionKind::Stream);
}
