#include "tools/flags/ExecutionFlags.h"
#include "execution/Execution.h"
#include "execution/ExecutionOptions.h"
#include "execution/device/Device.h"
#include "execution/execdata/ExecDataShards.h"
#include "execution/kernelcache/KernelCache.h"
#include "execution/timing/CounterEvent.h"
#include "execution/timing/MeasureProtocol.h"
#include "program/Try.h"
#include "program/files/PathIn.h"
#include "tools/Checks.h"
#include "tools/Interrupt.h"
#include "tools/Options.h"
#include "tools/Progress.h"
#include "tools/RelayedCluster.h"
#include "tools/Terminal.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace mlirgym::tools {

std::string cacheHome() {
  llvm::SmallString<128> path;
  // LLVM reads $XDG_CACHE_HOME, with ~/.cache as the default.
  if (!llvm::sys::path::cache_directory(path))
    llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/false, path);
  llvm::sys::path::append(path, "mlirgym");
  return std::string(path);
}

std::string defaultExecDataFile() {
  if (std::optional<std::string> file =
          llvm::sys::Process::GetEnv("MLIRGYM_EXEC_DATA");
      file && !file->empty())
    return *file;
  return pathIn(cacheHome(), "exec-data.db");
}

llvm::Expected<std::string> ExecutionFlags::machineName() const {
  if (connected)
    return connected->machine;
  MLIRGYM_TRY(DeviceDescription described, describeDevice());
  return described.machine();
}

void ExecutionFlags::addThreadsTo(CLI::App &app) {
  const OptionGroup inGroup(app, "Timing");
  addCount(app, "--threads", threads, {1, 4096},
           "Threads of the kernel, pinned to cores");
}

void ExecutionFlags::addTo(CLI::App &app) {
  const OptionGroup inGroup(app, "Timing");
  addThreadsTo(app);
  addOption(app, "--exec-data", execData,
            "Timings kept between runs: SQLite file, read and written "
            "[default: $MLIRGYM_EXEC_DATA, else " +
                defaultExecDataFile() + "]")
      .type("FILE");
  addOption(app, "--main-exec-data", mainExecData,
            "Further timings, read-only, looked up first: a file, or all files "
            "*.db of a folder; may be repeated [default: none]")
      .type("FILE|DIR")
      .oneValueEach()
      .check(checkFileOrFolderIsThere);
  Option folder = addOption(app, "--cache-dir", cacheDir,
                            "Folder of compiled kernels, for further runs "
                            "[default: $MLIRGYM_CACHE_DIR, else " +
                                defaultKernelFolder() + "]")
                      .type("DIR");
  addFlag(app, "--no-kernel-cache", noKernelCache,
          "Keep compiled kernels in memory only [default: on disk, too]")
      .excludes(folder);
  addCount(app, "--workers", workers, {0, 4096},
           "Worker processes that compile at the same time; 0: one per "
           "core on which no kernel is measured, or one per core if "
           "there is no such core");
  addLimitsTo(app);
}

void ExecutionFlags::addLimitsTo(CLI::App &app) {
  const OptionGroup inGroup(app, "Timing");
  constexpr uint64_t thirtyDays = 2'592'000;
  addNumber(app, "--timeout", timeoutSeconds, {.most = thirtyDays}, "SECONDS",
            "Time limit for compiling one schedule, and for running it, "
            "in seconds");
  addNumber(app, "--budget-ms", budgetMs, {.most = 3'600'000}, "MS",
            "Time to measure one kernel, in milliseconds; measuring ends "
            "earlier if the median settles");
  addFlag(app, "--cold-caches", coldCaches,
          "Flush a kernel's arguments from the caches before each timed "
          "call");
  addFlag(app, "--remeasure", remeasure,
          "Time again what is stored in --exec-data, and replace it; "
          "--main-exec-data is not used [default: stored timings are used]");
  addNumber(app, "--quiet-baseline", quietBaselineSeconds,
            {.most = thirtyDays, .orEqual = true}, "SECONDS",
            "Time a noisy baseline again until it is not noisy, for at most "
            "this many seconds each, and replace it; 0: keep it");
  addOption(app, "--memory-limit", memoryLimitMb,
            "Memory limit of one worker process, in MiB")
      .check(WholeNumber{64, 1u << 24})
      .type("MIB")
      .showDefault();
}

void ExecutionFlags::addCountersTo(CLI::App &app) {
  const OptionGroup inGroup(app, "Timing");
  addOption(app, "--counters", counters,
            "Count these events per call, separated by commas: " +
                llvm::join(CounterEvent::names(), ", ") +
                "; raw codes (r01c2), terms of a unit (cpu/event=0xc2/), names "
                "of libpfm [default: the first, second, fourth and sixth, if "
                "the processor shows them]")
      .type("NAME,...")
      .delimiter(',')
      .oneValueEach();
}

