#include "execution/timing/CounterEvent.h"
#include "outcome/ExecutionError.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <dlfcn.h>
#include <linux/perf_event.h>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

/// A cache, an operation on it, and its result, as perf_event encodes them.
constexpr uint64_t cacheEvent(uint64_t cache, uint64_t operation,
                              uint64_t result) {
  return cache | operation << 8 | result << 16;
}

struct Generic {
  const char *name;
  CounterEvent::Source source;
  uint32_t type;
  uint64_t config;
};

using Source = CounterEvent::Source;
constexpr uint64_t read = PERF_COUNT_HW_CACHE_OP_READ,
                   access = PERF_COUNT_HW_CACHE_RESULT_ACCESS,
                   miss = PERF_COUNT_HW_CACHE_RESULT_MISS;

constexpr Generic generics[] = {
    {"cycles", Source::Perf, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {"instructions", Source::Perf, PERF_TYPE_HARDWARE,
     PERF_COUNT_HW_INSTRUCTIONS},
    {"cache-references", Source::Perf, PERF_TYPE_HARDWARE,
     PERF_COUNT_HW_CACHE_REFERENCES},
    {"cache-misses", Source::Perf, PERF_TYPE_HARDWARE,
     PERF_COUNT_HW_CACHE_MISSES},
    {"branches", Source::Perf, PERF_TYPE_HARDWARE,
     PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
    {"branch-misses", Source::Perf, PERF_TYPE_HARDWARE,
     PERF_COUNT_HW_BRANCH_MISSES},
    {"bus-cycles", Source::Perf, PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES},
    {"ref-cycles", Source::Perf, PERF_TYPE_HARDWARE,
     PERF_COUNT_HW_REF_CPU_CYCLES},
    {"stalled-cycles-frontend", Source::Perf, PERF_TYPE_HARDWARE,
     PERF_COUNT_HW_STALLED_CYCLES_FRONTEND},
    {"stalled-cycles-backend", Source::Perf, PERF_TYPE_HARDWARE,
     PERF_COUNT_HW_STALLED_CYCLES_BACKEND},
    {"L1-dcache-loads", Source::Perf, PERF_TYPE_HW_CACHE,
     cacheEvent(PERF_COUNT_HW_CACHE_L1D, read, access)},
    {"L1-dcache-load-misses", Source::Perf, PERF_TYPE_HW_CACHE,
     cacheEvent(PERF_COUNT_HW_CACHE_L1D, read, miss)},
    {"LLC-loads", Source::Perf, PERF_TYPE_HW_CACHE,
     cacheEvent(PERF_COUNT_HW_CACHE_LL, read, access)},
    {"LLC-load-misses", Source::Perf, PERF_TYPE_HW_CACHE,
     cacheEvent(PERF_COUNT_HW_CACHE_LL, read, miss)},
    {"dTLB-load-misses", Source::Perf, PERF_TYPE_HW_CACHE,
     cacheEvent(PERF_COUNT_HW_CACHE_DTLB, read, miss)},
    {"task-clock", Source::TaskClock, PERF_TYPE_SOFTWARE,
     PERF_COUNT_SW_TASK_CLOCK},
    {"page-faults", Source::PageFaults, PERF_TYPE_SOFTWARE,
     PERF_COUNT_SW_PAGE_FAULTS},
    {"minor-faults", Source::MinorFaults, PERF_TYPE_SOFTWARE,
     PERF_COUNT_SW_PAGE_FAULTS_MIN},
    {"major-faults", Source::MajorFaults, PERF_TYPE_SOFTWARE,
     PERF_COUNT_SW_PAGE_FAULTS_MAJ},
    {"context-switches", Source::ContextSwitches, PERF_TYPE_SOFTWARE,
     PERF_COUNT_SW_CONTEXT_SWITCHES},
};

/// "r" and up to 16 hexadecimal digits.
std::optional<uint64_t> rawCode(llvm::StringRef name) {
  uint64_t code = 0;
  if (!name.consume_front("r") || name.empty() || name.size() > 16 ||
      name.getAsInteger(16, code))
    return std::nullopt;
  return code;
}

constexpr llvm::StringLiteral unitsFolder = "/sys/bus/event_source/devices";

std::optional<std::string> readLine(const llvm::Twine &path) {
  auto text = llvm::MemoryBuffer::getFileAsStream(path);
  if (!text)
    return std::nullopt;
  return (*text)->getBuffer().trim().str();
}

std::string unitsHere() {
  std::vector<std::string> units;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(unitsFolder, error), end;
       it != end && !error; it.increment(error))
    units.push_back(llvm::StringRef(it->path()).rsplit('/').second.str());
  llvm::sort(units);
  return units.empty() ? "none" : llvm::join(units, ", ");
}

/// Puts `value` into the bits of a format, "config1:0-7,32-35". False if the
/// format is not understood or the value does not fit.
bool place(llvm::StringRef format, uint64_t value, CounterEvent &event) {
  auto [word, ranges] = format.split(':');
  uint64_t *into = word == "config"    ? &event.config
                   : word == "config1" ? &event.config1
                   : word == "config2" ? &event.config2
                                       : nullptr;
  llvm::SmallVector<llvm::StringRef, 4> parts;
  ranges.split(parts, ',');
  if (!into)
    return false;
  for (llvm::StringRef part : parts) {
    auto [firstText, lastText] = part.split('-');
    unsigned first = 0, last = 0;
    if (firstText.getAsInteger(10, first))
      return false;
    if (lastText.empty())
      last = first;
    else if (lastText.getAsInteger(10, last))
      return false;
    if (first > last || last > 63)
      return false;
    for (unsigned bit = first; bit <= last; ++bit, value >>= 1)
      *into |= (value & 1) << bit;
  }
  return value == 0;
}

/// Terms of a unit: "event=0xc2,umask=0x1", or the name of one of its events.
llvm::Error addTerms(llvm::StringRef folder, llvm::StringRef terms,
                     CounterEvent &event, bool isAlias) {
  llvm::SmallVector<llvm::StringRef, 4> parts;
  terms.split(parts, ',');
  for (llvm::StringRef part : parts) {
    auto [key, text] = part.trim().split('=');
    if (text.empty() && !isAlias)
      if (auto alias = readLine(folder + "/events/" + key)) {
        MLIRGYM_TRY_TO(addTerms(folder, *alias, event, true));
        continue;
      }
    uint64_t value = 1; // of a flag
    auto format = readLine(folder + "/format/" + key);
    if (!format)
      return executionError("counter '{0}': {1} has neither a term nor an "
                            "event '{2}'; see its folders format and events",
                            event.name, folder, key);
    if (!text.empty() && text.getAsInteger(0, value))
      return executionError("counter '{0}': '{1}' is not a number; write "
                            "{2}=0x1",
                            event.name, text, key);
    if (!place(*format, value, event))
      return executionError("counter '{0}': {1} does not fit into {2}",
                            event.name, text, *format);
  }
  return llvm::Error::success();
}

/// "cpu/event=0xc2,umask=0x1/".
llvm::Expected<CounterEvent> ofUnit(llvm::StringRef name) {
  CounterEvent event{.name = name.str()};
  auto [unit, terms] = name.split('/');
  const std::string folder = (unitsFolder + "/" + unit).str();
  auto type = unit.contains('.') ? std::nullopt : readLine(folder + "/type");
  if (!type || llvm::StringRef(*type).getAsInteger(10, event.type))
    return executionError("counter '{0}': this machine has no unit '{1}'; it "
                          "has {2}",
                          name, unit, unitsHere());
  if (!terms.consume_back("/") || terms.empty() || terms.contains('/') ||
      terms.contains('.'))
    return executionError("counter '{0}': write {1}/event=0x1,umask=0x2/", name,
                          unit);
  MLIRGYM_TRY_TO(addTerms(folder, terms, event, /*isAlias=*/false));
  return event;
}

// pfm_get_os_event_encoding(3) of libpfm 4.
struct PfmArgument {
  perf_event_attr *attributes;
  char **fullName;
  size_t size;
  int index, cpu, flags;
};

/// nullopt if libpfm is not installed.
std::optional<llvm::Expected<CounterEvent>> ofLibpfm(llvm::StringRef name) {
  using Initialize = int (*)();
  using Encode = int (*)(const char *, int, int, void *);
  using Explain = const char *(*)(int);
  // It stays loaded.
  static void *const library = ::dlopen("libpfm.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return std::nullopt;
  auto *initialize =
      reinterpret_cast<Initialize>(::dlsym(library, "pfm_initialize"));
  auto *encode =
      reinterpret_cast<Encode>(::dlsym(library, "pfm_get_os_event_encoding"));
  auto *explain = reinterpret_cast<Explain>(::dlsym(library, "pfm_strerror"));
  if (!initialize || !encode || !explain)
    return std::nullopt;
  static const int ready = initialize();
  perf_event_attr attributes{};
  attributes.size = sizeof(attributes);
  PfmArgument argument{&attributes, nullptr, sizeof(PfmArgument), 0, 0, 0};
  constexpr int inUserMode = 0x8 /*PFM_PLM3*/, forPerf = 1;
  const int code =
      ready != 0 ? ready
                 : encode(name.str().c_str(), inUserMode, forPerf, &argument);
  if (code != 0)
    return executionError("counter '{0}': {1}, says libpfm; generic ones are "
                          "{2}",
                          name, explain(code),
                          llvm::join(CounterEvent::names(), ", "));
  return CounterEvent{.name = name.str(),
                      .type = attributes.type,
                      .config = attributes.config,
                      .config1 = attributes.config1,
                      .config2 = attributes.config2};
}
} // namespace

llvm::Expected<CounterEvent> CounterEvent::parse(llvm::StringRef name) {
  for (const Generic &generic : generics)
    if (name == generic.name)
      return CounterEvent{.name = name.str(),
                          .source = generic.source,
                          .type = generic.type,
                          .config = generic.config};
  if (std::optional<uint64_t> code = rawCode(name))
    return CounterEvent{
        .name = name.str(), .type = PERF_TYPE_RAW, .config = *code};
  if (name.contains('/'))
    return ofUnit(name);
  if (auto event = name.empty() ? std::nullopt : ofLibpfm(name))
    return std::move(*event);
  return executionError("there is no counter '{0}'; choose {1}, a raw code "
                        "(r01c2) or terms of a unit (cpu/event=0xc2/); names "
                        "of libpfm need libpfm.so.4, which is not installed",
                        name, llvm::join(names(), ", "));
}

llvm::Expected<std::vector<CounterEvent>>
CounterEvent::parseAll(llvm::ArrayRef<std::string> names) {
  std::vector<CounterEvent> events;
  for (const std::string &name : names) {
    MLIRGYM_TRY(auto event, parse(name));
    if (llvm::any_of(events, [&](const CounterEvent &other) {
          return other.name == name;
        }))
      return executionError("counter '{0}' is given twice", name);
    events.push_back(std::move(event));
  }
  return events;
}

std::vector<std::string> CounterEvent::names() {
  std::vector<std::string> all;
  for (const Generic &generic : generics)
    all.emplace_back(generic.name);
  return all;
}

std::vector<CounterEvent> CounterEvent::usual() {
  std::vector<CounterEvent> events;
  for (const char *name :
       {"cycles", "instructions", "cache-misses", "branch-misses"})
    events.push_back(llvm::cantFail(parse(name)));
  return events;
}

} // namespace mlirgym
