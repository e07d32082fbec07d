//===- agents/tabular/TabularTask.h - Closed spaces of schedules ----------===//
#ifndef MLIRGYM_AGENTS_TABULAR_TABULARTASK_H
#define MLIRGYM_AGENTS_TABULAR_TABULARTASK_H

#include "actions/Schedule.h"
#include "actions/ScheduleLimits.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// A program with so few kinds of actions, tile sizes and actions per operation
/// that every legal schedule can be timed: a closed space. Whoever searches
/// with these options meets no other schedule.
struct TabularTask {
  std::string name;
  /// Name of a generated program.
  std::string program;
  EncodingOptions encoding = {};
  StateOptions state = {};

  /// The tasks of a file `tasks.json`, in its order. Errors: text naming file
  /// and key.
  static llvm::Expected<std::vector<TabularTask>> loadAll(llvm::StringRef file);
  /// Those with these names, in that order; all for no name. Errors: text that
  /// lists the names.
  static llvm::Expected<std::vector<TabularTask>>
  named(llvm::ArrayRef<std::string> names, std::vector<TabularTask> all);

  llvm::Expected<std::shared_ptr<const Program>> loadProgram() const;
  /// All schedules of the space under the limits of a target, canonical, each
  /// once, without the empty one, in the order of their text.
  std::vector<Schedule> schedules(std::shared_ptr<const Program> of,
                                  const ScheduleLimits &limits) const;
};

/// The folder of the tasks and tables that come with mlirgym: `tasks.json`, and
/// TASK.tsv for each task that was measured.
std::string tabularFolder();
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_TABULAR_TABULARTASK_H
