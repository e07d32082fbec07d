//===- tools/mlirgym.cpp - The command line -------------------------------===//
#include "tools/Checks.h"
#include "tools/CommandLine.h"
#include "tools/Terminal.h"
#include "tools/UsageError.h"
#include "tools/commands/Commands.h"
#include "tools/flags/OutputFlags.h"
#include "tools/training/TorchCommands.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <CLI/CLI.hpp>
#include <csignal>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

using namespace mlirgym::tools;

static std::string versionText() {
  return "mlirgym " MLIRGYM_VERSION "\nMLIR " LLVM_VERSION_STRING
         "\nLibTorch " +
         libTorchVersionText();
}

/// One line of limited length for any input: an argument may be a whole file.
static std::string onOneLine(llvm::StringRef message) {
  constexpr size_t most = 2000; // bytes
  return mlirgym::printable(message.take_front(most)) +
         (message.size() > most ? " ..." : "");
}

static int refuse(const std::string &message, const CommandLine &line) {
  OutputFlags output;
  output.json = asksForJson(line.arguments);
  output.fail(llvm::createStringError(onOneLine(message)));
  return ExitUsage;
}

static int runCommand(CommandLine &line) {
  CLI::App app("Compiler optimisation as a Gym environment, on MLIR",
               "mlirgym");
  app.set_version_flag("--version", versionText,
                       "Print the versions of mlirgym, MLIR and LibTorch");
  app.require_subcommand(1);
  app.footer("Exit codes: 0 success, 1 failure, 2 invalid command "
             "line.\n`mlirgym COMMAND --help` explains each command.");

  addSuiteCommand(app, line);
  addTasksCommand(app, line);
  addOptimizeCommand(app, line);
  addMeasureCommand(app, line);
  addProposeCommand(app, line);
  addBenchmarkCommand(app, line);
  addBenchmarkObjectCommand(app, line);
  addTrainCommand(app, line);
  addLearnCommand(app, line);
  addEvaluateCommand(app, line);
  addCompareCommand(app, line);
  addScoreCommand(app, line);
  addTabularCommand(app, line);
  addReplayCommand(app, line);
  addCollectCommand(app, line);
  addCertifyCommand(app, line);
  addLeaderboardCommand(app, line);
  addTuneReferencesCommand(app, line);
  addDumpCommand(app, line);
  addWorkloadCommand(app, line);
  addDataCommand(app, line);
  addKernelsCommand(app, line);
  addMcpCommand(app, line);
  addDoctorCommand(app, line);
  addDemoCommand(app, line);
  checkValuesOf(app);

  llvm::ArrayRef<std::string> given =
      llvm::ArrayRef(line.arguments).drop_front();
  if (std::optional<std::string> half = findHalfOption(given))
    return refuse(*half + "; see mlirgym --help", line);
  try { // CLI11 throws; no LLVM frame is on the stack here
    app.parse(std::vector<std::string>(given.rbegin(), given.rend()));
  } catch (const CLI::ParseError &error) {
    if (error.get_exit_code() != 0)
      return refuse(explain(app, error), line);
    std::ostringstream help; // --help and --version are no errors
    app.exit(error, help, help);
    textOut() << help.str();
    return ExitOk;
  }
  return line.run();
}

int main(int argc, char **argv) {
  if (llvm::Error error = claimStandardStreams())
    return reportError(std::move(error));
  // A file that exceeds its size limit becomes an error with a message instead
  // of a fatal signal.
  std::signal(SIGXFSZ, SIG_IGN);
  CommandLine line;
  line.arguments.assign(argv, argv + argc);
  return finishOutput(runCommand(line));
}
