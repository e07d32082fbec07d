//===- tools/commands/Commands.h - The commands of mlirgym ------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_COMMANDS_COMMANDS_H
#define MLIRGYM_TOOLS_COMMANDS_COMMANDS_H

namespace CLI {
class App;
}

namespace mlirgym::tools {
struct CommandLine;
struct ExecutionFlags;

// Each function adds one command, whose source is <Name>Command.cpp. Commands
// with a parameter `timings` are also subcommands of `mlirgym replay`, which
// passes it; they then do not measure.

/// `benchmark FILE|NAME|DIR`: times the kernels of a program separately.
void addBenchmarkCommand(CLI::App &app, CommandLine &line);

/// `benchmark-object FILE --entry NAME --binding SHAPExTYPE[=VALUES]...`.
void addBenchmarkObjectCommand(CLI::App &app, CommandLine &line);

/// `compare --agents NAME|CHECKPOINT,... --suite NAME,... --out DIR`.
void addCompareCommand(CLI::App &app, CommandLine &line,
                       const ExecutionFlags *timings = nullptr);

/// `data stats | merge | verify | compact | thin | import | export`: the
/// exec-data file.
void addDataCommand(CLI::App &app, CommandLine &line);

/// `demo`: a tour through an installation; runs in Python, which replaces this
/// process.
void addDemoCommand(CLI::App &app, CommandLine &line);

/// `doctor`: describes this machine and its problems. Exit code 1 if something
/// will not work.
void addDoctorCommand(CLI::App &app, CommandLine &line);

/// `dump FILE|NAME --schedule TEXT --stage STAGE | --script | --program`.
void addDumpCommand(CLI::App &app, CommandLine &line);

/// `evaluate CHECKPOINT|SEARCHER --suite NAME --split test`.
void addEvaluateCommand(CLI::App &app, CommandLine &line,
                        const ExecutionFlags *timings = nullptr);

/// `kernels list | show HASH | stats | clear`: the folder of compiled kernels.
void addKernelsCommand(CLI::App &app, CommandLine &line);

/// `learn --exec-data FILE... --suite NAME,... --out DIR [--resume]`.
void addLearnCommand(CLI::App &app, CommandLine &line);

/// `mcp [PROGRAM ...] [--http [HOST:]PORT]`: runs in Python, which replaces
/// this process.
void addMcpCommand(CLI::App &app, CommandLine &line);

/// `measure FILE|NAME --schedule TEXT`.
void addMeasureCommand(CLI::App &app, CommandLine &line,
                       const ExecutionFlags *timings = nullptr);

/// `optimize FILE|NAME --agent NAME|CHECKPOINT --budget N -o best.mlir`.
void addOptimizeCommand(CLI::App &app, CommandLine &line,
                        const ExecutionFlags *timings = nullptr);

/// `propose FILE|NAME --target TRIPLE --cpu NAME --count N`: schedules that are
/// fast by estimate.
void addProposeCommand(CLI::App &app, CommandLine &line);

/// `replay --exec-data FILE optimize|measure|evaluate|compare|train ...`: these
/// commands with only stored timings; no worker is started.
void addReplayCommand(CLI::App &app, CommandLine &line);

/// `suite list | show NAME | export NAME DIR | families`.
void addSuiteCommand(CLI::App &app, CommandLine &line);

/// `tasks FILE|NAME`: the parts of a program that are searched one by one.
void addTasksCommand(CLI::App &app, CommandLine &line);

/// `train --suite NAME --iterations N --out DIR [--resume]`,
/// `train --recipe NAME|FILE --out DIR [--resume]`.
void addTrainCommand(CLI::App &app, CommandLine &line,
                     const ExecutionFlags *timings = nullptr);

/// `tune-references [PROGRAM ...] --budget N --threads N`: fast schedules of
/// this machine, kept in the user's data.
void addTuneReferencesCommand(CLI::App &app, CommandLine &line);

/// `workload call|benchmark|lower|tune MODULE[:NAME] ...`: runs in Python,
/// which replaces this process.
void addWorkloadCommand(CLI::App &app, CommandLine &line);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_COMMANDS_COMMANDS_H
