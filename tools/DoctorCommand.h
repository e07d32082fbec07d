//===- tools/DoctorCommand.h - mlirgym doctor -------------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_DOCTORCOMMAND_H
#define MLIRGYM_TOOLS_DOCTORCOMMAND_H

namespace CLI {
class App;
}

namespace mlirgym {
struct CommandLine;

/// `doctor`: what this machine is, and what is wrong with it. Exit code 1 if
/// something will not work.
void addDoctorCommand(CLI::App &app, CommandLine &line);
} // namespace mlirgym
#endif // MLIRGYM_TOOLS_DOCTORCOMMAND_H
