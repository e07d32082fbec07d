#include "kernels/bundle/GpuResults.h"
#include "actions/Schedule.h"
#include "execution/device/cuda/CudaDevice.h"
#include "execution/execdata/ExecData.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/Noise.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {
constexpr llvm::StringLiteral formatName = "mlirgym-gpu-results";
constexpr int64_t mostOperations = 1 << 20;

namespace json = llvm::json;

struct RunSchedule {
  std::string schedule, object, status, reason, message;
  double medianNs = 0, minNs = 0, spread = 0, uncertainty = 0;
  int64_t repeats = 0, number = 0;
  std::vector<double> timesNs; ///< the repeats; empty: not told

  bool areTimesSound() const;
};
bool fromJSON(const json::Value &value, RunSchedule &run, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("schedule", run.schedule) &&
         map.map("object", run.object) && map.map("status", run.status) &&
         map.mapOptional("reason", run.reason) &&
         map.map("message", run.message) &&
         map.mapOptional("median_ns", run.medianNs) &&
         map.mapOptional("min_ns", run.minNs) &&
         map.mapOptional("spread", run.spread) &&
         map.mapOptional("uncertainty", run.uncertainty) &&
         map.mapOptional("repeats", run.repeats) &&
         map.mapOptional("number", run.number) &&
         map.mapOptional("times_ns", run.timesNs);
}

struct RunProgram {
  std::string program, key, processor, target, toolchain, metric;
  int64_t operations = 0;
  std::vector<RunSchedule> schedules;
};
bool fromJSON(const json::Value &value, RunProgram &run, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("program", run.program) && map.map("key", run.key) &&
         map.map("processor", run.processor) && map.map("target", run.target) &&
         map.map("toolchain", run.toolchain) &&
         map.map("operations", run.operations) &&
         map.map("metric", run.metric) && map.map("schedules", run.schedules);
}

struct Gpu {
  std::string name;
};
bool fromJSON(const json::Value &value, Gpu &gpu, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("name", gpu.name);
}

struct Run {
  std::string format, protocol, host;
  int64_t version = 0;
  double createdAt = 0;
  Gpu gpu;
  std::vector<RunProgram> programs;
};
bool fromJSON(const json::Value &value, Run &run, json::Path path) {
  json::ObjectMapper map(value, path);
  if (!map || !map.map("format", run.format) ||
      !map.map("version", run.version))
    return false;
  if (run.format != formatName || run.version != 1) {
    path.report("the results of another version of run.py");
    return false;
  }
  return map.map("protocol", run.protocol) && map.map("host", run.host) &&
         map.map("created_at", run.createdAt) && map.map("gpu", run.gpu) &&
         map.map("programs", run.programs);
}

/// nullopt for a schedule that has not run; NotCached for an unknown word.
std::optional<Status> statusOf(const RunSchedule &run) {
  if (run.status == "not_run")
    return std::nullopt;
  if (run.status == "refused") {
    // An illegal schedule has no status.
    return run.reason.empty() ? std::nullopt : parseStatus(run.reason);
  }
  return llvm::StringSwitch<Status>(run.status)
      .Case("ok", Status::Ok)
      .Cases({"wrong_result", "overflow"}, Status::WrongResult)
      .Case("crashed", Status::Crashed)
      .Case("timed_out", Status::TimedOut)
      .Case("bad_module", Status::CompileFailed)
      .Case("out_of_memory", Status::OutOfMemory)
      .Default(Status::NotCached);
}

std::optional<ProgramKey> keyOf(llvm::StringRef hex) {
  ProgramKey key;
  std::string bytes;
  if (hex.size() != 2 * key.bytes.size() || !llvm::tryGetFromHex(hex, bytes))
    return std::nullopt;
  llvm::copy(bytes, key.bytes.begin());
  return key;
}

/// Without control characters and spaces, and not longer than a name.
bool isWord(llvm::StringRef text) {
  constexpr size_t longest = 256;
  return !text.empty() && text.size() <= longest &&
         llvm::all_of(text,
                      [](char c) { return llvm::isPrint(c) && c != ' '; });
}
} // namespace

