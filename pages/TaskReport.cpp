#include "pages/TaskReport.h"
#include "agents/Agent.h"
#include "agents/tasks/Task.h"
#include "agents/tasks/TaskAgent.h"
#include "execution/Execution.h"
#include "execution/Peak.h"
#include "lowering/Machine.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "outcome/Units.h"
#include "pages/Chart.h"
#include "pages/Html.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Chrono.h" // IWYU pragma: keep
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

constexpr const char *style = R"css(
body { max-width: 72rem; }
svg.bars { max-width: none; }
svg polyline { stroke-linecap: round; }
.swatch { display: inline-block; width: 0.8em; height: 0.8em; margin-right: 0.4em; }
)css";

/// Tasks with a colour of their own in the bars; the others are grey.
constexpr size_t mostColours = 7;

class ReportWriter {
public:
  ReportWriter(const SearchResult &found, llvm::ArrayRef<TaskResult> results,
               const TaskReportFacts &given)
      : result(found), facts(given), metric(found.baseline.metric),
        tasks(slowestFirst(results)) {}

  std::string page() {
    out = pageHead(result.program, style);
    writeFacts();
    writeBars();
    writeTasks();
    writeRoofline();
    writeUntransformed();
    return out + pageEnd();
  }

private:
  static double sumOf(llvm::ArrayRef<const TaskResult *> tasks,
                      double (TaskResult::*total)() const) {
    return std::accumulate(tasks.begin(), tasks.end(), 0.0,
                           [&](double sum, const TaskResult *task) {
                             return sum + (task->*total)();
                           });
  }
  static llvm::StringRef colourOf(size_t place) {
    return lineColour(std::min(place, mostColours));
  }
  std::string amount(double value) const { return formatAmount(value, metric); }
  void paragraph(const std::string &text) { out += tagged("p", text) + "\n"; }
  void heading(llvm::StringRef text) { out += tagged("h2", text) + "\n"; }

  void writeFacts();
  void writeBars();
  void writeBar(llvm::StringRef label, double total,
                double (TaskResult::*part)() const);
  void writeTasks();
  void writeRoofline();
  void writeUntransformed();

  /// Of the time that the roofline allows, in percent; "": unknown.
  std::string ofRoof(const TaskResult &task) const;

  const SearchResult &result;
  const TaskReportFacts &facts;
  const Metric metric;
  std::vector<const TaskResult *> tasks; ///< the slowest first
  std::string out;
  /// Of the bars: the value of their full width, and the next one's place.
  double longest = 0;
  int nextBar = 0;
};

double bytesOf(const Complexity &work) {
  return work.bytesRead + work.bytesWritten;
}

void ReportWriter::writeFacts() {
  if (!result.best.ok()) {
    const Measurement &failed =
        result.baseline.ok() ? result.best : result.baseline;
    paragraph(llvm::formatv("No time: {0}: {1}", nameOf(failed.status),
                            failed.message));
  } else {
    std::string rounds;
    if (result.pairedRounds > 0)
      rounds =
          llvm::formatv(" (+/- {0:f1} %, {1} interleaved rounds)",
                        100 * result.speedupUncertainty, result.pairedRounds)
              .str();
    paragraph(llvm::formatv(
        "A call takes {0} untransformed, and {1} with the schedules "
        "of this page: {2}{3}{4}.",
        amount(result.baseline.medianNs), amount(result.best.medianNs),
        formatSpeedup(result.speedup), rounds,
        result.noisy ? ", noisy: the machine was not quiet" : ""));
  }
  paragraph(llvm::formatv(
      "{0} schedules were tried, {1} of them had a stored "
      "timing; the search took {2} with {3} of a kernel.",
      result.samples, result.cacheHits, formatNs(result.seconds * 1e9),
      facts.threads == 1 ? "one thread"
                         : llvm::formatv("{0} threads", facts.threads).str()));
  llvm::SmallVector<std::string, 3> places;
  for (const std::string &text : {facts.machine, facts.date})
    if (!text.empty())
      places.push_back(text);
  if (facts.peak)
    places.push_back(llvm::formatv("measured peak: {0:f1} GFLOP/s, {1:f1} GB/s",
                                   facts.peak->gflops,
                                   facts.peak->gbytesPerSecond)
                         .str());
  paragraph(llvm::join(places, "; "));
}

constexpr int barHeight = 22, barStep = 30, barLeft = 220, barWidth = 640,
              barRight = 120;

