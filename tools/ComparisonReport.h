//===- tools/ComparisonReport.h - A comparison as a table and as a page --*- C++
//-*-===//
#ifndef MLIRGYM_TOOLS_COMPARISONREPORT_H
#define MLIRGYM_TOOLS_COMPARISONREPORT_H

#include "agents/comparison/Summary.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <string>
#include <vector>

namespace mlirgym::tools {

/// Per agent its geometric mean of speedups with interval, interquartile mean,
/// and share of the reference with its worst family: a column per number of
/// samples, and per wall time if that was measured. Above it a line that says
/// of what; below it how the answers were timed, and what is missing.
void printTable(llvm::raw_ostream &os, const Comparison &comparison,
                const Summary &summary);

/// "5 of 41 programs, 3 seeds, 1 thread".
std::string scopeOf(const Comparison &comparison);
/// How the answers were timed, what is missing, each as a sentence.
std::vector<std::string> remarksOn(const Comparison &comparison,
                                   const Summary &summary);
/// "3.1-3.9": the ends of the interval of speedups or shares.
std::string intervalText(const Figure &figure);

/// The IR of a program after a schedule, as `mlirgym dump` prints it.
using ScheduledIr = std::function<llvm::Expected<std::string>(
    const std::shared_ptr<const Program> &program, const Schedule &schedule)>;

/// One page without scripts or anything to download: speedup against samples
/// and wall time, per family, performance profiles, and per program each
/// agent's schedule with its loops and the IR before and after it. `irOf` may
/// be empty, as in a replay: then each schedule has the command that prints its
/// IR. Texts of IR share about 2 MB; a longer one ends with a remark.
std::string comparisonReport(const Comparison &comparison,
                             const Summary &summary, const ScheduledIr &irOf);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_COMPARISONREPORT_H
