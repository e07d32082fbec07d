#include "execution/timing/PerfCounters.h"
#include "execution/outcome/Measurement.h"
#include "program/FileDescriptor.h"
#include <array>
#include <cerrno>
#include <cstring>
#include <linux/perf_event.h>
#include <optional>
#include <string>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace mlirgym {

static constexpr std::array<uint64_t, 4> events = {
    PERF_COUNT_HW_CPU_CYCLES, PERF_COUNT_HW_INSTRUCTIONS,
    PERF_COUNT_HW_CACHE_MISSES, PERF_COUNT_HW_BRANCH_MISSES};

static FileDescriptor openCounter(uint64_t event) {
  perf_event_attr attributes{};
  attributes.size = sizeof(attributes);
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = event;
  attributes.disabled = 1;
  attributes.inherit = 1; // counts OpenMP's threads too
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  // The kernel multiplexes counters if the processor has too few.
  attributes.read_format =
      PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  return FileDescriptor(static_cast<int>(
      ::syscall(SYS_perf_event_open, &attributes, /*pid=*/0, /*cpu=*/-1,
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

PerfCounters PerfCounters::open() {
  PerfCounters result;
  for (size_t i = 0; i < events.size(); ++i) {
    result.counters[i] = openCounter(events[i]);
    // Without cycles the other counts mean little; each of the others may be
    // missing.
    if (i == 0 && !result.counters[0].valid()) {
      result.statusText = reasonOf(errno);
      return result;
    }
  }
  result.statusText = "hardware";
  return result;
}

void PerfCounters::control(unsigned long request) const {
  for (const FileDescriptor &counter : counters)
    if (counter.valid())
      ::ioctl(counter.get(), request, 0);
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
  // This resets only the values, not the times.
  for (size_t i = 0; i < counters.size(); ++i)
    atReset[i] = readCounter(counters[i]).value_or(Reading{});
}

void PerfCounters::resume() { control(PERF_EVENT_IOC_ENABLE); }
void PerfCounters::pause() { control(PERF_EVENT_IOC_DISABLE); }

HardwareCounters PerfCounters::read(double calls) const {
  std::array<double, numCounters> perCall{};
  for (size_t i = 0; i < counters.size(); ++i) {
    std::optional<Reading> now = readCounter(counters[i]);
    if (!now || now->runningNs <= atReset[i].runningNs)
      continue;
    auto enabledNs = static_cast<double>(now->enabledNs - atReset[i].enabledNs);
    auto runningNs = static_cast<double>(now->runningNs - atReset[i].runningNs);
    perCall[i] =
        static_cast<double>(now->value) * enabledNs / runningNs / calls;
  }
  return {perCall[0], perCall[1], perCall[2], perCall[3]};
}

std::string hardwareCounterStatus() { return PerfCounters::open().status(); }

} // namespace mlirgym