void ReportWriter::writeBar(llvm::StringRef label, double total,
                            double (TaskResult::*part)() const) {
  if (total <= 0)
    return;
  const int top = barStep * nextBar++;
  const int middle = top + barHeight - 6;
  out += llvm::formatv("<text x=\"{0}\" y=\"{1}\" text-anchor=\"end\">{2}"
                       "</text>\n",
                       barLeft - 8, middle, escapeHtml(label));
  double left = barLeft;
  auto piece = [&](double value, llvm::StringRef colour,
                   const std::string &title) {
    const double width = barWidth * value / longest;
    out +=
        llvm::formatv("<rect x=\"{0:f1}\" y=\"{1}\" width=\"{2:f1}\" "
                      "height=\"{3}\" fill=\"{4}\"><title>{5}</title>"
                      "</rect>\n",
                      left, top, width, barHeight, colour, escapeHtml(title));
    left += width;
  };
  if (part == nullptr)
    piece(total, "#8a8a8a", label.str());
  else
    for (auto [place, task] : llvm::enumerate(tasks))
      piece((task->*part)(), colourOf(place),
            task->task.program->name().str() + ": " + amount((task->*part)()));
  out += llvm::formatv("<text x=\"{0:f1}\" y=\"{1}\">{2}</text>\n", left + 6,
                       middle, escapeHtml(amount(total)));
}

void ReportWriter::writeBars() {
  const double before = sumOf(tasks, &TaskResult::totalBaselineNs),
               after = sumOf(tasks, &TaskResult::totalNs);
  longest =
      std::max({before, after, result.baseline.medianNs, result.best.medianNs});
  for (const TaskReportFacts::Runtime &runtime : facts.runtimes)
    longest = std::max(longest, runtime.ns);
  if (longest <= 0)
    return;
  out +=
      llvm::formatv("<svg class=\"bars\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
                    "aria-label=\"times of a call\">\n",
                    barLeft + barWidth + barRight,
                    barStep * (4 + static_cast<int>(facts.runtimes.size())));
  writeBar("untransformed", result.baseline.medianNs, nullptr);
  writeBar("sum of its tasks", before, &TaskResult::totalBaselineNs);
  writeBar("with schedules", result.best.medianNs, nullptr);
  writeBar("sum of its tasks", after, &TaskResult::totalNs);
  for (const TaskReportFacts::Runtime &runtime : facts.runtimes)
    writeBar(runtime.name, runtime.ns, nullptr);
  out += "</svg>\n";
}

std::string ReportWriter::ofRoof(const TaskResult &task) const {
  if (!facts.peak || metric != Metric::Nanoseconds || task.bestNs <= 0)
    return "";
  const Complexity &work = task.task.program->complexity();
  const double arithmetic = work.flops / facts.peak->gflops,
               memory = bytesOf(work) / facts.peak->gbytesPerSecond;
  return llvm::formatv("{0:f0} %, {1}",
                       100 * std::max(arithmetic, memory) / task.bestNs,
                       arithmetic > memory ? "arithmetic" : "memory")
      .str();
}

void ReportWriter::writeTasks() {
  heading("Tasks");
  out += "<table><tr><th>task</th><th class=\"number\">calls</th>"
         "<th class=\"number\">before</th><th class=\"number\">after</th>"
         "<th class=\"number\">speedup</th><th class=\"number\">of all</th>"
         "<th>of the roofline</th><th class=\"number\">samples</th>"
         "<th>operations and schedule</th></tr>\n";
  const double all = sumOf(tasks, &TaskResult::totalNs);
  for (auto [place, task] : llvm::enumerate(tasks)) {
    const Program &program = *task->task.program;
    out += llvm::formatv("<tr><td><span class=\"swatch\" "
                         "style=\"background:{0}\"></span>{1}</td>",
                         colourOf(place), escapeHtml(program.name()));
    out += numberCell(std::to_string(task->task.parts.size()));
    out += numberCell(amount(task->baselineNs));
    out += numberCell(amount(task->bestNs));
    out += numberCell(
        formatSpeedup(task->bestNs > 0 ? task->baselineNs / task->bestNs : 0));
    out += numberCell(
        all > 0 ? llvm::formatv("{0:f1} %", 100 * task->totalNs() / all).str()
                : "");
    out += "<td>" + escapeHtml(ofRoof(*task)) + "</td>";
    out += numberCell(std::to_string(task->samples));
    out += "<td>" + escapeHtml(llvm::join(kindsOf(program), ", ")) +
           "<br/><code>" + escapeHtml(task->schedule.text()) +
           "</code></td></tr>\n";
  }
  out += "</table>\n";
  paragraph("Times are of one call of a task, timed alone; it is called as "
            "often as the column \"calls\" says, and \"of all\" is the share "
            "of all its calls in the sum. The sum may differ from the time of "
            "the whole, where tasks find their operands in other caches.");
  if (facts.peak)
    paragraph("The roofline is the time that the task would take at the "
              "machine's measured peak, of arithmetic or of memory, whichever "
              "is longer. It counts each operand as read once from memory, and "
              "the multiplications of the program: operands that are in a "
              "cache, and algorithms with fewer multiplications, exceed it.");
}

