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
// passes it; they then do not measure. Their --help says what they do.
void addBenchmarkCommand(CLI::App &app, CommandLine &line);
void addBenchmarkObjectCommand(CLI::App &app, CommandLine &line);
void addCertifyCommand(CLI::App &app, CommandLine &line);
void addCollectCommand(CLI::App &app, CommandLine &line);
void addCompareCommand(CLI::App &app, CommandLine &line,
                       const ExecutionFlags *timings = nullptr);
void addDataCommand(CLI::App &app, CommandLine &line);
void addDemoCommand(CLI::App &app, CommandLine &line);
void addDoctorCommand(CLI::App &app, CommandLine &line);
void addDumpCommand(CLI::App &app, CommandLine &line);
void addEvaluateCommand(CLI::App &app, CommandLine &line,
                        const ExecutionFlags *timings = nullptr);
void addKernelsCommand(CLI::App &app, CommandLine &line);
void addLeaderboardCommand(CLI::App &app, CommandLine &line);
void addLearnCommand(CLI::App &app, CommandLine &line);
void addMcpCommand(CLI::App &app, CommandLine &line);
void addMeasureCommand(CLI::App &app, CommandLine &line,
                       const ExecutionFlags *timings = nullptr);
void addOptimizeCommand(CLI::App &app, CommandLine &line,
                        const ExecutionFlags *timings = nullptr);
void addProposeCommand(CLI::App &app, CommandLine &line);
void addReplayCommand(CLI::App &app, CommandLine &line);
void addScoreCommand(CLI::App &app, CommandLine &line);
void addSuiteCommand(CLI::App &app, CommandLine &line);
void addTabularCommand(CLI::App &app, CommandLine &line);
void addTasksCommand(CLI::App &app, CommandLine &line);
void addTrainCommand(CLI::App &app, CommandLine &line,
                     const ExecutionFlags *timings = nullptr);
void addTuneReferencesCommand(CLI::App &app, CommandLine &line);
void addWorkloadCommand(CLI::App &app, CommandLine &line);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_COMMANDS_COMMANDS_H
