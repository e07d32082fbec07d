//===- tools/SuiteCommand.h - mlirgym suite ---------------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_SUITECOMMAND_H
#define MLIRGYM_TOOLS_SUITECOMMAND_H

namespace CLI {
class App;
}

namespace mlirgym {
struct CommandLine;

/// `suite list | show NAME | export NAME DIR | families`.
void addSuiteCommand(CLI::App &app, CommandLine &line);
} // namespace mlirgym
#endif // MLIRGYM_TOOLS_SUITECOMMAND_H
