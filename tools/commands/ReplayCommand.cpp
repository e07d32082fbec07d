//===- tools/commands/ReplayCommand.cpp - mlirgym replay ------------------===//
#include "tools/CommandLine.h"
#include "tools/Options.h"
#include "tools/commands/Commands.h"
#include "tools/flags/ExecutionFlags.h"
#include <memory>

namespace mlirgym::tools {

void addReplayCommand(CLI::App &app, CommandLine &line) {
  CLI::App *replay = addSubcommand(
      app, "replay",
      "Run optimize, measure, evaluate, compare or train on stored "
      "timings only: nothing is compiled, a schedule without a timing has "
      "the status not_cached");
  auto timings = std::make_shared<ExecutionFlags>();
  timings->addReplayTo(*replay);
  requireSubcommand(*replay);
  addOptimizeCommand(*replay, line, timings.get());
  addMeasureCommand(*replay, line, timings.get());
  addEvaluateCommand(*replay, line, timings.get());
  addCompareCommand(*replay, line, timings.get());
  addTrainCommand(*replay, line, timings.get());
  // `replay optimize NAME --exec-data FILE` is accepted as well as the other
  // order.
  allowOptionsAfterSubcommands(*replay);
  setCallback(*replay, [timings] {}); // keeps it alive
}
} // namespace mlirgym::tools
