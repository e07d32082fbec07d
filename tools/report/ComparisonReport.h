//===- tools/report/ComparisonReport.h - Table and page ---------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_REPORT_COMPARISONREPORT_H
#define MLIRGYM_TOOLS_REPORT_COMPARISONREPORT_H

#include "actions/Schedule.h"
#include "agents/comparison/Comparison.h"
#include "agents/comparison/Statistics.h"
#include "agents/comparison/Summary.h"
#include "program/Program.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mlirgym::tools {

/// A table with rows per agent: geometric mean of the speedups, its interval,
/// interquartile mean, and the same for shares of the reference, with the worst
/// family. It has one column per number of samples, and per wall time if that
/// was measured. A line above it states the scope; lines below it state how
/// results were timed, and which results are missing.
void printTable(llvm::raw_ostream &os, const Comparison &comparison,
                const Summary &summary);

/// Shortens absolute paths of checkpoints to the part that distinguishes the
/// agents in tables and pages: "demo/agent.pt".
void shortenAgents(Comparison &comparison, Summary &summary);

/// "5 of 41 programs, 3 seeds, 1 thread".
std::string scopeOf(const Comparison &comparison);
/// Sentences on how results were timed, and on missing ones.
std::vector<std::string> remarksOn(const Comparison &comparison,
                                   const Summary &summary);
/// "3.1-3.9": the ends of the interval of speedups or shares.
std::string intervalText(const Figure &figure);

/// The IR of a program after a schedule, as `mlirgym dump` prints it.
using ScheduledIr = std::function<llvm::Expected<std::string>(
    const std::shared_ptr<const Program> &program, const Schedule &schedule)>;

/// Place and time of the measurements, for the page. Empty texts are left out.
struct ReportFacts {
  std::string machine = {}, lowering = {}, date = {};
};

/// An HTML page without scripts or external files: speedup over samples and
/// wall time, per family, performance profiles, and for each program every
/// agent's schedule with its loops and the IR before and after it. If `irOf` is
/// empty, as in a replay, the page shows the command that prints the IR
/// instead. All texts of IR together have about 2 MB; truncated texts end with
/// a remark.
std::string comparisonReport(const Comparison &comparison,
                             const Summary &summary, const ReportFacts &facts,
                             const ScheduledIr &irOf);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_REPORT_COMPARISONREPORT_H
