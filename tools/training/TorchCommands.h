//===- tools/training/TorchCommands.h - What needs LibTorch -----*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_TRAINING_TORCHCOMMANDS_H
#define MLIRGYM_TOOLS_TRAINING_TORCHCOMMANDS_H

#include "agents/Agent.h"
#include "agents/ppo/Ppo.h"
#include "program/MachineFeatures.h"
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
// cached timings. So there are two programs of the same sources: `mlirgym` is
// linked without LibTorch and becomes `mlirgym-torch` when a command needs it
// (docs/adr/0004).

/// The agent that a user names (AgentName) for the kernels of an execution.
/// Errors: no device, no checkpoint, one of another version, or a build without
/// LibTorch.
llvm::Expected<std::unique_ptr<Agent>>
makeAgent(llvm::StringRef name, const ExecutionFlags &execution,
          const CommandLine &line);

/// Becomes `mlirgym-torch`, which alone has policies, and does not return; does
/// nothing if this is it. Errors: there is no such program.
llvm::Error becomeTorchProgram(const CommandLine &line);

/// The trained agent that comes with mlirgym, "learned" or another that uses a
/// policy, for one program on a machine. Requires: becomeTorchProgram()
/// succeeded. Errors: no checkpoint, one of another version, whyUnfit().
llvm::Expected<std::unique_ptr<Agent>>
makeShippedAgent(llvm::StringRef name, const Program &program,
                 const MachineFeatures &machine);

struct TrainFlags {
  std::string suite = "quick";
  Split split = Split::Train;
  /// Instead of a suite.
  std::vector<std::string> programs;
  /// Wall time after which no further iteration is begun; 0: no limit. PPO goes
  /// on until the iterations are done too if they are given as well.
  double minutes = 0;
  /// True if the command has `--iterations`.
  std::function<bool()> namesIterations;
  std::string out;
  bool resume = false;
  /// A checkpoint whose policy the training starts from; of a recipe also
  /// "learned".
  std::string from;
  /// A recipe in place of PPO: its name or file.
  std::string recipe;
  /// Of a recipe: measured samples after which no search is begun; 0: no limit.
  uint64_t samples = 0;
  /// True if the command has `--threads`, which a recipe may name itself.
  std::function<bool()> namesThreads;
  /// Of a recipe: see RecipeOptions.
  bool anyTarget = false;
  unsigned maxActions = 6;
  /// Of PPO: name of an EncodingKind.
  std::string encoding = "flat";
  PpoOptions ppo;
  ExecutionFlags execution;
  OutputFlags output;
};

/// The file of a checkpoint that a user names to start from: itself, or with
/// "learned" that of the agent included in mlirgym for kernels on a machine.
/// Errors: there is none for that machine.
llvm::Expected<std::string> checkpointToStartFrom(const std::string &named,
                                                  MachineFeatures machine);

/// Trains by PPO, or by a recipe; returns the exit code.
int runTraining(const TrainFlags &flags, const CommandLine &line);
/// The latter; `mlirgym-torch` alone has it.
int runRecipe(const TrainFlags &flags);

/// Defaults of what learning itself decides are ImitationOptions'.
struct LearnFlags {
  std::vector<std::string> suites;
  Split split = Split::Train;
  /// Instead of suites; nothing is then held out.
  std::vector<std::string> programs;
  /// Empty: defaultExecDataFile().
  std::vector<std::string> execData;
  std::vector<unsigned> threads = {1};
  bool anyTarget = false, anyMachine = false;
  std::string out;
  bool resume = false;
  unsigned epochs = 30, minibatch = 512, patience = 10, bestPerProgram = 12,
           maxActions = 6, torchThreads = 1;
  double learningRate = 1e-3, weightDecay = 0.01, criticCoefficient = 0.5,
         withinFactor = 1.2, temperature = 0.1;
  /// NetOptions.
  std::string net = "trunk";
  unsigned attention = 1, operations = 8;
  /// A checkpoint whose weights learning starts from, or "learned".
  std::string from;
  uint64_t seed = 0;
  OutputFlags output;
};

/// Learns from exec data; returns the exit code.
int runImitation(const LearnFlags &flags, const CommandLine &line);

/// "2.13.0", or "none" for a build without.
std::string libTorchVersionText();
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_TRAINING_TORCHCOMMANDS_H
