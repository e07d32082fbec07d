#include "tools/report/ComparisonReport.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "agents/comparison/AgentRun.h"
#include "agents/comparison/Comparison.h"
#include "agents/comparison/Statistics.h"
#include "agents/comparison/Summary.h"
#include "env/Render.h"
#include "outcome/Measurement.h"
#include "outcome/Units.h"
#include "pages/Chart.h"
#include "pages/Html.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace mlirgym::tools {
namespace {

constexpr const char *style = R"css(
body { max-width: 72rem; }
small { opacity: 0.7; }
pre { background: #8881; padding: 0.5rem; overflow: auto; max-height: 30rem;
      margin: 0.2rem 0; font-size: 12px; }
summary { cursor: pointer; }
details { margin: 0.3rem 0; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(22rem, 1fr));
          gap: 0 1.5rem; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.sides > div { min-width: 0; }
.swatch { display: inline-block; width: 0.9em; height: 0.9em; margin: 0 0.4em 0 1em;
          vertical-align: -0.1em; }
)css";

/// The result of an agent after the largest budget, with its best seed.
struct Handed {
  size_t agent;
  uint64_t seed = 0;
  Answer answer = {};
};

class ReportWriter {
public:
  ReportWriter(const Comparison &compared, const Summary &figures,
               const ReportFacts &given, const ScheduledIr &source)
      : comparison(compared), summary(figures), facts(given), irOf(source) {}

  std::string page();

private:
  void writeFacts();
  void writeFigures();
  void writeFiguresOf(
      llvm::StringRef title,
      llvm::function_ref<const FigureSet &(const PointSummary &)> setOf);
  void writeLegend();
  void writeChart(Chart chart) {
    chart.legend = Chart::Legend::None;
    out += svgOf(chart);
  }
  void writeCharts();
  void writeFamilies();
  void writeProgram(const ProgramComparison &on);
  void writeSchedule(const ProgramComparison &on, const Schedule &schedule,
                     llvm::StringRef heading);
  std::string irText(const ProgramComparison &on, const Schedule &schedule);
  std::string shortened(llvm::StringRef text) const;
  std::vector<Handed> handedOver(const ProgramComparison &on) const;

  /// The chart with a line per agent and a point per x, at
  /// `figureOf(agent, i)`.
  template <typename X, typename FigureOf>
  Chart withLines(Chart chart, const std::vector<X> &xs,
                  FigureOf figureOf) const;
  /// A line per agent with a point per budget.
  Chart
  overSamples(std::string title,
              llvm::function_ref<Figure(const PointSummary &)> figureOf) const;

  const Comparison &comparison;
  const Summary &summary;
  const ReportFacts &facts;
  const ScheduledIr &irOf;
  /// Bytes of one text of IR.
  size_t mostIr = 0;
  std::string out;
};

void ReportWriter::writeFiguresOf(
    llvm::StringRef title,
    llvm::function_ref<const FigureSet &(const PointSummary &)> setOf) {
  out += tagged("h3", title) + "<table><tr><th>agent</th>";
  for (unsigned budget : comparison.budgets)
    out += llvm::formatv("<th class=\"number\">{0} {1}</th>", budget,
                         budget == 1 ? "sample" : "samples");
  for (double seconds : comparison.seconds)
    out +=
        llvm::formatv("<th class=\"number\">{0}</th>", formatNs(seconds * 1e9));
  out += "<th class=\"number\">interquartile mean, at the end</th></tr>\n";
  for (const AgentSummary &agent : summary.agents) {
    out += "<tr>" + tagged("td", agent.agent);
    for (const auto *points : {&agent.budgets, &agent.seconds})
      for (const PointSummary &point : *points) {
        const Figure &mean = setOf(point).mean;
        out += numberCell(llvm::formatv("{0:f2}", mean.value).str(),
                          intervalText(mean));
      }
    const Figure &last = setOf(agent.budgets.back()).interquartile;
    out += numberCell(llvm::formatv("{0:f2}", last.value).str(),
                      intervalText(last)) +
           "</tr>\n";
  }
  out += "</table>\n";
}

void ReportWriter::writeFacts() {
  const std::string noisy =
      summary.answersInTurn == 0
          ? ""
          : llvm::formatv("{0:f0} % of {1} figures",
                          100.0 * double(summary.answersNoisy) /
                              double(summary.answersInTurn),
                          summary.answersInTurn)
                .str();
  out += "<table>\n";
  for (auto [name, value] :
       {std::pair("machine", llvm::StringRef(facts.machine)),
        std::pair("lowering", llvm::StringRef(facts.lowering)),
        std::pair("date", llvm::StringRef(facts.date)),
        std::pair("noisy", llvm::StringRef(noisy))})
    if (!value.empty())
      out += "<tr>" + tagged("td", name) + tagged("td", value) + "</tr>\n";
  out += "</table>\n";
}

