//===- tools/TrainCommand.cpp - mlirgym train -----------------------------===//
#include "tools/Commands.h"

#include "tools/Arguments.h"
#include "tools/Checks.h"
#include "tools/CommandLine.h"
#include "tools/Learning.h"
#include <CLI/CLI.hpp>

namespace mlirgym {

static void addPpoOptions(CLI::App &app, TrainFlags &flags) {
  const char *group = "PPO";
  auto addCount = [&](const char *name, unsigned &value, const char *about) {
    app.add_option(name, value, about)
        ->check(WholeNumber{1, 1u << 24})
        ->type_name("N")
        ->capture_default_str()
        ->group(group);
  };
  addCount("--envs", flags.envs, "Number of environments");
  addCount("--rollout", flags.rolloutSteps,
           "Decisions per environment and iteration");
  addCount("--epochs", flags.epochs, "Passes over each rollout");
  addCount("--minibatch", flags.minibatch, "Decisions per gradient step");
  app.add_option("--learning-rate", flags.learningRate, "Learning rate of Adam")
      ->check(Number{})
      ->type_name("X")
      ->capture_default_str()
      ->group(group);
  app.add_option("--entropy", flags.entropy,
                 "Weight of the entropy bonus; a larger one explores more")
      ->check(Number{.orEqual = true})
      ->type_name("X")
      ->capture_default_str()
      ->group(group);
  addCount("--max-actions", flags.maxActions,
           "Maximum number of actions per operation");
  addCount("--torch-threads", flags.torchThreads,
           "Threads of LibTorch; --threads are those of kernels");
}

void addTrainCommand(CLI::App &app, CommandLine &line,
                     const ExecutionFlags *timings) {
  CLI::App *train = app.add_subcommand(
      "train", "Train a PPO agent and write checkpoint.pt, metrics.jsonl and "
               "learning-curve.html to a folder");
  auto flags = std::make_shared<TrainFlags>();
  CLI::Option *suite = train
                           ->add_option("--suite", flags->suite,
                                        "Suite to train on: name or file")
                           ->type_name("NAME|FILE")
                           ->capture_default_str();
  addSplitOption(*train, flags->split);
  train
      ->add_option("--program", flags->programs,
                   "Train on this program instead of a suite; may be repeated "
                   "[default: the programs of --suite]")
      ->allow_extra_args(false)
      ->type_name("FILE|NAME")
      ->excludes(suite);
  train
      ->add_option(
          "--iterations", flags->iterations,
          "Total number of iterations, including those before --resume")
      ->check(WholeNumber{1, 1u << 30})
      ->type_name("N")
      ->capture_default_str();
  train
      ->add_option("--minutes", flags->minutes,
                   "Start no iteration after this many minutes; 0: no limit")
      ->check(Number{.orEqual = true})
      ->type_name("MINUTES")
      ->capture_default_str();
  train->add_option("--out,-o", flags->out, "Folder for the results")
      ->type_name("DIR")
      ->required();
  train->add_flag(
      "--resume", flags->resume,
      "Continue exactly where the checkpoint in the folder stopped");
  train->add_option("--seed", flags->seed, "Seed of all random numbers")
      ->check(WholeNumber{})
      ->type_name("N")
      ->capture_default_str();
  addPpoOptions(*train, *flags);
  if (!timings)
    flags->execution.addTo(*train);
  flags->output.addJsonAndProgress(*train);
  train->callback([&line, flags, timings] {
    if (timings)
      flags->execution = *timings;
    line.run = [&line, flags] { return runTraining(*flags, line); };
  });
}
} // namespace mlirgym
