//===- tools/flags/ExecutionFlags.h - Options of executions -----*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_FLAGS_EXECUTIONFLAGS_H
#define MLIRGYM_TOOLS_FLAGS_EXECUTIONFLAGS_H

#include "execution/Cluster.h"
#include "execution/Execution.h"
#include "execution/ExecutionOptions.h"
#include "execution/device/Device.h"
#include "tools/CommandLine.h"
#include "tools/Options.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym::tools {

/// Options for the source of timings, shared by all commands that need timings.
struct ExecutionFlags {
  /// See ExecutionOptions.
  std::string device = "host", deviceFeatures;
  unsigned threads = 1;
  /// "": defaultExecDataFile().
  std::string execData;
  std::vector<std::string> mainExecData;
  std::string cacheDir;
  bool noKernelCache = false;
  unsigned workers = 0;
  double timeoutSeconds = 20;
  double budgetMs = 300;
  bool coldCaches = false;
  /// Value of `--counters`.
  std::vector<std::string> counters;
  /// Value of `--resident`.
  std::vector<std::string> resident;
  bool remeasure = false;
  /// Values of `--cluster` and `--cluster-machine`; "": none, and that of most
  /// nodes.
  std::string cluster, clusterMachine;
  /// Value of `--quiet-baseline`.
  double quietBaselineSeconds = 0;
  unsigned memoryLimitMb = 8192;
  /// Use only stored timings; set by `mlirgym replay`.
  bool replay = false;
  /// Replay: only timings of this machine and toolchain.
  bool sameMachine = false;

  /// Adds the options of a command that may measure.
  void addTo(CLI::App &app);
  /// Adds the part of these options that does not affect stored timings.
  void addThreadsTo(CLI::App &app);
  /// `--cluster`, for commands that measure many schedules.
  void addClusterTo(CLI::App &app);
  void addLimitsTo(CLI::App &app);
  /// Adds the options of `mlirgym replay`.
  void addReplayTo(CLI::App &app);
  /// `--device`, for commands that run kernels on any device.
  Option addDeviceTo(CLI::App &app);
  /// `--counters`, for commands that print counters.
  void addCountersTo(CLI::App &app);
  /// `--features`, unless the command has options of a target.
  void addDeviceFeaturesTo(CLI::App &app);

  /// Errors: as Device::describe().
  llvm::Expected<DeviceDescription> describeDevice() const {
    return Device::describe(device, deviceFeatures);
  }
  /// Cluster::machine once one is connected, else DeviceDescription::machine().
  /// Errors: as describeDevice().
  llvm::Expected<std::string> machineName() const;
  /// Options of an execution that writes its timings to `file`, whose folder is
  /// created if missing, or keeps them in memory if `file` is empty. A replay
  /// reads `file`. Errors: text naming the folder.
  llvm::Expected<ExecutionOptions> toOptions(const std::string &file) const;
  /// Opens the exec-data files; starts no worker yet. `substitution`: see
  /// ExecutionOptions. Errors: ExecutionError.
  llvm::Expected<std::unique_ptr<Execution>>
  open(std::shared_ptr<CodeSubstitution> substitution = nullptr) const;

  /// execData, or defaultExecDataFile() if that is empty.
  std::string execDataFile() const;

private:
  /// What `--cluster` names, for all executions of the command.
  mutable std::shared_ptr<Cluster> connected;
};

/// Lets `command` run `work(*flags, line)`. flags->execution is set to
/// `timings`, the options of `mlirgym replay`, if given.
template <typename Flags>
void setRun(CLI::App &command, CommandLine &line,
            llvm::Expected<int> (*work)(const Flags &, const CommandLine &),
            const std::shared_ptr<Flags> &flags,
            const ExecutionFlags *timings) {
  setCallback(command, [&line, work, flags, timings] {
    if (timings)
      flags->execution = *timings;
    line.run = [&line, work, flags] {
      return flags->output.exitCode(work(*flags, line));
    };
  });
}

/// $MLIRGYM_EXEC_DATA, else exec-data.db in cacheHome().
std::string defaultExecDataFile();

/// $XDG_CACHE_HOME/mlirgym, else ~/.cache/mlirgym; not created.
std::string cacheHome();
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_FLAGS_EXECUTIONFLAGS_H
