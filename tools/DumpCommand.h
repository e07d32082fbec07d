//===- tools/DumpCommand.h - mlirgym dump -----------------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_DUMPCOMMAND_H
#define MLIRGYM_TOOLS_DUMPCOMMAND_H

namespace CLI {
class App;
}

namespace mlirgym {
struct CommandLine;

/// `dump FILE|NAME --schedule TEXT --stage STAGE | --script | --program`.
void addDumpCommand(CLI::App &app, CommandLine &line);
} // namespace mlirgym
#endif // MLIRGYM_TOOLS_DUMPCOMMAND_H
