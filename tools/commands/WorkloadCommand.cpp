//===- tools/commands/WorkloadCommand.cpp - mlirgym workload --------------===//
#include "tools/CommandLine.h"
#include "tools/Options.h"
#include "tools/PythonProgram.h"
#include "tools/commands/Commands.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlirgym::tools {

void addWorkloadCommand(CLI::App &app, CommandLine &line) {
  CLI::App *workload = addSubcommand(
      app, "workload",
      "Call, time, lower or tune workloads written in Python: `mlirgym "
      "workload "
      "call|benchmark|lower|tune MODULE[:NAME] ...`; each of the four has "
      "--help");
  takeAllWords(*workload);
  setRun(*workload, line, [&line] {
    // An error after `mlirgym workload`.
    return reportError(
        becomePython("mlirgym.workloads.runner", "main",
                     llvm::ArrayRef(line.arguments).drop_front(2)));
  });
}
} // namespace mlirgym::tools
