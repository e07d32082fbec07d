#include "execution/timing/PerfCounters.h"
#include "execution/timing/CounterEvent.h"
#include "program/files/FileDescriptor.h"
#include <cerrno>
#include <cstring>
#include <ctime>
#include <linux/perf_event.h>
#include <optional>
#include <string>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mlirgym {

static FileDescriptor openCounter(const CounterEvent &event, pid_t process) {
  perf_event_attr attributes{};
  attributes.size = sizeof(attributes);
  attributes.type = event.type;
  attributes.config = event.config;
  attributes.config1 = event.config1;
  attributes.config2 = event.config2;
  attributes.disabled = 1;
  attributes.inherit = 1; // counts OpenMP's threads too
  // Switches happen in the kernel.
  attributes.exclude_kernel =
      event.source != CounterEvent::Source::ContextSwitches;
  attributes.exclude_hv = 1;
  // The kernel multiplexes counters if the processor has too few.
  attributes.read_format =
      PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  return FileDescriptor(static_cast<int>(
      ::syscall(SYS_perf_event_open, &attributes, process, /*cpu=*/-1,
                /*group=*/-1, PERF_FLAG_FD_CLOEXEC)));
}

static std::string reasonOf(int error) {
  switch (error) {
  case EACCES:
  case EPERM:
    return "none (not allowed; lower kernel.perf_event_paranoid to 2)";
  case ENOENT:
  case ENODEV:
  case EOPNOTSUPP:
    return "none (the processor shows none, as in most virtual machines)";
  case ENOSYS:
    return "none (the kernel has no perf_event)";
  default:
    return std::string("none (") + std::strerror(error) + ")";
  }
}

/// A counter that the system keeps for this process. It always runs and is
/// always available.
static double systemCount(CounterEvent::Source source) {
  if (source == CounterEvent::Source::TaskClock) {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e9 + double(time.tv_nsec);
  }
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  switch (source) {
  case CounterEvent::Source::MinorFaults:
    return double(usage.ru_minflt);
  case CounterEvent::Source::MajorFaults:
    return double(usage.ru_majflt);
  case CounterEvent::Source::PageFaults:
    return double(usage.ru_minflt) + double(usage.ru_majflt);
  case CounterEvent::Source::ContextSwitches:
    return double(usage.ru_nvcsw) + double(usage.ru_nivcsw);
  case CounterEvent::Source::Perf:
  case CounterEvent::Source::TaskClock:
    break;
  }
  return 0;
}

PerfCounters PerfCounters::open(std::vector<CounterEvent> events,
                                pid_t process) {
  PerfCounters result;
  result.statusText = "none (no event of the processor is asked for)";
  bool anyOpen = false;
  for (CounterEvent &event : events) {
    Counter counter{.event = std::move(event), .file = FileDescriptor()};
    counter.file = openCounter(counter.event, process);
    counter.isOfAnother = process != 0;
    if (counter.event.source == CounterEvent::Source::Perf) {
      if (counter.file.valid())
        result.statusText = "hardware";
      else if (!anyOpen)
        result.statusText = reasonOf(errno);
      anyOpen |= counter.file.valid();
    }
    result.counters.push_back(std::move(counter));
  }
  return result;
}

void PerfCounters::control(unsigned long request) const {
  for (const Counter &counter : counters)
    if (counter.file.valid())
      ::ioctl(counter.file.get(), request, 0);
}

std::optional<PerfCounters::Reading>
PerfCounters::readCounter(const FileDescriptor &counter) {
  uint64_t words[3]; // value, nanoseconds enabled, nanoseconds counting
  if (!counter.valid() ||
      ::read(counter.get(), words, sizeof(words)) != sizeof(words))
    return std::nullopt;
  return Reading{words[0], words[1], words[2]};
}

void PerfCounters::reset() {
  control(PERF_EVENT_IOC_RESET);
  for (Counter &counter : counters) {
    // The request resets only the values, not the times.
    counter.atReset = readCounter(counter.file).value_or(Reading{});
    counter.counted = 0;
  }
}

void PerfCounters::resume() {
  for (Counter &counter : counters)
    if (counter.isOfProcess())
      counter.atResume = systemCount(counter.event.source);
  control(PERF_EVENT_IOC_ENABLE);
}

void PerfCounters::pause() {
  control(PERF_EVENT_IOC_DISABLE);
  for (Counter &counter : counters)
    if (counter.isOfProcess())
      counter.counted += systemCount(counter.event.source) - counter.atResume;
}

std::vector<std::optional<double>> PerfCounters::read(double calls) const {
  std::vector<std::optional<double>> perCall;
  for (const Counter &counter : counters) {
    if (counter.isOfProcess()) {
      perCall.push_back(counter.counted / calls);
      continue;
    }
    std::optional<Reading> now = readCounter(counter.file);
    if (!now || now->runningNs <= counter.atReset.runningNs) {
      perCall.push_back(std::nullopt);
      continue;
    }
    auto enabledNs =
        static_cast<double>(now->enabledNs - counter.atReset.enabledNs);
    auto runningNs =
        static_cast<double>(now->runningNs - counter.atReset.runningNs);
    perCall.push_back(static_cast<double>(now->value) * enabledNs / runningNs /
                      calls);
  }
  return perCall;
}

std::string hardwareCounterStatus() {
  return PerfCounters::open(CounterEvent::usual()).status();
}

} // namespace mlirgym