void ReportWriter::writeRoofline() {
  if (!facts.peak || metric != Metric::Nanoseconds)
    return;
  Chart chart{.title =
                  "GFLOP/s over FLOP per byte: from untransformed to found",
              .xLabel = "FLOP per byte",
              .xScale = Chart::Scale::Logarithmic,
              .yScale = Chart::Scale::Logarithmic,
              .legend = Chart::Legend::None};
  const double ridge = facts.peak->gflops / facts.peak->gbytesPerSecond;
  double least = ridge / 4, most = ridge * 4;
  for (auto [place, task] : llvm::enumerate(tasks)) {
    const Complexity &work = task->task.program->complexity();
    if (work.flops <= 0 || bytesOf(work) <= 0 || task->bestNs <= 0)
      continue;
    const double intensity = work.flops / bytesOf(work);
    least = std::min(least, intensity);
    most = std::max(most, intensity);
    auto rate = [&](double ns) {
      return ChartPoint{.x = intensity, .y = work.flops / ns};
    };
    chart.lines.push_back(
        {.label = task->task.program->name().str(),
         .colour = colourOf(place).str(),
         .points = {rate(task->baselineNs), rate(task->bestNs)}});
  }
  if (chart.lines.empty())
    return;
  auto roof = [&](double intensity) {
    return ChartPoint{.x = intensity,
                      .y = std::min(facts.peak->gflops,
                                    intensity * facts.peak->gbytesPerSecond)};
  };
  chart.lines.push_back({.label = "roofline",
                         .colour = "#8a8a8a",
                         .points = {roof(least), roof(ridge), roof(most)}});
  heading("Roofline");
  out += svgOf(chart);
}

void ReportWriter::writeUntransformed() {
  std::vector<const TaskResult *> left = tasks;
  llvm::erase_if(left, [](const TaskResult *task) {
    return !task->schedule.empty() && task->problem.empty();
  });
  if (left.empty())
    return;
  heading("Left as it is");
  out += "<ul>\n";
  for (const TaskResult *task : left)
    out +=
        "<li>" +
        escapeHtml(llvm::formatv("{0} ({1}): {2}", task->task.program->name(),
                                 llvm::join(kindsOf(*task->task.program), ", "),
                                 task->problem.empty()
                                     ? "no schedule that was tried is faster"
                                     : task->problem)
                       .str()) +
        "</li>\n";
  out += "</ul>\n";
}
} // namespace

TaskReportFacts factsOf(Execution &execution, const Program &program) {
  TaskReportFacts facts = {
      .machine = Machine::host().model + ": " + execution.device().machine(),
      .date =
          llvm::formatv("{0:%Y-%m-%d %H:%M}", std::chrono::system_clock::now()),
      .threads = execution.options().threads};
  const bool isDouble =
      llvm::any_of(program.arguments(), [](const Argument &argument) {
        return argument.elementType == ElementType::F64;
      });
  auto peak =
      measurePeak(execution, isDouble ? ElementType::F64 : ElementType::F32);
  if (peak)
    facts.peak = *peak;
  else
    llvm::consumeError(peak.takeError());
  return facts;
}

TaskResult asTask(std::shared_ptr<const Program> program,
                  const SearchResult &result) {
  std::vector<unsigned> all(program->operations().size());
  std::iota(all.begin(), all.end(), 0u);
  return {.task = {.program = std::move(program), .parts = {std::move(all)}},
          .baselineNs = result.baseline.medianNs,
          .bestNs = result.best.medianNs,
          .schedule = result.schedule,
          .samples = result.samples,
          .cacheHits = result.cacheHits};
}

std::string taskReport(const SearchResult &result,
                       llvm::ArrayRef<TaskResult> tasks,
                       const TaskReportFacts &facts) {
  return ReportWriter(result, tasks, facts).page();
}
} // namespace mlirgym
