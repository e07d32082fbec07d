#include "tools/report/LearningCurve.h"
#include "pages/Chart.h"
#include "pages/Html.h"
#include "program/files/RegularFile.h"
#include "tools/flags/ScheduleFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/LineIterator.h"
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace mlirgym::tools {
namespace {

/// A metric by its key, drawn as a line.
struct Series {
  const char *key;
  ChartLine line;
};

struct Panel {
  const char *title;
  std::vector<Series> series;
};

bool isKnown(const Series &series) {
  return llvm::any_of(series.line.points, [](const ChartPoint &point) {
    return std::isfinite(point.y);
  });
}

std::string svgOf(const Panel &panel, const std::string &xLabel) {
  Chart chart{.title = panel.title, .xLabel = xLabel, .leastXStep = 1};
  for (const Series &series : panel.series)
    if (isKnown(series)) // the legend has only lines that are drawn
      chart.lines.push_back(series.line);
  return mlirgym::svgOf(chart);
}
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
       {{"mean_speedup", {"mean", "#1f77b4"}},
        {"mean_best_speedup", {"mean of the best", "#ff7f0e"}},
        {"validation_speedup", {"validation", "#2ca02c"}},
        {"validation_speedup_best",
         {"validation, best of some samples", "#17becf"}}}},
      {"Validation, relative to the best known speedup",
       {{"validation_share", {"first sample", "#2ca02c"}}}},
      {"Return of an episode", {{"mean_return", {"mean return", "#2ca02c"}}}},
      {"New measurements of an iteration",
       {{"new_measurements", {"new", "#17becf"}}}},
      {"Different schedules per hundred episodes",
       {{"distinct_schedules", {"different", "#bcbd22"}}}},
      {"Entropy of the policy", {{"entropy", {"entropy", "#9467bd"}}}},
      {"Weight of the entropy bonus",
       {{"entropy_coefficient", {"coefficient", "#e377c2"}}}},
      {"Losses",
       {{"policy_loss", {"policy", "#d62728"}},
        {"value_loss", {"value", "#8c564b"}},
        {"imitation_loss", {"imitation", "#7f7f7f"}}}},
      {"Cross entropy, nats per decision",
       {{"train_cross_entropy", {"training", "#1f77b4"}},
        {"validation_cross_entropy", {"validation", "#ff7f0e"}}}},
      {"Decisions that the policy finds likeliest",
       {{"train_accuracy", {"training", "#1f77b4"}},
        {"validation_accuracy", {"validation", "#ff7f0e"}}}},
      {"Critic",
       {{"critic_loss", {"loss", "#8c564b"}},
        {"critic_correlation", {"rank correlation", "#9467bd"}}}},
  };
  std::string counter; // of the lines: a key of the metrics
  for (llvm::line_iterator line(**buffer); !line.is_at_eof(); ++line) {
    auto metrics = nlohmann::json::parse(line->begin(), line->end(), nullptr,
                                         /*allow_exceptions=*/false);
    if (counter.empty())
      counter = metrics.is_object() && metrics.contains("epoch") ? "epoch"
                                                                 : "iteration";
    if (!metrics.is_object() || !metrics.contains(counter) ||
        !metrics[counter].is_number())
      return llvm::createStringError(
          "%s:%lld: not a line of metrics; remove it to draw the rest",
          metricsFile.str().c_str(),
          static_cast<long long>(line.line_number()));
    const auto step = metrics[counter].get<double>();
    for (Panel &panel : panels)
      for (Series &series : panel.series) {
        auto found = metrics.find(series.key);
        const bool isThere = found != metrics.end() && found->is_number();
        series.line.points.push_back(
            {step, isThere ? found->get<double>() : NAN});
      }
  }
  if (counter.empty())
    return llvm::createStringError("%s: no line of metrics in it; train first",
                                   metricsFile.str().c_str());
  std::string html = pageHead("Learning curve");
  for (const Panel &panel : panels)
    if (llvm::any_of(panel.series, isKnown))
      html += svgOf(panel, counter);
  return writeFile(htmlFile, html + pageEnd());
}
} // namespace mlirgym::tools
