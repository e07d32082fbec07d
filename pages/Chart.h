//===- pages/Chart.h - Lines over two axes, as SVG --------------*- C++ -*-===//
#ifndef MLIRGYM_PAGES_CHART_H
#define MLIRGYM_PAGES_CHART_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace mlirgym {

struct ChartPoint {
  double x, y;
  /// Ends of an interval around y, drawn as a band if they differ.
  double low = y, high = y;
};

struct ChartLine {
  std::string label;
  /// A CSS colour, legible on light and on dark.
  std::string colour;
  /// By ascending x. Points that are not finite are omitted, as are points that
  /// are not positive on a logarithmic axis.
  std::vector<ChartPoint> points = {};
};

struct Chart {
  enum class Scale : uint8_t { Linear, Logarithmic };
  enum class Legend : uint8_t { Inside, None };

  std::string title, xLabel;
  std::vector<ChartLine> lines = {};
  Scale xScale = Scale::Linear, yScale = Scale::Linear;
  Legend legend = Legend::Inside;
  /// Smallest distance of two ticks of a linear x axis: 1 for integers.
  double leastXStep = 0;
};

/// An <svg> element, 640 wide and 240 high before it is scaled to its place;
/// colours of axes and text are the page's (pageHead()).
std::string svgOf(const Chart &chart);

/// Colours for lines, legible on light and on dark; repeats after eight.
llvm::StringRef lineColour(size_t index);
} // namespace mlirgym
#endif // MLIRGYM_PAGES_CHART_H
