#include "pages/Chart.h"
#include "pages/Html.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

namespace mlirgym {
namespace {

struct Range {
  double low = INFINITY, high = -INFINITY;

  void include(double value) {
    if (!std::isfinite(value))
      return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

constexpr double width = 640, height = 240;
constexpr double left = 64, right = 16, bottom = 36;
/// Widths of a letter, estimated generously, and the distance of two labels of
/// a legend.
constexpr double titleLetter = 8.5, legendLetter = 7.5, legendGap = 16;
/// Heights of the first line of text and of each further line.
constexpr double firstLine = 18, nextLine = 18;

/// A round step that gives about five ticks.
double tickStep(Range range) {
  double rough = (range.high - range.low) / 5;
  double power = std::pow(10, std::floor(std::log10(rough)));
  for (double factor : {1.0, 2.0, 5.0})
    if (rough <= factor * power)
      return factor * power;
  return 10 * power;
}

std::string number(double value) {
  if (value != 0 && (std::abs(value) >= 1e5 || std::abs(value) < 1e-3))
    return llvm::formatv("{0:e1}", value);
  std::string text = llvm::formatv("{0:f3}", value);
  text.erase(text.find_last_not_of('0') + 1);
  return llvm::StringRef(text).rtrim('.').str();
}

/// One axis: values to 0..1, and its ticks.
class Axis {
public:
  Axis(Chart::Scale chosen, Range values) : scale(chosen) {
    // A single value, or none.
    if (!(values.low < values.high)) {
      const double middle = std::isfinite(values.low) ? values.low : 1;
      values = scale == Chart::Scale::Linear ? Range{middle - 0.5, middle + 0.5}
                                             : Range{middle / 2, middle * 2};
    }
    range = values;
  }

  bool shows(double value) const {
    return std::isfinite(value) && (scale == Chart::Scale::Linear || value > 0);
  }
  double place(double value) const {
    return (scaled(value) - scaled(range.low)) /
           (scaled(range.high) - scaled(range.low));
  }

  std::vector<double> ticks(double leastStep) const {
    std::vector<double> values;
    if (scale == Chart::Scale::Linear) {
      const double step = std::max(leastStep, tickStep(range));
      const auto first = std::lround(std::ceil(range.low / step)),
                 last = std::lround(std::floor(range.high / step + 1e-6));
      for (long i = first; i <= last; ++i)
        values.push_back(static_cast<double>(i) * step);
      return values;
    }
    // Below three decades, ticks at powers of ten alone would be too few.
    const bool isWide = range.high / range.low >= 1000;
    const auto first = std::lround(std::floor(std::log10(range.low))),
               last = std::lround(std::floor(std::log10(range.high)));
    for (long i = first; i <= last; ++i)
      for (double factor : {1.0, 2.0, 5.0})
        if (const double tick = factor * std::pow(10, i);
            tick >= range.low * (1 - 1e-9) && tick <= range.high * (1 + 1e-9) &&
            (factor == 1 || !isWide))
          values.push_back(tick);
    return values;
  }

private:
  double scaled(double value) const {
    return scale == Chart::Scale::Linear ? value : std::log(value);
  }

  Chart::Scale scale;
  Range range;
};

Range rangeOfX(const Chart &chart) {
  Range range;
  for (const ChartLine &line : chart.lines)
    for (const ChartPoint &point : line.points)
      if (chart.xScale == Chart::Scale::Linear || point.x > 0)
        range.include(point.x);
  if (chart.xScale == Chart::Scale::Linear && range.low == range.high)
    range.high = range.low + 1;
  return range;
}

Range rangeOfY(const Chart &chart) {
  Range range;
  for (const ChartLine &line : chart.lines)
    for (const ChartPoint &point : line.points)
      for (double value : {point.y, point.low, point.high})
        if (chart.yScale == Chart::Scale::Linear || value > 0)
          range.include(value);
  return range;
}

class SvgWriter {
public:
  explicit SvgWriter(const Chart &drawn)
      : chart(drawn), horizontal(drawn.xScale, rangeOfX(drawn)),
        vertical(drawn.yScale, rangeOfY(drawn)) {
    if (legendIsBelow())
      legendLine += nextLine;
  }

  std::string svg() {
    out =
        llvm::formatv("<svg viewBox=\"0 0 {0} {1}\" role=\"img\" "
                      "aria-label=\"{2}\">\n<text x=\"{3}\" y=\"{4}\" "
                      "class=\"title\">{2}</text>\n",
                      width, height, escapeHtml(chart.title), left, firstLine);
    writeTicks();
    if (chart.legend == Chart::Legend::Inside)
      writeLegend();
    for (const ChartLine &line : chart.lines)
      writeBand(line);
    for (const ChartLine &line : chart.lines)
      writeLine(line);
    return out + "</svg>\n";
  }

private:
  double x(double value) const {
    return left + horizontal.place(value) * (width - left - right);
  }
  double y(double value) const {
    const double top = legendLine + nextLine;
    return height - bottom - vertical.place(value) * (height - top - bottom);
  }
  std::vector<ChartPoint> shown(const ChartLine &line) const {
    std::vector<ChartPoint> points;
    for (const ChartPoint &point : line.points)
      if (horizontal.shows(point.x) && vertical.shows(point.y))
        points.push_back(point);
    return points;
  }

  void writeTicks() {
    for (double tick : vertical.ticks(/*leastStep=*/0))
      out += llvm::formatv(
          "<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:f1}\" y2=\"{2:f1}\"/>"
          "<text x=\"{3}\" y=\"{4:f1}\" text-anchor=\"end\">{5}</text>\n",
          left, width - right, y(tick), left - 8, y(tick) + 4, number(tick));
    for (double tick : horizontal.ticks(chart.leastXStep))
      out += llvm::formatv("<text x=\"{0:f1}\" y=\"{1}\" "
                           "text-anchor=\"middle\">{2}</text>\n",
                           x(tick), height - bottom + 18, number(tick));
    out += llvm::formatv("<text x=\"{0}\" y=\"{1}\" "
                         "text-anchor=\"end\">{2}</text>\n",
                         width - right, height - 2, escapeHtml(chart.xLabel));
  }

  static double legendWidth(const ChartLine &line) {
    return legendLetter * static_cast<double>(line.label.size()) + legendGap;
  }

  /// True if title and legend do not fit into one line.
  bool legendIsBelow() const {
    double needed = titleLetter * static_cast<double>(chart.title.size());
    for (const ChartLine &line : chart.lines)
      needed += legendWidth(line);
    return chart.legend == Chart::Legend::Inside &&
           needed > width - left - right;
  }

  void writeLegend() {
    double legendX = width - right;
    for (const ChartLine &line : llvm::reverse(chart.lines)) {
      out += llvm::formatv("<text x=\"{0:f1}\" y=\"{1}\" fill=\"{2}\" "
                           "text-anchor=\"end\">{3}</text>\n",
                           legendX, legendLine, line.colour,
                           escapeHtml(line.label));
      legendX -= legendWidth(line);
    }
  }

  void writeBand(const ChartLine &line) {
    const std::vector<ChartPoint> points = shown(line);
    const bool isThere = llvm::any_of(
        points, [](const ChartPoint &point) { return point.low < point.high; });
    if (!isThere)
      return;
    out += llvm::formatv("<polygon fill=\"{0}\" points=\"", line.colour);
    for (const ChartPoint &point : points)
      out += llvm::formatv("{0:f1},{1:f1} ", x(point.x),
                           y(vertical.shows(point.low) ? point.low : point.y));
    for (const ChartPoint &point : llvm::reverse(points))
      out += llvm::formatv("{0:f1},{1:f1} ", x(point.x), y(point.high));
    out += "\"/>\n";
  }

  void writeLine(const ChartLine &line) {
    out += llvm::formatv("<polyline stroke=\"{0}\" points=\"", line.colour);
    for (const ChartPoint &point : shown(line))
      out += llvm::formatv("{0:f1},{1:f1} ", x(point.x), y(point.y));
    out += "\"/>\n";
  }

  const Chart &chart;
  Axis horizontal, vertical;
  double legendLine = firstLine;
  std::string out;
};
} // namespace

std::string svgOf(const Chart &chart) { return SvgWriter(chart).svg(); }

llvm::StringRef lineColour(size_t index) {
  static constexpr const char *colours[] = {"#4c8bf5", "#e8710a", "#12a150",
                                            "#d93066", "#8e5bd6", "#b08400",
                                            "#00a3a3", "#8a8a8a"};
  return colours[index % std::size(colours)];
}
} // namespace mlirgym
