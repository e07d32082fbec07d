//===- tools/ScheduleArgument.h - --schedule --------------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_SCHEDULEARGUMENT_H
#define MLIRGYM_TOOLS_SCHEDULEARGUMENT_H

#include "actions/Schedule.h"
#include "llvm/Support/Error.h"
#include <string>

namespace CLI {
class App;
}

namespace mlirgym {

/// A schedule as text or in a file.
struct ScheduleArgument {
  std::string text, file;

  void addTo(CLI::App &app);
  /// The empty schedule if neither was given. Errors: ActionError, or text
  /// naming the file that cannot be read.
  llvm::Expected<Schedule> parse() const;
};
} // namespace mlirgym
#endif // MLIRGYM_TOOLS_SCHEDULEARGUMENT_H