Option ExecutionFlags::addDeviceTo(CLI::App &app) {
  const OptionGroup inGroup(app, "Target");
  addOption(app, "--resident", resident,
            "Arguments that stay in the memory of the device, separated by "
            "commas: arg0, ... of the normal form, out0, ... of those that are "
            "written, or all; only for emulated and cuda [default: those that "
            "the program marks memref.on_device]")
      .type("NAME,...")
      .delimiter(',')
      .oneValueEach();
  std::vector<std::string> ids;
  for (const DeviceDescription &each : Device::known())
    ids.push_back(each.id);
  return addOption(app, "--device", device,
                   "What runs the kernels: " + llvm::join(ids, ", ") +
                       ", or template:FILE.json, the commands of a "
                       "foreign toolchain; the emulators qemu count "
                       "instructions and take no "
                       "times")
      .type("ID")
      .showDefault();
}

void ExecutionFlags::addDeviceFeaturesTo(CLI::App &app) {
  const OptionGroup inGroup(app, "Target");
  addOption(app, "--features", deviceFeatures,
            "Features of the target: of this machine those that code does "
            "without (--features=-avx512f), of another device further ones "
            "(+zvl256b) [default: none]")
      .type("LIST");
}

void ExecutionFlags::addReplayTo(CLI::App &app) {
  replay = true;
  addDeviceTo(app);
  addDeviceFeaturesTo(app);
  addOption(app, "--exec-data", execData,
            "Timings to replay: SQLite file, or all files *.db of a folder, "
            "read-only [default: $MLIRGYM_EXEC_DATA, else " +
                defaultExecDataFile() + "]")
      .type("FILE|DIR")
      .check(checkFileOrFolderIsThere);
  addOption(app, "--main-exec-data", mainExecData,
            "Further timings, read-only, looked up first: a file, or all files "
            "*.db of a folder; may be repeated [default: none]")
      .type("FILE|DIR")
      .oneValueEach()
      .check(checkFileOrFolderIsThere);
  addCount(app, "--threads", threads, {1, 4096},
           "Threads with which the kernels were timed");
  addNumber(app, "--budget-ms", budgetMs, {.most = 3'600'000}, "MS",
            "With --same-machine: the time per kernel with which the "
            "timings were recorded, in milliseconds");
  addFlag(app, "--same-machine", sameMachine,
          "Accept only timings of this machine and toolchain, not those "
          "of any machine");
}

void ExecutionFlags::addClusterTo(CLI::App &app) {
  const OptionGroup inGroup(app, "Timing");
  Option address =
      addOption(app, "--cluster", cluster,
                "Measure on the nodes of a Ray cluster, through Python: auto, "
                "HOST:6379 or ray://HOST:10001 [default: on this machine]")
          .type("ADDRESS");
  addOption(app, "--cluster-machine", clusterMachine,
            "With --cluster: use only nodes of this machine, as `mlirgym "
            "doctor` names it [default: that of most nodes]")
      .type("NAME")
      .needs(address);
}

std::string ExecutionFlags::execDataFile() const {
  return execData.empty() ? defaultExecDataFile() : execData;
}

llvm::Expected<ExecutionOptions>
ExecutionFlags::toOptions(const std::string &file) const {
  ExecutionOptions options;
  options.device = device;
  options.deviceFeatures = deviceFeatures;
  options.threads = threads;
  options.compileWorkers = workers;
  MLIRGYM_TRY(options.mainExecData, execDataFilesOf(mainExecData));
  options.cacheDir = cacheDir;
  options.cacheOnDisk = !noKernelCache;
  options.compileTimeoutMs = options.runTimeoutMs = timeoutSeconds * 1e3;
  options.memoryLimitBytes = uint64_t(memoryLimitMb) << 20;
  options.protocol.budgetMs = budgetMs;
  if (coldCaches)
    options.protocol.caches = CacheState::Cold;
  // Without catchInterrupts() a signal ends the process, and this is never
  // true.
  options.interrupted = interrupted;
  options.waiting = [](const std::string &text) {
    removeBar();
    printNote(text);
  };
  options.counters = counters;
  options.resident = resident;
  options.remeasure = remeasure;
  options.quietBaselineSeconds = quietBaselineSeconds;
  options.replay = replay;
  options.anyMachine = replay && !sameMachine;
  if (replay) {
    // Read-only: a replay does not change its file.
    options.mainExecData.push_back(file);
    MLIRGYM_TRY(options.mainExecData, execDataFilesOf(options.mainExecData));
    return options;
  }
  llvm::StringRef folder = llvm::sys::path::parent_path(file);
  if (!folder.empty())
    if (std::error_code error = llvm::sys::fs::create_directories(folder))
      return llvm::createStringError(
          error, "%s: %s; give another file with --exec-data",
          folder.str().c_str(), error.message().c_str());
  options.execDataFile = file;
  if (!cluster.empty()) {
    if (!connected)
      MLIRGYM_TRY_TO(connectToCluster(cluster, clusterMachine, options)
                         .moveInto(connected));
    options.cluster = connected;
  }
  return options;
}

llvm::Expected<std::unique_ptr<Execution>>
ExecutionFlags::open(std::shared_ptr<CodeSubstitution> substitution) const {
  MLIRGYM_TRY(ExecutionOptions options, toOptions(execDataFile()));
  options.substitution = std::move(substitution);
  return Execution::create(std::move(options));
}
} // namespace mlirgym::tools
