#include "tools/HostChecks.h"
#include "execution/timing/PerfCounters.h"
#include "execution/timing/Quantile.h"
#include "lowering/Machine.h"
#include "lowering/target/Target.h"
#include "outcome/Units.h"
#include "program/EnumNames.h"
#include "program/Processors.h"
#include "program/Stopwatch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <chrono>
#include <ratio>
#include <string>
#include <vector>

namespace mlirgym::tools {

using Verdict = Check::Verdict;

static constexpr EnumNames<Verdict::Failure> verdictNames = {
    {"", "ok", "warning", "failed"}};

llvm::StringRef nameOf(Verdict verdict) { return verdictNames.of(verdict); }

/// First line of a file of /proc or /sys; "" if it cannot be read.
static std::string readLine(const char *path) {
  // Files there have no size: read as a stream.
  auto buffer = llvm::MemoryBuffer::getFileAsStream(path);
  if (!buffer)
    return "";
  return (*buffer)->getBuffer().split('\n').first.trim().str();
}

/// Good, or a warning with `advice`.
static Check judge(std::string name, std::string value, bool isGood,
                   const char *advice) {
  return {std::move(name), std::move(value),
          isGood ? Verdict::Good : Verdict::Warning, isGood ? "" : advice};
}

Check checkProcessor() {
  const Machine &machine = Machine::host();
  return {"processor",
          llvm::formatv("{0} ({1})", machine.model, machine.target.cpu)};
}

Check checkCores() {
  unsigned cores = Target::host().threads;
  const auto usable = static_cast<unsigned>(usableProcessors().size());
  std::string value = llvm::formatv(
      "{0}, {1} of them available to this process", cores, usable);
  // cgroup v2: "max 100000", or quota and period in microseconds.
  auto [quota, period] =
      llvm::StringRef(readLine("/sys/fs/cgroup/cpu.max")).split(' ');
  double quotaUs = 0, periodUs = 0;
  if (llvm::to_float(quota, quotaUs) && llvm::to_float(period, periodUs) &&
      periodUs > 0 && quotaUs / periodUs < usable) {
    value += llvm::formatv(", limited to the processor time of {0:f1}",
                           quotaUs / periodUs);
    return judge("cores", value, false,
                 "a CPU quota suspends kernels while they run; give the "
                 "container whole cores (--cpuset-cpus instead of --cpus)");
  }
  return judge("cores", value, usable >= 2,
               "compiling and measuring share one core; provide two or more");
}

Check checkVectors() {
  const Target &host = Target::host();
  return {"vectors", llvm::formatv("{0} bits, {1} registers", host.vectorBits,
                                   host.vectorRegisters)};
}

Check checkCaches() {
  const Machine &machine = Machine::host();
  return {"caches", llvm::formatv("L1 {0}, L2 {1}, L3 {2}; memory {3}",
                                  formatBytes(machine.target.l1Bytes),
                                  formatBytes(machine.target.l2Bytes),
                                  formatBytes(machine.target.l3Bytes),
                                  formatBytes(machine.memoryBytes))};
}

Check checkTimer() {
  using Clock = std::chrono::steady_clock;
  auto smallest = Clock::duration::max();
  for (int i = 0; i < 1000; ++i) {
    auto first = Clock::now(), second = first;
    while (second == first)
      second = Clock::now();
    smallest = std::min(smallest, second - first);
  }
  double stepNs = std::chrono::duration<double, std::nano>(smallest).count();
  std::string source = readLine(
      "/sys/devices/system/clocksource/clocksource0/current_clocksource");
  // A repeat lasts 0.2 ms: 2 us would already be a hundredth of it.
  return judge(
      "timer",
      llvm::formatv("steps of {0} from clock source {1}", formatNs(stepNs),
                    source.empty() ? "unknown" : source),
      stepNs < 2000,
      "too coarse to time 0.2 ms within 1 %; boot with clocksource=tsc");
}

/// About a millisecond of dependent arithmetic that touches no memory.
static double spin(double value) {
  for (int i = 0; i < 250'000; ++i)
    value = value * 1.0000001 + 1e-9;
  return value;
}

Check checkNoise() {
  std::vector<double> repeats;
  volatile double sink = 1; // the loop must not be optimised away
  const Stopwatch sinceStart;
  while (sinceStart.seconds() < 1) {
    const Stopwatch taken;
    sink = spin(sink);
    repeats.push_back(taken.nanoseconds());
  }
  llvm::sort(repeats);
  double median = quantile(repeats, 0.5);
  double spread = (quantile(repeats, 0.75) - quantile(repeats, 0.25)) / median;
  return judge("noise",
               llvm::formatv("spread {0:f1} %, 99th percentile {1:f0} % above "
                             "the median ({2} repeats of {3})",
                             spread * 100,
                             (quantile(repeats, 0.99) / median - 1) * 100,
                             repeats.size(), formatNs(median)),
               spread <= 0.02,
               "timings will vary by more than 2 %; stop other work, or "
               "train on stored timings (mlirgym replay)");
}

Check checkLoad() {
  std::string minute =
      llvm::StringRef(readLine("/proc/loadavg")).split(' ').first.str();
  double load = 0;
  if (!llvm::to_float(minute, load))
    return {"load", "unknown"};
  return judge("load", minute + " in the last minute",
               load < 0.5 * Target::host().threads,
               "other programs use the cores; stop them while measuring");
}

Check checkGovernor() {
  std::string governor =
      readLine("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  if (governor.empty())
    return {"governor", "not readable, as usual in a virtual machine"};
  return judge("governor", governor, governor == "performance",
               "the clock rate follows the load; run `cpupower frequency-set "
               "-g performance`");
}

Check checkTurbo() {
  std::string noTurbo =
      readLine("/sys/devices/system/cpu/intel_pstate/no_turbo");
  std::string boost = readLine("/sys/devices/system/cpu/cpufreq/boost");
  if (noTurbo.empty() && boost.empty())
    return {"turbo", "not readable, as usual in a virtual machine"};
  const bool on = noTurbo == "0" || boost == "1";
  return judge("turbo", on ? "on" : "off", !on,
               "the clock rate falls as the processor heats up; write 1 to "
               "intel_pstate/no_turbo or 0 to cpufreq/boost below "
               "/sys/devices/system/cpu");
}

Check checkSeccomp() {
  std::string actions = readLine("/proc/sys/kernel/seccomp/actions_avail");
  if (actions.empty())
    return {"sandbox", "the kernel has no seccomp", Verdict::Warning,
            "untrusted programs could access files and the network; use a "
            "kernel with CONFIG_SECCOMP_FILTER"};
  return {"sandbox", "seccomp filters available", Verdict::Good};
}

Check checkCounters() {
  // Timings do not depend on counters.
  return {"counters", hardwareCounterStatus(), Verdict::Fact};
}

Check checkDisk(std::string name, const std::string &folder) {
  // It may not exist yet: its nearest existing parent is on the same disk.
  llvm::SmallString<128> existing(folder);
  llvm::sys::fs::make_absolute(existing);
  while (!llvm::sys::fs::exists(existing) &&
         llvm::sys::path::has_parent_path(existing))
    existing = llvm::sys::path::parent_path(existing);
  auto space = llvm::sys::fs::disk_space(existing);
  if (!space)
    return {std::move(name),
            llvm::formatv("{0}: {1}", folder, space.getError().message()),
            Verdict::Failure, "make the folder readable, or give another"};
  const std::string value =
      llvm::formatv("{0}: {1} free", folder, formatBytes(space->available));
  if (!llvm::sys::fs::is_directory(existing))
    return {std::move(name), value, Verdict::Failure,
            existing.str().str() + " is a file; name a folder"};
  if (llvm::sys::fs::access(existing, llvm::sys::fs::AccessMode::Write))
    return {std::move(name), value, Verdict::Failure,
            "not writable; set XDG_CACHE_HOME, or MLIRGYM_EXEC_DATA and "
            "MLIRGYM_CACHE_DIR, to a writable place"};
  constexpr uint64_t enough = 1ull << 30; // a year of timings fits
  return judge(std::move(name), value, space->available >= enough,
               "less than 1 GiB left; free some space");
}
} // namespace mlirgym::tools