bool RunSchedule::areTimesSound() const {
  constexpr int64_t most = 1u << 30;
  constexpr double longestNs = 1e15; // eleven days
  if (!(minNs > 0 && minNs <= medianNs && medianNs < longestNs) ||
      !(spread >= 0 && uncertainty >= 0) || !std::isfinite(spread) ||
      !std::isfinite(uncertainty) || repeats <= 0 || repeats >= most ||
      number <= 0 || number >= most)
    return false;
  if (timesNs.empty())
    return true;
  std::vector<double> sorted = timesNs;
  llvm::sort(sorted);
  const size_t half = sorted.size() / 2;
  const double median = sorted.size() % 2 == 1
                            ? sorted[half]
                            : (sorted[half - 1] + sorted[half]) / 2;
  constexpr double rounding = 0.2; // both are rounded to 0.1 ns
  return static_cast<int64_t>(sorted.size()) == repeats &&
         std::abs(sorted.front() - minNs) < rounding &&
         std::abs(median - medianNs) < rounding;
}

bool isGpuResults(llvm::StringRef json) {
  return json.ltrim().take_front(64).contains(formatName);
}

/// The record of a schedule; nullopt for one that is left out.
static llvm::Expected<std::optional<ExecData::Record>>
recordOf(const RunSchedule &run, ExecData::Record record) {
  const std::optional<Status> status = statusOf(run);
  if (!status)
    return std::nullopt;
  if (*status == Status::NotCached)
    return executionError("the status '{0}' is unknown", run.status);
  MLIRGYM_TRY(auto schedule, Schedule::parse(run.schedule));
  for (const Schedule::Entry &entry : schedule.entries())
    if (entry.op >= record.provenance.operations)
      return executionError("there is no op{0}: the program has {1} operations",
                            entry.op, record.provenance.operations);
  record.key.schedule = schedule.canonical().text();
  record.provenance.objectHash = run.object;
  Measurement &measurement = record.measurement;
  measurement.status = *status;
  measurement.message = run.message;
  if (!measurement.ok())
    return record;
  if (!run.areTimesSound())
    return executionError("no plausible times");
  measurement.medianNs = run.medianNs;
  measurement.minNs = run.minNs;
  measurement.spread = run.spread;
  measurement.uncertainty = run.uncertainty;
  measurement.repeats = static_cast<uint32_t>(run.repeats);
  measurement.number = static_cast<uint32_t>(run.number);
  measurement.noisy = isNoisy(run.uncertainty);
  return record;
}

llvm::Expected<GpuResults> parseGpuResults(llvm::StringRef text) {
  auto parsed = json::parse(text);
  if (!parsed)
    return executionError("{0}; give the file that run.py has written",
                          llvm::toString(parsed.takeError()));
  Run run;
  json::Path::Root root("results");
  if (!fromJSON(*parsed, run, root))
    return executionError("{0}; give the file that run.py has written",
                          llvm::toString(root.getError()));
  // A name is a part of "cuda:sm_90a/NVIDIA-H100-PCIe/TARGET".
  if (run.gpu.name.empty() || llvm::StringRef(run.gpu.name).contains('/') ||
      !isWord(run.protocol) || !(run.createdAt >= 0 && run.createdAt < 1e11))
    return executionError("no name of the GPU or of the protocol, or no date; "
                          "give the file that run.py has written");
  GpuResults results;
  for (const RunProgram &program : run.programs) {
    const std::optional<ProgramKey> key = keyOf(program.key);
    results.device = CudaDevice::identityOf(program.processor, run.gpu.name);
    const std::string machine = results.device + "/" + program.target;
    if (!key || !isWord(machine) || !isWord(program.target) ||
        !llvm::StringRef(program.processor).starts_with("sm_") ||
        program.metric != "nanoseconds" || program.operations <= 0 ||
        program.operations > mostOperations)
      return executionError("{0}: no key, machine, metric or operations of a "
                            "program; give the file that run.py has written",
                            program.program);
    ExecData::Record record;
    record.key.program = *key;
    record.key.machine = machine;
    record.key.toolchain = program.toolchain;
    record.key.protocol = run.protocol;
    record.provenance.programName = program.program;
    record.provenance.operations = static_cast<unsigned>(program.operations);
    record.provenance.host = run.host;
    record.provenance.createdAtUs = static_cast<int64_t>(run.createdAt * 1e6);
    for (const RunSchedule &schedule : program.schedules) {
      auto made = recordOf(schedule, record);
      if (!made)
        return executionError("{0} under '{1}': {2}", program.program,
                              schedule.schedule,
                              llvm::toString(made.takeError()));
      if (*made)
        results.records.push_back(std::move(**made));
      else
        ++results.leftOut;
    }
  }
  return results;
}

} // namespace mlirgym
