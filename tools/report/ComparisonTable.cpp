//===- tools/report/ComparisonTable.cpp - Figures of agents side by side --===//
#include "agents/comparison/Comparison.h"
#include "agents/comparison/Statistics.h"
#include "agents/comparison/Summary.h"
#include "outcome/Measurement.h"
#include "outcome/Units.h"
#include "tools/report/ComparisonReport.h"
#include "tools/report/Table.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <set>
#include <string>
#include <vector>

namespace mlirgym::tools {

static std::string counted(size_t count, llvm::StringRef noun) {
  return llvm::formatv("{0} {1}{2}", count, noun, count == 1 ? "" : "s");
}

static size_t numCompared(const Comparison &comparison) {
  return llvm::count_if(comparison.programs, [](const ProgramComparison &on) {
    return on.status == Status::Ok;
  });
}

std::string scopeOf(const Comparison &comparison) {
  const size_t compared = numCompared(comparison);
  std::string programs = counted(comparison.numPrograms, "program");
  if (compared < comparison.numPrograms)
    programs = llvm::formatv("{0} of {1}", compared, programs);
  return programs + ", " + counted(comparison.seeds, "seed") + ", " +
         counted(comparison.threads, "thread");
}

/// "guided:" of "guided:run/agent.pt", where that has a path from the root.
static llvm::StringRef prefixOfPath(llvm::StringRef agent) {
  const llvm::StringRef path = agent.drop_front(agent.find(':') + 1);
  return agent.drop_back(path.size());
}

void shortenAgents(Comparison &comparison, Summary &summary) {
  std::vector<std::string> names;
  for (size_t kept = 2; names.empty(); ++kept) {
    bool isWhole = true;
    for (llvm::StringRef agent : comparison.agents) {
      const llvm::StringRef prefix = prefixOfPath(agent);
      llvm::StringRef path = agent.drop_front(prefix.size()), rest = path;
      if (path.starts_with("/")) {
        for (size_t i = 0; i < kept; ++i)
          rest = rest.take_front(rest.rfind('/'));
        if (!rest.empty())
          path = path.drop_front(rest.size() + 1);
        isWhole &= rest.empty();
      }
      names.push_back((prefix + path).str());
    }
    if (!isWhole && std::set(names.begin(), names.end()).size() < names.size())
      names.clear();
  }
  for (auto [agent, name] : llvm::zip_equal(summary.agents, names))
    agent.agent = name;
  if (summary.reference)
    summary.reference->agent =
        names[size_t(llvm::find(comparison.agents, summary.reference->agent) -
                     comparison.agents.begin())];
  comparison.agents = std::move(names);
}

std::string intervalText(const Figure &figure) {
  const char *format = figure.high < 10 ? "{0:f2}-{1:f2}" : "{0:f1}-{1:f1}";
  return llvm::formatv(format, figure.low, figure.high);
}

static std::string shareText(const Figure &figure) {
  return llvm::formatv("{0:f2}", figure.value);
}

std::vector<std::string> remarksOn(const Comparison &comparison,
                                   const Summary &summary) {
  std::vector<std::string> remarks;
  if (numCompared(comparison) == 0)
    remarks.push_back("No figures: no program is compared.");
  else if (summary.answersBySearch == 0)
    remarks.push_back("Each figure was measured in turn with the untransformed "
                      "program after the searches.");
  else
    remarks.push_back(
        llvm::formatv("{0} of {1} figures are timings of the searches, which "
                      "flatter: the stored timings hold no measurement in turn "
                      "with the untransformed program.",
                      summary.answersBySearch,
                      summary.answersBySearch + summary.answersInTurn));
  if (summary.answersNoisy > 0)
    remarks.push_back(
        llvm::formatv("{0} of {1} figures are noisy: the machine was not quiet "
                      "when they were measured, see `mlirgym doctor`.",
                      summary.answersNoisy, summary.answersInTurn));
  if (comparison.seconds.empty() && numCompared(comparison) > 0)
    remarks.push_back("No wall times: timings came from exec data.");
  for (const ProgramComparison &on : comparison.programs)
    if (on.status != Status::Ok)
      remarks.push_back(llvm::formatv(
          "{0} is not compared; its baseline is {1}{2}{3}.", on.program->name(),
          nameOf(on.status), on.message.empty() ? "" : ": ", on.message));
  if (!comparison.complete)
    remarks.push_back("Interrupted; the same command continues where it "
                      "stopped.");
  return remarks;
}

/// "softmax 0.31 after 1, relu 0.70 after 4 and 10".
static std::string worstFamilies(const Comparison &comparison,
                                 const AgentSummary &agent) {
  std::vector<std::string> parts;
  llvm::StringRef before;
  for (auto [budget, point] :
       llvm::zip_equal(comparison.budgets, agent.budgets)) {
    const llvm::StringRef worst = point.share->worstFamily();
    const std::string share = shareText(point.share->families.at(worst.str()));
    const std::string name = worst == before ? "" : worst.str() + " ";
    parts.push_back(llvm::formatv("{0}{1} after {2}", name, share, budget));
    before = worst;
  }
  return llvm::join(parts, ", ");
}

static void printFigures(llvm::raw_ostream &os, const Comparison &comparison,
                         const Summary &summary) {
  using Align = Table::Align;
  std::vector<Table::Column> columns = {{"agent"}, {"after samples, seconds"}};
  for (unsigned budget : comparison.budgets)
    columns.push_back({std::to_string(budget), Align::Right});
  for (double seconds : comparison.seconds)
    columns.push_back({formatNs(seconds * 1e9), Align::Right});
  Table table(std::move(columns));

  for (const AgentSummary &agent : summary.agents) {
    bool isFirst = true;
    auto addRow =
        [&](std::string name,
            llvm::function_ref<std::string(const PointSummary &)> cellOf) {
          std::vector<std::string> cells = {isFirst ? agent.agent : "",
                                            std::move(name)};
          for (const PointSummary &point : agent.budgets)
            cells.push_back(cellOf(point));
          for (const PointSummary &point : agent.seconds)
            cells.push_back(cellOf(point));
          table.addRow(std::move(cells));
          isFirst = false;
        };
    addRow("speedup", [](const PointSummary &point) {
      return formatSpeedup(point.speedup.mean.value);
    });
    addRow("  95 % interval", [](const PointSummary &point) {
      return intervalText(point.speedup.mean);
    });
    addRow("  interquartile mean", [](const PointSummary &point) {
      return formatSpeedup(point.speedup.interquartile.value);
    });
    if (!summary.reference)
      continue;
    addRow(
        "share of " + summary.reference->text(),
        [](const PointSummary &point) { return shareText(point.share->mean); });
    addRow("  95 % interval", [](const PointSummary &point) {
      return intervalText(point.share->mean);
    });
    addRow("  interquartile mean", [](const PointSummary &point) {
      return shareText(point.share->interquartile);
    });
    addRow("  worst family", [](const PointSummary &point) {
      const llvm::StringRef worst = point.share->worstFamily();
      return shareText(point.share->families.at(worst.str()));
    });
  }
  table.print(os);
  if (summary.reference)
    for (const AgentSummary &agent : summary.agents)
      os << "worst families of " << agent.agent << ": "
         << worstFamilies(comparison, agent) << "\n";
}

void printTable(llvm::raw_ostream &os, const Comparison &comparison,
                const Summary &summary) {
  os << "geometric means over " << scopeOf(comparison) << "\n";
  if (numCompared(comparison) > 0)
    printFigures(os, comparison, summary);
  for (const std::string &remark : remarksOn(comparison, summary))
    os << remark << "\n";
}
} // namespace mlirgym::tools
