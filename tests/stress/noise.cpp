// The same kernels measured repeatedly, alone and beside busy cores: the spread
// of the reported medians, and the number of timings marked noisy.

#include "CKernel.h"
#include "actions/Schedule.h"
#include "benchmarks/Figures.h"
#include "execution/batch/CorePlan.h"
#include "execution/process/WorkerPath.h"
#include "execution/timing/Quantile.h"
#include "execution/worker/MeasureBench.h"
#include "lowering/KernelCompiler.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <atomic>
#include <sched.h>
#include <thread>

using namespace mlirgym;
using namespace mlirgym::worker;

namespace {

/// Keeps a core busy with arithmetic and with memory that exceeds all caches.
class BusyCore {
public:
  explicit BusyCore(uint32_t cpu)
      : thread([this, cpu] {
          cpu_set_t set;
          CPU_ZERO(&set);
          CPU_SET(cpu, &set);
          sched_setaffinity(0, sizeof(set), &set);
          std::vector<double> memory(8 << 20, 1.0);
          while (!stop)
            for (double &value : memory)
              value = value * 0.5 + 0.5;
        }) {}
  ~BusyCore() {
    stop = true;
    thread.join();
  }

private:
  std::atomic<bool> stop = false;
  std::thread thread;
};

/// A kernel with its data, ready to be measured.
struct Subject {
  std::string key, program;
  std::shared_ptr<const Program> loaded;
  ProgramData data;
  MemoryFile object;
  std::vector<Measurement> alone, busy;
};

/// Spread of the timings not marked as noisy, and of all of them beside the
/// uncertainty that they have by their own account.
struct Spread {
  double interquartile = 0, range = 0, measureMs = 0;
  double ofAll = 0, claimed = 0;
  unsigned flagged = 0, count = 0;

  explicit Spread(llvm::ArrayRef<Measurement> measured) {
    std::vector<double> medians, all, uncertainties;
    for (const Measurement &measurement : measured) {
      measureMs += measurement.phases.measureMs / double(measured.size());
      all.push_back(measurement.medianNs);
      uncertainties.push_back(measurement.uncertainty);
      if (measurement.noisy)
        ++flagged;
      else
        medians.push_back(measurement.medianNs);
    }
    count = static_cast<unsigned>(measured.size());
    llvm::sort(all);
    llvm::sort(uncertainties);
    ofAll = (quantile(all, 0.75) - quantile(all, 0.25)) / quantile(all, 0.5);
    claimed = quantile(uncertainties, 0.5);
    if (medians.size() < 2)
      return;
    llvm::sort(medians);
    double median = quantile(medians, 0.5);
    interquartile =
        (quantile(medians, 0.75) - quantile(medians, 0.25)) / median;
    range = (medians.back() - medians.front()) / median;
  }
};

class Tester {
public:
  Tester() {
    CorePlan plan = orFail(CorePlan::make(1));
    options.path = orFail(findWorker(""));
    options.cpus = plan.measuring;
    bench.emplace(options, nullptr);
    if (!plan.shared)
      others = plan.compiling;
  }

  void load(const char *key, const char *name, const char *schedule) {
    Subject subject;
    subject.key = key;
    subject.program = std::string(name) + " " + schedule;
    subject.loaded = std::make_shared<const Program>(
        orFail(loader.loadText(orFail(generateProgram(name)), name)));
    const Program &program = *subject.loaded;
    auto compileIt = [&](llvm::StringRef script) {
      CompileOutput output =
          compiler.compile(program.text(), program.entry(), script);
      if (output.status != Status::Ok)
        fail(llvm::createStringError(subject.program + ": " + output.message));
      return orFail(MemoryFile::create("stress-object", output.object));
    };
    subject.data = orFail(ProgramData::create(program));
    KernelRun reference;
    reference.entry = program.entry();
    reference.makeReference = true;
    reference.time = false;
    KernelOutcome outcome =
        orFail(bench->run(subject.data, compileIt(""), reference));
    if (!outcome.measurement.ok())
      fail(
          llvm::createStringError(name + (": " + outcome.measurement.message)));
    if (llvm::Error error =
            subject.data.setReference(std::move(outcome.reference)))
      fail(std::move(error));
    std::string script =
        *schedule ? orFail(toTransformScript(program,
                                             orFail(Schedule::parse(schedule))))
                  : "";
    subject.object = compileIt(script);
    subjects.push_back(std::move(subject));
  }

