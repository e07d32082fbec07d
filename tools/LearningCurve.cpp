//===- tools/LearningCurve.cpp - metrics.jsonl as a picture ---------------===//
#include "tools/LearningCurve.h"

#include "program/RegularFile.h"
#include "tools/ScheduleFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/LineIterator.h"
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace mlirgym {
namespace {

struct Series {
  const char *key, *label, *colour;
  std::vector<double> values;
};

/// What counts the lines: a key of the metrics.
struct Axis {
  const char *key = nullptr;
  std::vector<double> values;
};

struct Panel {
  const char *title;
  std::vector<Series> series;
};

bool isKnown(const Series &series) {
  return llvm::any_of(series.values,
                      [](double value) { return std::isfinite(value); });
}

struct Range {
  double low, high;
};

constexpr double panelWidth = 640, panelHeight = 240;
constexpr double left = 64, right = 16, top = 36, bottom = 36;

/// A round step that gives about five ticks.
double tickStep(Range range) {
  double rough = (range.high - range.low) / 5;
  double power = std::pow(10, std::floor(std::log10(rough)));
  for (double factor : {1.0, 2.0, 5.0})
    if (rough <= factor * power)
      return factor * power;
  return 10 * power;
}

Range rangeOf(const Panel &panel) {
  Range range = {INFINITY, -INFINITY};
  for (const Series &series : panel.series)
    for (double value : series.values)
      if (std::isfinite(value))
        range = {std::min(range.low, value), std::max(range.high, value)};
  if (!(range.low < range.high)) { // one value, or none at all
    double middle = std::isfinite(range.low) ? range.low : 0;
    range = {middle - 0.5, middle + 0.5};
  }
  return range;
}

std::string number(double value) {
  if (value != 0 && (std::abs(value) >= 1e5 || std::abs(value) < 1e-3))
    return llvm::formatv("{0:e1}", value);
  std::string text = llvm::formatv("{0:f3}", value);
  text.erase(text.find_last_not_of('0') + 1);
  return llvm::StringRef(text).rtrim('.').str();
}

class PanelWriter {
public:
  PanelWriter(const Axis &steps, const Panel &panel)
      : steps(steps), panel(panel), vertical(rangeOf(panel)),
        horizontal{steps.values.front(),
                   std::max(steps.values.back(), steps.values.front() + 1)} {}

  std::string svg() {
    out = llvm::formatv("<svg viewBox=\"0 0 {0} {1}\" role=\"img\" "
                        "aria-label=\"{2}\">\n<text x=\"{3}\" y=\"18\" "
                        "class=\"title\">{2}</text>\n",
                        panelWidth, panelHeight, panel.title, left);
    writeTicks();
    double legendX = panelWidth - right;
    for (const Series &series : llvm::reverse(panel.series)) {
      out += llvm::formatv("<text x=\"{0:f1}\" y=\"18\" fill=\"{1}\" "
                           "text-anchor=\"end\">{2}</text>\n",
                           legendX, series.colour, series.label);
      legendX -= 8 * llvm::StringRef(series.label).size() + 12;
    }
    for (const Series &series : panel.series)
      writeLine(series);
    return out + "</svg>\n";
  }

private:
  double x(double step) const {
    return left + (step - horizontal.low) / (horizontal.high - horizontal.low) *
                      (panelWidth - left - right);
  }
  double y(double value) const {
    return panelHeight - bottom -
           (value - vertical.low) / (vertical.high - vertical.low) *
               (panelHeight - top - bottom);
  }

  void writeTicks() {
    double step = tickStep(vertical);
    for (double tick = std::ceil(vertical.low / step) * step;
         tick <= vertical.high + step * 1e-6; tick += step)
      out += llvm::formatv(
          "<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:f1}\" y2=\"{2:f1}\"/>"
          "<text x=\"{3}\" y=\"{4:f1}\" text-anchor=\"end\">{5}</text>\n",
          left, panelWidth - right, y(tick), left - 8, y(tick) + 4,
          number(std::abs(tick) < step * 1e-6 ? 0 : tick));
    double stepX = std::max(1.0, tickStep(horizontal));
    for (double tick = std::ceil(horizontal.low / stepX) * stepX;
         tick <= horizontal.high; tick += stepX)
      out += llvm::formatv("<text x=\"{0:f1}\" y=\"{1}\" "
                           "text-anchor=\"middle\">{2}</text>\n",
                           x(tick), panelHeight - bottom + 18, number(tick));
    out += llvm::formatv("<text x=\"{0}\" y=\"{1}\" "
                         "text-anchor=\"end\">{2}</text>\n",
                         panelWidth - right, panelHeight - 2, steps.key);
  }

  void writeLine(const Series &series) {
    out += llvm::formatv("<polyline stroke=\"{0}\" points=\"", series.colour);
    for (auto [step, value] : llvm::zip(steps.values, series.values))
      if (std::isfinite(value))
        out += llvm::formatv("{0:f1},{1:f1} ", x(step), y(value));
    out += "\"/>\n";
  }

  const Axis &steps;
  const Panel &panel;
  Range vertical, horizontal;
  std::string out;
};

constexpr const char *pageHead = R"html(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Learning curve</title>
<style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem;
       padding: 0 1rem; color: #222; background: #fff; }
svg { width: 100%; height: auto; margin-bottom: 1rem; }
svg line { stroke: #8884; }
svg text { font-size: 12px; }
svg text:not([fill]) { fill: currentColor; }
svg .title { font-size: 14px; font-weight: 600; }
svg polyline { fill: none; stroke-width: 2; stroke-linejoin: round; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818; } }
</style></head><body>
<h1>Learning curve</h1>
)html";
} // namespace

