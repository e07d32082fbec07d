//===- tools/commands/TrainCommand.cpp - mlirgym train --------------------===//
#include "agents/Recipe.h"
#include "agents/ppo/Ppo.h"
#include "observation/ActionEncoding.h"
#include "tools/Arguments.h"
#include "tools/Checks.h"
#include "tools/CommandLine.h"
#include "tools/Options.h"
#include "tools/commands/Commands.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/training/TorchCommands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym::tools {

static std::string checkEncoding(const std::string &value) {
  if (parseEncodingKind(value))
    return "";
  return "no encoding is called '" + value + "'; encodings are flat and joint";
}

static void addPpoOptions(CLI::App &app, TrainFlags &flags) {
  PpoOptions &ppo = flags.ppo;
  auto addCount = [&](const char *name, unsigned &value, const char *about,
                      uint64_t least = 1) {
    tools::addCount(app, name, value, {least, 1u << 24}, about);
  };
  auto addReal = [&](const char *name, double &value, const char *about,
                     Number range = {.orEqual = true}) {
    addNumber(app, name, value, range, "X", about);
  };
  std::optional<OptionGroup> inGroup;
  inGroup.emplace(app, "PPO");
  addCount("--envs", ppo.numEnvs, "Number of environments");
  addCount("--rollout", ppo.rolloutSteps,
           "Steps per environment and iteration");
  addCount("--epochs", ppo.epochs,
           "Maximum number of passes over each rollout");
  addReal("--full-epochs-share", ppo.fullEpochsShare,
          "Share of new schedules in a rollout below which there are "
          "fewer passes; 0: always all passes");
  addReal("--target-kl", ppo.targetKl,
          "End the passes once the policy has moved by 1.5 times this, "
          "in nats; 0: no limit");
  addCount("--value-epochs", ppo.valueEpochs,
           "Separate passes of the value network; 0: those of the policy", 0);
  addCount("--minibatch", ppo.minibatch, "Steps per gradient step");
  addReal("--learning-rate", ppo.learningRate, "Learning rate of Adam", {});
  addCount("--max-actions", flags.maxActions,
           "Maximum number of actions per operation");
  addOption(app, "--encoding", flags.encoding,
            "Encoding in which the policy chooses: flat, one decision at a "
            "time; or joint, an action with all its parameters at once")
      .check(checkEncoding)
      .type("NAME")
      .showDefault();
  addCount("--torch-threads", ppo.torchThreads,
           "Threads of LibTorch; --threads are those of kernels");

  inGroup.emplace(app, "Exploration");
  addReal("--target-entropy", ppo.targetEntropy,
          "Entropy to hold, in nats per decision, as long as there "
          "are new schedules; 0: none");
  addReal("--entropy", ppo.entropyCoefficient,
          "Weight of the entropy bonus; with --target-entropy the "
          "first one");
  addReal("--epsilon", ppo.epsilon, "Probability of a random decision");
  addCount("--reuse-experience", ppo.reuseExperience,
           "Best schedules of each program to imitate; 0: none", 0);
  addReal("--imitation", ppo.imitationCoefficient, "Weight of that imitation");
  addFlag(
      app, "--raw-returns", [&ppo] { ppo.returnsPerProgram = false; },
      "Learn from log speedups as they are, not from their difference to "
      "the program's mean");
}

static std::string checkRecipe(const std::string &value) {
  const std::vector<std::string> known = Recipe::available();
  if (llvm::is_contained(known, value) || llvm::sys::fs::is_regular_file(value))
    return "";
  return "no recipe or recipe file is called '" + value + "'; recipes are " +
         llvm::join(known, ", ");
}

/// Call it after `train` has all options of PPO. A recipe replaces those
/// options.
static void addRecipeOptions(CLI::App &train, TrainFlags &flags) {
  const std::vector<Option> ofPpo =
      optionsWithout(train, {"--help", "--out", "--resume", "--seed",
                             "--minutes", "--torch-threads", "--from"});
  const OptionGroup inGroup(train, "Recipe");
  Option recipe = addOption(train, "--recipe", flags.recipe,
                            "Train from scratch by alternating search and "
                            "learning, not by PPO: " +
                                llvm::join(Recipe::available(), ", ") +
                                ", or a recipe file [default: PPO]")
                      .type("NAME|FILE")
                      .check(checkRecipe);
  for (Option option : ofPpo)
    recipe.excludes(option);
  addCount(train, "--samples", flags.samples, {},
           "Start no search after this many measured samples, including "
           "those before --resume; 0: no limit")
      .needs(recipe);
  addFlag(train, "--any-target", flags.anyTarget,
          "Learn from timings of code for any target on this machine [default: "
          "of that of --features]")
      .needs(recipe);
}

void addTrainCommand(CLI::App &app, CommandLine &line,
                     const ExecutionFlags *timings) {
  CLI::App *train = addSubcommand(
      app, "train",
      "Train an agent, by PPO or by a recipe, and write its "
      "checkpoints, metrics.jsonl and learning-curve.html to a folder");
  auto flags = std::make_shared<TrainFlags>();
  Option suite = addOption(*train, "--suite", flags->suite,
                           "Suite to train on: name or file")
                     .type("NAME|FILE")
                     .showDefault();
  Option split = addSplitOption(*train, flags->split);
  addOption(*train, "--program", flags->programs,
            "Train on this program instead of a suite; may be repeated "
            "[default: the programs of --suite]")
      .oneValueEach()
      .type("FILE|NAME")
      .excludes(suite)
      .excludes(split);
  const Option iterations =
      addCount(*train, "--iterations", flags->ppo.iterations, {1, 1u << 30},
               "Total number of iterations, including those before --resume; "
               "without it, --minutes alone ends the training");
  flags->namesIterations = [iterations] { return iterations.isGiven(); };
  addNumber(*train, "--minutes", flags->minutes, {.orEqual = true}, "MINUTES",
            "Start no iteration, or search of a recipe, after this many "
            "minutes; with --iterations, both have to be reached; 0: no limit");
  addOption(*train, "--out,-o", flags->out, "Folder for the results")
      .type("DIR")
      .required();
  Option resume =
      addFlag(*train, "--resume", flags->resume,
              "Continue exactly where the checkpoint in the folder stopped");
  addOption(*train, "--from", flags->from,
            "Start from the policy in this checkpoint; with --recipe also "
            "from `learned`, the agent included in mlirgym [default: an "
            "untrained one]")
      .type("CHECKPOINT")
      .excludes(resume);
  addCount(*train, "--evaluate-every", flags->ppo.evaluateEvery, {0, 1u << 30},
           "Evaluate on the validation split after this many iterations, and "
           "keep the best as best.pt; 0: never");
  addCount(*train, "--seed", flags->ppo.seed, {}, "Seed of all random numbers");
  addPpoOptions(*train, *flags);
  addRecipeOptions(*train, *flags);
  if (!timings) {
    flags->execution.addTo(*train);
    flags->execution.addClusterTo(*train);
    flags->execution.addDeviceFeaturesTo(*train);
  }
  // In a replay the options of timings precede the command.
  const Option threads = optionOf(timings ? app : *train, "--threads");
  flags->namesThreads = [threads] { return threads.isGiven(); };
  flags->output.addJsonAndProgress(*train);
  setRun(*train, line, runTraining, flags, timings);
}
} // namespace mlirgym::tools
