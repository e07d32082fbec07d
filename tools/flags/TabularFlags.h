//===- tools/flags/TabularFlags.h - Tasks and tables ------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_FLAGS_TABULARFLAGS_H
#define MLIRGYM_TOOLS_FLAGS_TABULARFLAGS_H

#include "agents/tabular/TabularTask.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace mlirgym::tools {

/// `--dir` and `--tasks`.
struct TabularFlags {
  std::string folder = tabularFolder();
  std::vector<std::string> names;

  void addTo(CLI::App &app);

  /// The named tasks of the folder's tasks.json, or of the shipped one. Errors:
  /// those of TabularTask::loadAll() and named().
  llvm::Expected<std::vector<TabularTask>> tasks() const;
  /// Those that have a table. Errors: also if there is none, or a named one has
  /// none.
  llvm::Expected<std::vector<TabularTask>> measuredTasks() const;
  /// The file of the task's table.
  std::string tableOf(const TabularTask &task) const;
};
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_FLAGS_TABULARFLAGS_H
