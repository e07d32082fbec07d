#include "agents/learn/StoredTimings.h"
#include "execution/device/HostMachine.h"
#include "execution/execdata/ExecData.h"
#include "lowering/Machine.h"
#include "lowering/target/Target.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "outcome/Noise.h"
#include "program/MachineClass.h"
#include "program/MachineFeatures.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/iterator_range.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

using namespace mlirgym;

namespace {
struct Timed {
  Status status = Status::NotCached;
  double medianNs = 0, uncertainty = 0;
  int64_t createdAtUs = 0;
};
/// Machine, toolchain, protocol, threads.
using Context = std::tuple<std::string, std::string, std::string, unsigned>;
using TimedSchedules = std::map<std::string, Timed>;

/// "cuda:sm_90a/TARGET" describes "cuda:sm_90a/NVIDIA-H100-PCIe/TARGET" and any
/// other GPU of that processor.
bool isSuchGpu(llvm::StringRef machine, llvm::StringRef described) {
  const llvm::StringRef device = described.rsplit('/').first;
  return device.starts_with("cuda:sm_") && !device.contains('/') &&
         machine.consume_front(device) && machine.starts_with("/");
}

class Reader {
public:
  Reader(llvm::ArrayRef<std::shared_ptr<const Program>> programs,
         const StoredTimingsQuery &query, StoredTimingsReport &report)
      : query(query), report(report),
        machine(query.machine.empty() ? Machine::host().id() : query.machine),
        toolchain(toolchainId()) {
    for (const auto &program : programs)
      wanted.emplace(program->key(), std::map<Context, TimedSchedules>());
  }

  llvm::Error read(const std::string &file);
  /// Empty if the program, or all of its baselines, are missing.
  std::vector<StoredProgram>
  timingsOf(const std::shared_ptr<const Program> &program);

private:
  void take(const ExecData::Record &record);
  /// True if the query includes the key.
  bool isWanted(const ExecDataKey &key) const;
  void countUnwanted(const ExecDataKey &key);
  MachineFeatures featuresOf(const std::string &ranOn);

  const StoredTimingsQuery &query;
  StoredTimingsReport &report;
  const std::string machine, toolchain;
  std::map<ProgramKey, std::map<Context, TimedSchedules>> wanted;
};

llvm::Error Reader::read(const std::string &file) {
  MLIRGYM_TRY(auto data, ExecData::open({.file = file, .readOnly = true}));
  return data->forEachRecord(ExecData::Order::Added,
                             [this](const ExecData::Record &record) {
                               take(record);
                               return llvm::Error::success();
                             });
}

bool Reader::isWanted(const ExecDataKey &key) const {
  // What is elsewhere has run kernels of the version that it was given.
  if (query.anyMachine || isSuchGpu(key.machine, machine))
    return true;
  if (key.toolchain != toolchain)
    return false;
  return key.machine == machine ||
         (query.anyTarget && isOfThisMachine(key.machine));
}

void Reader::countUnwanted(const ExecDataKey &key) {
  if (key.toolchain == toolchain && isOfThisMachine(key.machine))
    ++report.otherTargets;
  else
    ++report.otherMachines;
  report.machinesSeen.insert(key.machine + " with " + key.toolchain);
}

/// The text of a machine contains the vectors of a narrower host, or else
/// begins with the processor in LLVM's words, "znver5-9271c7ad"; the caches of
/// another machine are not stored.
MachineFeatures Reader::featuresOf(const std::string &ranOn) {
  MachineFeatures features = query.features;
  if (ranOn == machine || isSuchGpu(ranOn, machine))
    return features;
  if (!isOfThisMachine(ranOn))
    report.unknownMachines.insert(ranOn);
  if (std::optional<MachineClass> narrower = classOfNarrowerHost(ranOn))
    features.vectorBits = narrower->vectorBits;
  else if (isOfThisMachine(ranOn))
    features.vectorBits = Machine::host().target.vectorBits;
  else if (std::optional<Target> elsewhere =
               llvm::expectedToOptional(Target::find(
                   {.cpu = llvm::StringRef(ranOn).rsplit('-').first.str()})))
    features.vectorBits = elsewhere->vectorBits;
  return features;
}

void Reader::take(const ExecData::Record &record) {
  ++report.records;
  const ExecDataKey &key = record.key;
  const auto program = wanted.find(key.program);
  if (program == wanted.end()) {
    ++report.otherPrograms;
    return;
  }
  if (!llvm::is_contained(query.threads, key.threads)) {
    ++report.otherThreads;
    report.threadsSeen.insert(key.threads);
    return;
  }
  if (key.metric != Metric::Nanoseconds) {
    ++report.otherMetrics;
    return;
  }
  if (!isWanted(key)) {
    countUnwanted(key);
    return;
  }
  Timed &timed = program->second[Context(
      key.machine, key.toolchain, key.protocol, key.threads)][key.schedule];
  const int64_t createdAt = record.provenance.createdAtUs;
  if (timed.status != Status::NotCached && timed.createdAtUs >= createdAt)
    return;
  timed = {record.measurement.status, record.measurement.medianNs,
           record.measurement.uncertainty, createdAt};
}

std::vector<StoredProgram>
Reader::timingsOf(const std::shared_ptr<const Program> &program) {
  std::vector<StoredProgram> found;
  const auto timed = wanted.find(program->key());
  if (timed == wanted.end())
    return found; // an equal program occurred before
  for (const auto &[context, schedules] : timed->second) {
    const auto baseline = schedules.find("");
    if (baseline == schedules.end() || baseline->second.status != Status::Ok ||
        baseline->second.medianNs <= 0) {
      report.withoutBaseline += schedules.size();
      continue;
    }
    StoredProgram &stored = found.emplace_back();
    stored.program = program;
    stored.machine = featuresOf(std::get<0>(context));
    stored.machine.threads = std::get<3>(context);
    stored.baselineUncertainty = baseline->second.uncertainty;
    for (const auto &[text, timing] : schedules) {
      const bool failed = timing.status != Status::Ok || timing.medianNs <= 0;
      stored.schedules.push_back(
          {.text = text,
           .logSpeedup =
               failed ? 0
                      : std::log(baseline->second.medianNs / timing.medianNs),
           .failed = failed,
           .uncertainty = failed ? 0 : timing.uncertainty});
      report.timed += failed ? 0 : 1;
      report.noisy += isNoisy(stored.schedules.back().uncertainty) ? 1 : 0;
    }
  }
  wanted.erase(timed);
  return found;
}

} // namespace

