//===- tools/MeasureCommand.h - mlirgym measure -----------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_MEASURECOMMAND_H
#define MLIRGYM_TOOLS_MEASURECOMMAND_H

namespace CLI {
class App;
}

namespace mlirgym {
struct CommandLine;
struct ExecutionFlags;

/// `measure FILE|NAME --schedule TEXT`; with `timings` (from `mlirgym replay`)
/// without any measuring.
void addMeasureCommand(CLI::App &app, CommandLine &line,
                       const ExecutionFlags *timings = nullptr);
} // namespace mlirgym
#endif // MLIRGYM_TOOLS_MEASURECOMMAND_H
