//===- tools/OptimizeCommand.h - mlirgym optimize ---------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_OPTIMIZECOMMAND_H
#define MLIRGYM_TOOLS_OPTIMIZECOMMAND_H

namespace CLI {
class App;
}

namespace mlirgym {
struct CommandLine;
struct ExecutionFlags;

/// `optimize FILE|NAME --agent NAME|CHECKPOINT --budget N -o best.mlir`; with
/// `timings` (from `mlirgym replay`) without any measuring.
void addOptimizeCommand(CLI::App &app, CommandLine &line,
                        const ExecutionFlags *timings = nullptr);
} // namespace mlirgym
#endif // MLIRGYM_TOOLS_OPTIMIZECOMMAND_H