llvm::Expected<std::vector<StoredProgram>> mlirgym::readStoredTimings(
    llvm::ArrayRef<std::shared_ptr<const Program>> programs,
    const StoredTimingsQuery &query, StoredTimingsReport &report) {
  Reader reader(programs, query, report);
  for (const std::string &file : query.files)
    MLIRGYM_TRY_TO(reader.read(file));
  std::vector<StoredProgram> all;
  for (const auto &program : programs)
    llvm::append_range(all, reader.timingsOf(program));
  return all;
}

llvm::Error mlirgym::noStoredTimings(const StoredTimingsQuery &query,
                                     size_t numPrograms,
                                     const StoredTimingsReport &report) {
  std::string why;
  if (report.records == 0)
    why = "there is none in it; let a search measure schedules first, for "
          "example `mlirgym evaluate evolutionary`";
  else if (report.otherMachines > 0)
    why = llvm::formatv(
        "{0} of {1} are of another machine or toolchain ({2}; this is {3}); "
        "measure here, or take timings of any machine (--any-machine)",
        report.otherMachines, report.records,
        llvm::join(report.machinesSeen, ", "),
        (query.machine.empty() ? Machine::host().id() : query.machine) +
            " with " + toolchainId());
  else if (report.otherTargets > 0)
    why = llvm::formatv(
        "{0} of {1} are of code for other targets on this machine ({2}); "
        "measure with the same features, or take timings of any target "
        "(--any-target)",
        report.otherTargets, report.records,
        llvm::join(report.machinesSeen, ", "));
  else if (report.otherMetrics > 0)
    why = llvm::formatv("{0} of {1} are no times but counts of another device; "
                        "measure on this machine",
                        report.otherMetrics, report.records);
  else if (report.otherThreads > 0)
    why = llvm::formatv(
        "{0} of {1} were taken with another number of threads "
        "({2}); choose it (--threads)",
        report.otherThreads, report.records,
        llvm::make_range(report.threadsSeen.begin(), report.threadsSeen.end()));
  else if (report.withoutBaseline > 0)
    why = llvm::formatv("{0} of {1} lack a timing of the untransformed "
                        "program; measure it with `mlirgym measure`",
                        report.withoutBaseline, report.records);
  else
    why = llvm::formatv("all {0} are of other programs; choose the suite whose "
                        "programs were measured",
                        report.records);
  return llvm::createStringError(
      llvm::formatv("{0}: no timing to learn from for any of {1} programs: {2}",
                    llvm::join(query.files, ", "), numPrograms, why)
          .str());
}
