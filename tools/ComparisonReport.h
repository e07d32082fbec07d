//===- tools/ComparisonReport.h - A comparison as one page ------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_COMPARISONREPORT_H
#define MLIRGYM_TOOLS_COMPARISONREPORT_H

#include "agents/comparison/Summary.h"
#include <functional>

namespace mlirgym::tools {

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
