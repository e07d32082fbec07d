//===- tools/commands/DemoCommand.cpp - mlirgym demo ----------------------===//
#include "tools/CommandLine.h"
#include "tools/Options.h"
#include "tools/PythonProgram.h"
#include "tools/commands/Commands.h"

namespace mlirgym::tools {

void addDemoCommand(CLI::App &app, CommandLine &line) {
  CLI::App *demo = addSubcommand(
      app, "demo",
      "Show in a minute what an installation with the Python package has: a "
      "program, its legal actions, an episode, the included agent, timings");
  setRun(*demo, line,
         [] { return reportError(becomePython("mlirgym.tour", "demo", {})); });
}
} // namespace mlirgym::tools
