//===- tools/TrainCommand.h - mlirgym train ---------------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_TRAINCOMMAND_H
#define MLIRGYM_TOOLS_TRAINCOMMAND_H

#include "program/Suite.h"
#include "tools/ExecutionFlags.h"
#include "tools/OutputFlags.h"
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace mlirgym {
struct CommandLine;

/// Defaults of what PPO itself decides are PpoOptions'; 0 means that here.
struct TrainFlags {
  std::string suite = "quick";
  Split split = Split::Train;
  /// Instead of a suite.
  std::vector<std::string> programs;
  unsigned iterations = 100;
  /// Wall time after which no further iteration is begun; 0: no limit.
  double minutes = 0;
  std::string out;
  bool resume = false;
  unsigned envs = 16, rolloutSteps = 128, epochs = 4, minibatch = 256,
           torchThreads = 1, maxActions = 6;
  double learningRate = 3e-4, entropy = 0.01;
  uint64_t seed = 0;
  ExecutionFlags execution;
  OutputFlags output;
};

/// `train --suite NAME --iterations N --out DIR [--resume]`; with `timings`
/// (from `mlirgym replay`) without any measuring.
void addTrainCommand(CLI::App &app, CommandLine &line,
                     const ExecutionFlags *timings = nullptr);
} // namespace mlirgym
#endif // MLIRGYM_TOOLS_TRAINCOMMAND_H