void ReportWriter::writeFigures() {
  writeFiguresOf("Speedup over the untransformed program",
                 [](const PointSummary &point) -> const FigureSet & {
                   return point.speedup;
                 });
  if (summary.reference)
    writeFiguresOf("Share of the speed of " + summary.reference->text(),
                   [](const PointSummary &point) -> const FigureSet & {
                     return *point.share;
                   });
}

void ReportWriter::writeLegend() {
  out += "<p>";
  for (auto [index, name] : llvm::enumerate(comparison.agents))
    out += llvm::formatv("<span class=\"swatch\" style=\"background: {0}\">"
                         "</span>{1}\n",
                         lineColour(index), escapeHtml(name));
  out += "</p>\n";
}

template <typename X, typename FigureOf>
Chart ReportWriter::withLines(Chart chart, const std::vector<X> &xs,
                              FigureOf figureOf) const {
  for (auto [index, agent] : llvm::enumerate(summary.agents)) {
    ChartLine line{agent.agent, lineColour(index).str()};
    for (auto [i, x] : llvm::enumerate(xs)) {
      const Figure figure = figureOf(agent, i);
      line.points.push_back({double(x), figure.value, figure.low, figure.high});
    }
    chart.lines.push_back(std::move(line));
  }
  return chart;
}

Chart ReportWriter::overSamples(
    std::string title,
    llvm::function_ref<Figure(const PointSummary &)> figureOf) const {
  return withLines({.title = std::move(title),
                    .xLabel = "samples",
                    .xScale = Chart::Scale::Logarithmic},
                   comparison.budgets,
                   [&](const AgentSummary &agent, size_t i) {
                     return figureOf(agent.budgets[i]);
                   });
}

void ReportWriter::writeCharts() {
  writeChart(overSamples(
      "Speedup against samples, geometric mean",
      [](const PointSummary &point) { return point.speedup.mean; }));
  if (!comparison.seconds.empty())
    writeChart(withLines({.title = "Speedup against wall time, geometric mean",
                          .xLabel = "seconds",
                          .xScale = Chart::Scale::Logarithmic},
                         comparison.seconds,
                         [](const AgentSummary &agent, size_t i) {
                           return agent.seconds[i].speedup.mean;
                         }));
  const std::string whole = summary.reference ? summary.reference->text()
                                              : "the fastest schedule found";
  // The title has one line.
  writeChart(withLines({.title = "Performance profile after " +
                                 std::to_string(comparison.budgets.back()) +
                                 " samples: runs with at least that share",
                        .xLabel = "share of the speed of " + whole},
                       summary.thresholds,
                       [](const AgentSummary &agent, size_t i) {
                         const double fraction = agent.profile[i];
                         return Figure{fraction, fraction, fraction};
                       }));
}

void ReportWriter::writeFamilies() {
  std::set<std::string> families;
  for (const ProgramComparison &on : comparison.programs)
    if (on.status == Status::Ok)
      families.insert(on.family);
  if (families.size() < 2)
    return;
  out += tagged("h2", "Speedup against samples, by family");
  writeLegend();
  out += "<div class=\"charts\">\n";
  for (const std::string &family : families)
    writeChart(overSamples(family, [&](const PointSummary &point) {
      return point.speedup.families.at(family);
    }));
  out += "</div>\n";
}

std::vector<Handed>
ReportWriter::handedOver(const ProgramComparison &on) const {
  std::vector<Handed> handed;
  for (auto [index, seeds] : llvm::enumerate(on.runs)) {
    Handed best{index};
    for (auto [i, run] : llvm::enumerate(seeds)) {
      const Answer answer = on.answer(run.after(comparison.budgets.back()));
      if (i == 0 || answer.speedup > best.answer.speedup)
        best = {index, run.seed, answer};
    }
    handed.push_back(best);
  }
  return handed;
}

/// Truncated at the end of a line.
std::string ReportWriter::shortened(llvm::StringRef text) const {
  if (text.size() <= mostIr)
    return text.str();
  const llvm::StringRef part = text.take_front(mostIr);
  const llvm::StringRef lines = part.take_front(part.rfind('\n') + 1);
  return llvm::formatv("{0}... {1} of {2} are left out\n", lines,
                       formatBytes(double(text.size() - lines.size())),
                       formatBytes(double(text.size())));
}

std::string ReportWriter::irText(const ProgramComparison &on,
                                 const Schedule &schedule) {
  if (!irOf)
    return llvm::formatv("not made in a replay; print it with\nmlirgym dump "
                         "{0} --schedule \"{1}\"",
                         on.program->name(), schedule.text());
  llvm::Expected<std::string> text = irOf(on.program, schedule);
  if (!text)
    return "not available: " + llvm::toString(text.takeError());
  return shortened(*text);
}

