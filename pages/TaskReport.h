//===- pages/TaskReport.h - Page on a search by tasks -----------*- C++ -*-===//
#ifndef MLIRGYM_PAGES_TASKREPORT_H
#define MLIRGYM_PAGES_TASKREPORT_H

#include "agents/Agent.h"
#include "agents/tasks/TaskAgent.h"
#include "execution/Execution.h"
#include "execution/Peak.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// The conditions of a search, and other times of its program. Empty texts are
/// left out of the page.
struct TaskReportFacts {
  std::string machine = {}, date = {};
  unsigned threads = 1;
  /// Of the element type in which most is computed; nullopt: unknown, so that
  /// no task has a share of it.
  std::optional<MachinePeak> peak = {};
  /// Another runtime's time of one call of the same program.
  struct Runtime {
    std::string name; ///< "PyTorch 2.13"
    double ns = 0;
  };
  std::vector<Runtime> runtimes = {};
};

/// The conditions of a search with `execution`. Measures the machine's peak, if
/// it is not stored, for which a peak that cannot be measured is no error.
TaskReportFacts factsOf(Execution &execution, const Program &program);

/// The search of a whole program as that of its only task, for taskReport().
TaskResult asTask(std::shared_ptr<const Program> program,
                  const SearchResult &result);

/// An HTML page without scripts or external files on the result of a search:
/// the times before and after it as bars of the tasks' shares, beside other
/// runtimes; each task's times, share, distance from the roofline (Williams,
/// Waterman, Patterson, CACM 2009) and schedule; and the tasks that remain as
/// they were, with the reason.
std::string taskReport(const SearchResult &result,
                       llvm::ArrayRef<TaskResult> tasks,
                       const TaskReportFacts &facts);
} // namespace mlirgym
#endif // MLIRGYM_PAGES_TASKREPORT_H
