#include "actions/Action.h"
#include "agents/search/sketch/OperationSketch.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstddef>
#include <cstdint>

using namespace mlirgym;

/// Flattens the loops, mostly if rows are not whole vectors. Rarely if
/// producers could be fused instead.
void mlirgym::sketchFlatten(OperationSketch &sketch) {
  if (!sketch.underWay() ||
      !sketch.state.legalParameters(ActionKind::Flatten).isLegal)
    return;
  if (sketch.random.chance(sketch.hasProducer() ? 0.1 : 0.4))
    sketch.take(ActionKind::Flatten);
}

/// True if windows are single elements: the matrix is then the image itself,
/// without gathering.
static bool hasSingleElements(const Operation &operation) {
  return !llvm::any_of(operation.inputs, [&](const Operand &input) {
    return llvm::any_of(input.map, [&](const AffineTerm &term) {
      int64_t loops = 0;
      for (auto [i, trips] : llvm::enumerate(operation.tripCounts))
        loops += term.linear && trips > 1 && term.coefficients[i] != 0;
      return loops > 1;
    });
  });
}

/// How likely it is that a product is faster than a convolution.
static double chanceOfProduct(const OperationSketch &sketch) {
  if (sketch.machine && hasSingleElements(sketch.operation()))
    return 0.5;
  // A matrix unit takes columns that move no window.
  const int lane = sketch.contiguousLoop(sketch.operation().inits.front());
  return sketch.isForMatrixUnit() && lane != noLoop && sketch.isInWindow(lane)
             ? 0.7
             : 0.1;
}

/// Replaces a convolution by a product over gathered windows. Rarely, since
/// gathering costs more than most convolutions gain.
void mlirgym::sketchImg2col(OperationSketch &sketch) {
  if (sketch.underWay() && sketch.space.allows(ActionKind::Img2col) &&
      sketch.state.legalParameters(ActionKind::Img2col).isLegal &&
      sketch.random.chance(chanceOfProduct(sketch)))
    sketch.take(ActionKind::Img2col);
}

/// The loop along which a window moves first: the rows of the image.
static unsigned rowLoop(const Operation &convolution) {
  for (const AffineTerm &term : convolution.inputs.front().map)
    if (llvm::count_if(term.coefficients, [](int64_t c) { return c != 0; }) > 1)
      for (auto [loop, iterator] : llvm::enumerate(convolution.iteratorTypes))
        if (iterator == IteratorType::Parallel && term.coefficients[loop] != 0)
          return static_cast<unsigned>(loop);
  llvm_unreachable("a convolution has windows");
}

/// The loop over filters, which do not move the window.
static unsigned filterLoop(const Operation &convolution) {
  for (auto [loop, iterator] : llvm::enumerate(convolution.iteratorTypes))
    if (iterator == IteratorType::Parallel &&
        !dependsOn(convolution.inputs.front(), static_cast<unsigned>(loop)))
      return static_cast<unsigned>(loop);
  llvm_unreachable("a convolution has filters");
}

/// Draws a size of at least `low` that divides the loop and is a multiple of
/// `factor`; 0, the whole loop, is as likely as each size.
static int64_t divisor(OperationSketch &sketch, unsigned loop, int64_t low,
                       int64_t factor) {
  const int64_t trips = sketch.loops()[loop].tripCount;
  Sizes sizes = sketch.sizesIn(low, trips, loop);
  llvm::erase_if(sizes, [&](int64_t size) {
    return size % factor != 0 || trips % size != 0;
  });
  sizes.push_back(0);
  return sketch.random.pick(llvm::ArrayRef<int64_t>(sizes));
}

/// A part of one image whose transformed tiles fit into a cache: some rows, or
/// some filters, which share the transformed image.
static Sizes tileOfImage(OperationSketch &sketch) {
  constexpr size_t batch = 0;
  Sizes sizes(sketch.loops().size(), 0);
  if (!sketch.sizesIn(1, 1, batch).empty())
    sizes[batch] = 1;
  const bool ofFilters = sketch.random.chance(0.3);
  const unsigned loop =
      ofFilters ? filterLoop(sketch.operation()) : rowLoop(sketch.operation());
  sizes[loop] =
      ofFilters ? divisor(sketch, loop, 16, 1) : divisor(sketch, loop, 2, 2);
  return sizes;
}

/// For a third of the convolutions that allow it: it saves multiplications but
/// adds transformations, which pays off with many channels.
void mlirgym::sketchWinograd(OperationSketch &sketch) {
  if (!sketch.underWay() || !sketch.space.allows(ActionKind::Winograd) ||
      !sketch.state.legalParameters(ActionKind::Winograd).isLegal ||
      !sketch.random.chance(0.35))
    return;
  const Sizes sizes = tileOfImage(sketch);
  const bool fused = sketch.random.chance(0.75) &&
                     sketch.takeWhereLegal(ActionKind::TileFuse, sizes);
  if (!fused)
    sketch.take(ActionKind::Tile, sizes);
  sketch.take(ActionKind::Winograd);
}
