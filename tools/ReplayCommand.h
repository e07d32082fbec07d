//===- tools/ReplayCommand.h - mlirgym replay -------------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_REPLAYCOMMAND_H
#define MLIRGYM_TOOLS_REPLAYCOMMAND_H

namespace CLI {
class App;
}

namespace mlirgym {
struct CommandLine;

/// `replay --exec-data FILE optimize|measure|evaluate|train ...`: those
/// commands from stored timings alone, no worker started.
void addReplayCommand(CLI::App &app, CommandLine &line);
} // namespace mlirgym
#endif // MLIRGYM_TOOLS_REPLAYCOMMAND_H
