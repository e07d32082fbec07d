//===- tools/commands/LearnCommand.cpp - mlirgym learn --------------------===//
#include "tools/Arguments.h"
#include "tools/Checks.h"
#include "tools/CommandLine.h"
#include "tools/Options.h"
#include "tools/commands/Commands.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/training/TorchCommands.h"
#include <memory>
#include <string>

namespace mlirgym::tools {

static std::string checkNetKind(const std::string &name) {
  // nameOf(NetKind) is in agents/policy, which this program does not link.
  if (name == "trunk" || name == "mlp" || name == "tokens")
    return "";
  return "must be trunk, mlp or tokens";
}

static void addDataOptions(CLI::App &app, LearnFlags &flags) {
  addOption(app, "--exec-data", flags.execData,
            "Timings to learn from: SQLite file, or all files *.db of a "
            "folder, read-only; may be repeated [default: "
            "$MLIRGYM_EXEC_DATA, else " +
                defaultExecDataFile() + "]")
      .type("FILE|DIR")
      .check(checkFileOrFolderIsThere);
  Option suite =
      addOption(app, "--suite", flags.suites,
                "Suites whose programs to learn from: names or files; may "
                "be repeated [default: the programs of --program]")
          .type("NAME|FILE,...")
          .oneValueEach()
          .delimiter(',');
  Option split = addSplitOption(app, flags.split);
  addOption(app, "--program", flags.programs,
            "Learn from this program instead of suites; may be repeated "
            "[default: the programs of --suite]")
      .oneValueEach()
      .type("FILE|NAME")
      .excludes(suite)
      .excludes(split);
  addOption(app, "--threads", flags.threads,
            "Threads with which the kernels were timed; several numbers "
            "make an agent for all of them")
      .check(WholeNumber{1, 4096})
      .type("N,...")
      .oneValueEach()
      .delimiter(',')
      .showDefault();
  addOption(app, "--device", flags.device,
            "Device that was timed, which need not be there: cuda:sm_90")
      .type("ID")
      .showDefault();
  addFlag(app, "--any-target", flags.anyTarget,
          "Accept timings of code for any target on this machine, also of "
          "those that were taken with --features");
  addFlag(app, "--any-machine", flags.anyMachine,
          "Accept timings of any machine and toolchain, not only those "
          "of this one");
}

static void addLearningOptions(CLI::App &app, LearnFlags &flags) {
  const OptionGroup inGroup(app, "Learning");
  auto addCount = [&](const char *name, unsigned &value, const char *about) {
    return tools::addCount(app, name, value, {1, 1u << 24}, about);
  };
  auto addNumber = [&](const char *name, double &value, Number range,
                       const char *about) {
    tools::addNumber(app, name, value, range, "X", about);
  };
  addCount("--epochs", flags.epochs, "Passes over the decisions to imitate");
  addCount("--minibatch", flags.minibatch, "Decisions per gradient step");
  addNumber("--learning-rate", flags.learningRate, {},
            "Peak of the one-cycle learning rate of AdamW");
  addNumber("--weight-decay", flags.weightDecay, {.orEqual = true},
            "Weight decay of AdamW");
  addNumber("--critic", flags.criticCoefficient, {.orEqual = true},
            "Weight of the critic's loss");
  addCount("--patience", flags.patience,
           "End after this many epochs without a better cross-entropy of the "
           "validation programs");
  addCount("--best", flags.bestPerProgram,
           "Imitate at most this many schedules per program, the fastest ones");
  addNumber("--within", flags.withinFactor, {},
            "Imitate schedules up to this factor slower than the fastest");
  addNumber("--temperature", flags.temperature, {},
            "Weigh schedules by (speedup / best speedup)^(1 / X)");
  Option from =
      addOption(app, "--from", flags.from,
                "Start from the weights in this checkpoint, or of `learned`, "
                "the agent included in mlirgym, with their network and "
                "encoding [default: random weights]")
          .type("CHECKPOINT");
  addCount("--max-actions", flags.maxActions,
           "Maximum number of actions per operation")
      .excludes(from);
  addOption(app, "--net", flags.net,
            "Network: trunk, mlp, or tokens (one token per loop, operand and "
            "operation)")
      .check(checkNetKind)
      .type("KIND")
      .showDefault()
      .excludes(from);
  auto addTokens = [&](const char *name, unsigned &value, const char *about) {
    tools::addCount(app, name, value, {0, 64}, about).excludes(from);
  };
  addTokens("--attention", flags.attention,
            "Layers of attention of the network `tokens`");
  addTokens("--operations", flags.operations,
            "Operations of a program that have a token of their own in the "
            "network `tokens`");
  tools::addCount(app, "--members", flags.members, {1, 64},
                  "Networks with different random weights that learn side by "
                  "side; the agent takes the mean of their outputs")
      .excludes(from);
  addCount("--torch-threads", flags.torchThreads, "Threads of LibTorch");
}

void addLearnCommand(CLI::App &app, CommandLine &line) {
  CLI::App *learn = addSubcommand(
      app, "learn",
      "Train an agent from stored timings alone and write agent.pt, "
      "checkpoint.pt, metrics.jsonl and learning-curve.html to a folder");
  auto flags = std::make_shared<LearnFlags>();
  addDataOptions(*learn, *flags);
  addOption(*learn, "--out,-o", flags->out, "Folder for the results")
      .type("DIR")
      .required();
  addFlag(*learn, "--resume", flags->resume,
          "Continue exactly where the checkpoint in the folder stopped");
  addCount(*learn, "--seed", flags->seed, {}, "Seed of all random numbers");
  addLearningOptions(*learn, *flags);
  flags->output.addJsonAndProgress(*learn);
  setCallback(*learn, [&line, flags] {
    if (flags->suites.empty() && flags->programs.empty())
      refuseWithout("--suite or --program");
    line.run = [&line, flags] {
      return flags->output.exitCode(runImitation(*flags, line));
    };
  });
}
} // namespace mlirgym::tools
