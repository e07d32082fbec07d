//===- tools/commands/McpCommand.cpp - mlirgym mcp ------------------------===//
#include "tools/CommandLine.h"
#include "tools/Options.h"
#include "tools/PythonProgram.h"
#include "tools/commands/Commands.h"
#include "llvm/ADT/ArrayRef.h"
#include <CLI/CLI.hpp>

namespace mlirgym::tools {

void addMcpCommand(CLI::App &app, CommandLine &line) {
  CLI::App *mcp = addSubcommand(
      app, "mcp",
      "Serve tools for language models by the Model Context Protocol: `mlirgym "
      "mcp [PROGRAM ...] [--suite NAME] [--http [HOST:]PORT]`");
  mcp->set_help_flag(); // Python explains the options
  takeAllWords(*mcp);
  setRun(*mcp, line, [&line] {
    return reportError(
        becomePython("mlirgym.doors.mcp_server", "main",
                     llvm::ArrayRef(line.arguments).drop_front(2)));
  });
}
} // namespace mlirgym::tools
