//===- tools/mlirgym.cpp - The command line -------------------------------===//
#include "tools/CacheCommand.h"
#include "tools/CommandLine.h"
#include "tools/DoctorCommand.h"
#include "tools/DumpCommand.h"
#include "tools/EvaluateCommand.h"
#include "tools/Learning.h"
#include "tools/MeasureCommand.h"
#include "tools/OptimizeCommand.h"
#include "tools/ReplayCommand.h"
#include "tools/SuiteCommand.h"
#include "tools/TrainCommand.h"
#include "llvm/Config/llvm-config.h"
#include <CLI/CLI.hpp>

using namespace mlirgym;

static std::string versionText() {
  return "mlirgym " MLIRGYM_VERSION "\nMLIR " LLVM_VERSION_STRING
         "\nLibTorch " +
         libTorchVersionText();
}

int main(int argc, char **argv) {
  CLI::App app("Compiler optimisation as a Gym environment, on MLIR",
               "mlirgym");
  app.set_version_flag("--version", versionText,
                       "Print the versions of mlirgym, MLIR and LibTorch");
  app.require_subcommand(1);
  app.footer("Exit codes: 0 done, 1 failed, 2 the command line is wrong.\n"
             "`mlirgym COMMAND --help` explains each command.");
  app.failure_message([](const CLI::App *, const CLI::Error &error) {
    return std::string("mlirgym: error: ") + error.what() +
           "; see mlirgym --help\n";
  });

  CommandLine line;
  line.arguments.assign(argv, argv + argc);
  addSuiteCommand(app, line);
  addOptimizeCommand(app, line);
  addMeasureCommand(app, line);
  addTrainCommand(app, line);
  addEvaluateCommand(app, line);
  addReplayCommand(app, line);
  addDumpCommand(app, line);
  addCacheCommand(app, line);
  addDoctorCommand(app, line);

  try { // CLI11 throws; nothing of LLVM's is on the stack here
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? ExitOk : ExitUsage; // --help is no error
  }
  return line.run();
}