  void round(bool busy) {
    std::vector<std::unique_ptr<BusyCore>> load;
    if (busy)
      for (uint32_t cpu : others)
        load.push_back(std::make_unique<BusyCore>(cpu));
    for (Subject &subject : subjects) {
      KernelRun kernel;
      kernel.entry = subject.loaded->entry();
      KernelOutcome outcome =
          orFail(bench->run(subject.data, subject.object, kernel));
      if (!outcome.measurement.ok())
        fail(llvm::createStringError(subject.program + ": " +
                                     outcome.measurement.message));
      (busy ? subject.busy : subject.alone).push_back(outcome.measurement);
    }
  }

  /// True if the spreads are within the limits.
  bool addTo(Figures &figures) const {
    bool kept = true;
    auto add = [&](const Subject &subject, const char *when,
                   llvm::ArrayRef<Measurement> measured, double limit) {
      if (measured.empty())
        return;
      Spread spread(measured);
      std::string key = subject.key + "_" + when;
      figures.add(key + "_spread_percent", spread.interquartile * 100, "%",
                  llvm::formatv("{0}, {1}: medians, interquartile range",
                                subject.program, when),
                  llvm::formatv("<= {0}", limit * 100));
      figures.add(key + "_range_percent", spread.range * 100, "%",
                  "  largest - smallest");
      figures.add(key + "_flagged", spread.flagged, "",
                  llvm::formatv("  flagged as noisy, of {0}", spread.count));
      figures.add(key + "_all_spread_percent", spread.ofAll * 100, "%",
                  "  interquartile range, flagged ones included");
      figures.add(key + "_claimed_percent", spread.claimed * 100, "%",
                  "  their uncertainty by their own account, median");
      figures.add(key + "_measure_ms", spread.measureMs, "ms",
                  "  a measurement takes");
      kept &= spread.interquartile <= limit;
    };
    for (const Subject &subject : subjects) {
      add(subject, "alone", subject.alone, 0.02);
      add(subject, "busy", subject.busy, 0.05);
    }
    return kept;
  }
  bool hasOthers() const { return !others.empty(); }

private:
  WorkerOptions options;
  std::optional<MeasureBench> bench;
  std::vector<uint32_t> others;
  ProgramLoader loader;
  KernelCompiler compiler;
  std::vector<Subject> subjects;
};
} // namespace

int main(int argc, char **argv) {
  BenchmarkFlags flags = parseBenchmarkFlags(
      argc, argv,
      "Measures the same kernels 50 times over ten minutes (--quick: 15 times "
      "in half a minute, --full: 50 times in an hour), alone and with the "
      "other cores busy; exit code 1 if the medians that are not flagged as "
      "noisy spread by more than 2 % or 5 %");
  Tester tester;
  tester.load("matmul", "matmul_128_96_64_f64", "op0: tile(8,16,1) vectorize");
  tester.load("matmul_baseline", "matmul_128_96_64_f64", "");
  tester.load("relu", "relu_256_512_f64", "op0: tile(1,64) vectorize");
  tester.load("add", "add_14_15_28_28_f64", "op0: tile(1,1,4,0) vectorize");

  unsigned rounds = flags.quick ? 15 : 50;
  double seconds = flags.quick ? 30 : flags.full ? 3600 : 600;
  auto start = std::chrono::steady_clock::now();
  for (unsigned round = 0; round < rounds; ++round) {
    std::this_thread::sleep_until(
        start + std::chrono::duration_cast<std::chrono::nanoseconds>(
                    std::chrono::duration<double>(seconds / rounds * round)));
    tester.round(/*busy=*/false);
    if (tester.hasOthers())
      tester.round(/*busy=*/true);
  }
  Figures figures("noise");
  noteMachine(figures);
  figures.note("protocol", MeasureProtocol().id());
  if (!tester.hasOthers())
    figures.note("busy", "not measured: there is one core");
  bool kept = tester.addTo(figures);
  figures.print(flags.json);
  return kept ? 0 : 1;
}