void ReportWriter::writeSchedule(const ProgramComparison &on,
                                 const Schedule &schedule,
                                 llvm::StringRef heading) {
  out += "<details><summary>" + escapeHtml(heading) + ": " +
         tagged("code", schedule.empty() ? "untransformed" : schedule.text()) +
         "</summary>\n";
  auto state =
      ScheduleState::replay(on.program, schedule, StateOptions::asWritten());
  const std::string loops =
      state ? renderLoops(*state) : llvm::toString(state.takeError());
  const auto untransformed = ScheduleState(on.program);
  out += "<div class=\"sides\"><div><p>Loops before</p>" +
         tagged("pre", renderLoops(untransformed)) +
         "</div><div><p>Loops after</p>" + tagged("pre", loops) +
         "</div></div>\n<div class=\"sides\"><div><p>IR before</p>" +
         tagged("pre", shortened(on.program->text())) +
         "</div><div><p>IR after</p>" + tagged("pre", irText(on, schedule)) +
         "</div></div></details>\n";
}

void ReportWriter::writeProgram(const ProgramComparison &on) {
  if (on.status != Status::Ok)
    return; // a remark at the top explains this
  const std::vector<Handed> handed = handedOver(on);
  const auto best = std::max_element(
      handed.begin(), handed.end(), [](const Handed &a, const Handed &b) {
        return a.answer.speedup < b.answer.speedup;
      });
  out += llvm::formatv(
      "<details><summary>{0} <small>{1} by {2}</small></summary>\n",
      escapeHtml(on.program->name()), formatSpeedup(best->answer.speedup),
      escapeHtml(comparison.agents[best->agent]));
  out += "<table><tr><th>agent</th>";
  for (unsigned budget : comparison.budgets)
    out += llvm::formatv("<th class=\"number\">{0}</th>", budget);
  out += "<th>seeds</th></tr>\n";
  // Agents with the same schedule share an entry.
  std::vector<std::pair<Schedule, std::vector<std::string>>> schedules;
  for (const Handed &each : handed) {
    const std::string &agent = comparison.agents[each.agent];
    out += "<tr>" + tagged("td", agent);
    for (unsigned budget : comparison.budgets) {
      std::vector<double> speedups;
      for (const AgentRun &run : on.runs[each.agent])
        speedups.push_back(on.answer(run.after(budget)).speedup);
      out += numberCell(formatSpeedup(meanOf(speedups, Mean::Geometric)));
    }
    std::vector<std::string> ends;
    for (const AgentRun &run : on.runs[each.agent])
      ends.push_back(formatSpeedup(
          on.answer(run.after(comparison.budgets.back())).speedup));
    out += tagged("td", llvm::join(ends, ", ")) + "</tr>\n";
    const Schedule schedule =
        each.answer.incumbent ? each.answer.incumbent->schedule : Schedule();
    auto entry = llvm::find_if(
        schedules, [&](const auto &other) { return other.first == schedule; });
    if (entry == schedules.end())
      entry = schedules.emplace(entry, schedule, std::vector<std::string>());
    entry->second.push_back(llvm::formatv("{0}, seed {1}, {2}", agent,
                                          each.seed,
                                          formatSpeedup(each.answer.speedup)));
  }
  out += "</table>\n";
  for (const auto &[schedule, agents] : schedules)
    writeSchedule(on, schedule, llvm::join(agents, "; "));
  out += "</details>\n";
}

std::string ReportWriter::page() {
  // Each schedule is shown beside the untransformed program.
  size_t texts = 1;
  for (const ProgramComparison &on : comparison.programs)
    texts += 2 * on.runs.size();
  constexpr size_t allIr = size_t(2) << 20;
  mostIr = std::clamp(allIr / texts, size_t(1500), size_t(20000));

  out = pageHead("Comparison of agents", style);
  out += tagged("p", "Geometric means over " + scopeOf(comparison) +
                         ", with 95 % bootstrap intervals.");
  for (const std::string &remark : remarksOn(comparison, summary))
    out += tagged("p", remark);
  writeFacts();
  const bool hasRuns = llvm::any_of(comparison.programs, [](const auto &on) {
    return on.status == Status::Ok;
  });
  if (!hasRuns)
    return out + pageEnd();
  writeFigures();
  writeLegend();
  writeCharts();
  writeFamilies();
  out +=
      tagged("h2", "Programs") +
      tagged("p", "Each schedule is the fastest of its agent's seeds after " +
                      std::to_string(comparison.budgets.back()) +
                      " samples; a column is the geometric mean over the "
                      "seeds after that number of samples.");
  std::string family;
  for (const ProgramComparison &on : comparison.programs) {
    if (on.status == Status::Ok && on.family != family)
      out += tagged("h3", on.family);
    family = on.family;
    writeProgram(on);
  }
  return out + pageEnd();
}
} // namespace

std::string comparisonReport(const Comparison &comparison,
                             const Summary &summary, const ReportFacts &facts,
                             const ScheduledIr &irOf) {
  return ReportWriter(comparison, summary, facts, irOf).page();
}
} // namespace mlirgym::tools
