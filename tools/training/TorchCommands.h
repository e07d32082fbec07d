//===- tools/training/TorchCommands.h - LibTorch's commands -----*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_TRAINING_TORCHCOMMANDS_H
#define MLIRGYM_TOOLS_TRAINING_TORCHCOMMANDS_H

#include "agents/Agent.h"
#include "agents/ppo/Ppo.h"
#include "program/Program.h"
#include "program/suites/Suite.h"
#include "tools/CommandLine.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/flags/OutputFlags.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mlirgym::tools {

// Loading LibTorch takes a quarter of a second, more than a whole search over
// cached timings. There are therefore two programs from the same sources:
// `mlirgym` is linked without LibTorch, and executes `mlirgym-torch` when a
// command needs it (docs/adr/0004).

/// The agent with a given name (AgentName). Errors: no checkpoint, a checkpoint
/// of another version, or a build without LibTorch.
llvm::Expected<std::unique_ptr<Agent>> makeAgent(llvm::StringRef name,
                                                 const CommandLine &line);

/// Executes `mlirgym-torch`, the only program with policies, in this process
/// and does not return; does nothing if this is that program. Errors: text, if
/// there is no such program.
llvm::Error becomeTorchProgram(const CommandLine &line);

/// The trained agent shipped with mlirgym, "learned" or another agent that uses
/// its policy, for one program with so many threads. Requires:
/// becomeTorchProgram() succeeded. Errors: no checkpoint, a checkpoint of
/// another version, whyUnfit().
llvm::Expected<std::unique_ptr<Agent>> makeShippedAgent(llvm::StringRef name,
                                                        const Program &program,
                                                        unsigned threads);

struct TrainFlags {
  std::string suite = "quick";
  Split split = Split::Train;
  /// Programs to train on instead of a suite.
  std::vector<std::string> programs;
  /// Wall time in minutes after which no further iteration is begun; 0: no
  /// limit. If iterations are also given, PPO ends at the later of the two.
  double minutes = 0;
  /// True if the command has `--iterations`.
  std::function<bool()> namesIterations;
  std::string out;
  bool resume = false;
  /// A checkpoint whose policy the training starts from; for a recipe also
  /// "learned".
  std::string from;
  /// Name or file of a recipe, which replaces PPO.
  std::string recipe;
  /// For a recipe: number of measured samples after which no search is begun;
  /// 0: no limit.
  uint64_t samples = 0;
  /// True if the command has `--threads`, which a recipe may name itself.
  std::function<bool()> namesThreads;
  /// For a recipe: see RecipeOptions.
  bool anyTarget = false;
  unsigned maxActions = 6;
  /// For PPO: name of an EncodingKind.
  std::string encoding = "flat";
  PpoOptions ppo;
  ExecutionFlags execution;
  OutputFlags output;
};

/// The file of an initial checkpoint: `named` itself, or for "learned" the
/// checkpoint shipped with mlirgym. Errors: text, if it is missing.
llvm::Expected<std::string> checkpointToStartFrom(const std::string &named);

/// Trains by PPO, or by a recipe; returns the exit code.
llvm::Expected<int> runTraining(const TrainFlags &flags,
                                const CommandLine &line);
/// Trains by a recipe; only in `mlirgym-torch`.
int runRecipe(const TrainFlags &flags);

/// Options of `learn`. Defaults of the learning itself are those of
/// ImitationOptions.
struct LearnFlags {
  std::vector<std::string> suites;
  Split split = Split::Train;
  /// Programs instead of suites; none is then held out.
  std::vector<std::string> programs;
  /// Exec-data files; empty: defaultExecDataFile().
  std::vector<std::string> execData;
  std::vector<unsigned> threads = {1};
  bool anyTarget = false, anyMachine = false;
  /// The device that was timed, which need not be there.
  std::string device = "host";
  std::string out;
  bool resume = false;
  unsigned epochs = 30, minibatch = 512, patience = 10, bestPerProgram = 12,
           maxActions = 6, torchThreads = 1;
  double learningRate = 1e-3, weightDecay = 0.01, criticCoefficient = 0.5,
         withinFactor = 1.2, temperature = 0.1;
  /// Name of a NetKind.
  std::string net = "trunk";
  unsigned attention = 1, operations = 8;
  unsigned members = 1;
  /// A checkpoint whose weights are the initial ones, or "learned".
  std::string from;
  uint64_t seed = 0;
  OutputFlags output;
};

/// Learns from exec data; returns the exit code.
llvm::Expected<int> runImitation(const LearnFlags &flags,
                                 const CommandLine &line);

/// "2.13.0", or "none" for a build without.
std::string libTorchVersionText();
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_TRAINING_TORCHCOMMANDS_H