llvm::Error writeLearningCurve(llvm::StringRef metricsFile,
                               llvm::StringRef htmlFile) {
  auto buffer = readRegular(metricsFile);
  if (!buffer)
    return llvm::createStringError(buffer.getError(), "%s: %s; train first",
                                   metricsFile.str().c_str(),
                                   buffer.getError().message().c_str());

  std::vector<Panel> panels = {
      {"Speedup over the untransformed program",
       {{"mean_speedup", "mean", "#1f77b4", {}},
        {"mean_best_speedup", "mean of the best", "#ff7f0e", {}},
        {"validation_speedup", "validation", "#2ca02c", {}}}},
      {"Return of an episode", {{"mean_return", "mean return", "#2ca02c", {}}}},
      {"New measurements of an iteration",
       {{"new_measurements", "new", "#17becf", {}}}},
      {"Different schedules per hundred episodes",
       {{"distinct_schedules", "different", "#bcbd22", {}}}},
      {"Entropy of the policy", {{"entropy", "entropy", "#9467bd", {}}}},
      {"Weight of the entropy bonus",
       {{"entropy_coefficient", "coefficient", "#e377c2", {}}}},
      {"Losses",
       {{"policy_loss", "policy", "#d62728", {}},
        {"value_loss", "value", "#8c564b", {}},
        {"imitation_loss", "imitation", "#7f7f7f", {}}}},
      {"Cross entropy, nats per decision",
       {{"train_cross_entropy", "training", "#1f77b4", {}},
        {"validation_cross_entropy", "validation", "#ff7f0e", {}}}},
      {"Decisions that the policy finds likeliest",
       {{"train_accuracy", "training", "#1f77b4", {}},
        {"validation_accuracy", "validation", "#ff7f0e", {}}}},
      {"Critic",
       {{"critic_loss", "loss", "#8c564b", {}},
        {"critic_correlation", "rank correlation", "#9467bd", {}}}},
  };
  Axis steps;
  for (llvm::line_iterator line(**buffer); !line.is_at_eof(); ++line) {
    auto metrics = nlohmann::json::parse(line->begin(), line->end(), nullptr,
                                         /*allow_exceptions=*/false);
    if (!steps.key)
      steps.key = metrics.is_object() && metrics.contains("epoch")
                      ? "epoch"
                      : "iteration";
    if (!metrics.is_object() || !metrics.contains(steps.key) ||
        !metrics[steps.key].is_number())
      return llvm::createStringError(
          "%s:%lld: not a line of metrics; remove it to draw the rest",
          metricsFile.str().c_str(),
          static_cast<long long>(line.line_number()));
    steps.values.push_back(metrics[steps.key].get<double>());
    for (Panel &panel : panels)
      for (Series &series : panel.series) {
        auto found = metrics.find(series.key);
        series.values.push_back(found != metrics.end() && found->is_number()
                                    ? found->get<double>()
                                    : NAN);
      }
  }
  if (steps.values.empty())
    return llvm::createStringError("%s: no line of metrics in it; train first",
                                   metricsFile.str().c_str());
  std::string html = pageHead;
  for (const Panel &panel : panels)
    if (llvm::any_of(panel.series, isKnown))
      html += PanelWriter(steps, panel).svg();
  return writeFile(htmlFile, html + "</body></html>\n");
}
} // namespace mlirgym
