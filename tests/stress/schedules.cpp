// Compiles and verifies random legal schedules of all suites: none may be
// wrong, fail or crash, and compilation must stay fast.

#include "benchmarks/Figures.h"
#include "benchmarks/OrFail.h"
#include "benchmarks/RandomSchedule.h"
#include "execution/process/WorkerPath.h"
#include "execution/timing/Quantile.h"
#include "execution/worker/CompileWorker.h"
#include "execution/worker/MeasureWorker.h"
#include "program/Processors.h"
#include "program/ProgramLoader.h"
#include "program/Stopwatch.h"
#include "program/suites/Suite.h"
#include "tools/Options.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <set>

using namespace mlirgym;
using namespace mlirgym::worker;

namespace {

struct Flags {
  bool json = false, quick = false, full = false, foreign = false;
  unsigned samples = 0; ///< 0: depends on the other flags
  uint64_t seed = 1;
  std::vector<std::string> suites;
  /// Upper limit of the 95th percentile, in processor time.
  double limitMs = 150;
  /// After this time no further program is started.
  double seconds() const { return quick ? 45 : 1e9; }
};

Flags parseFlags(int argc, char **argv) {
  Flags flags;
  std::shared_ptr<CLI::App> app = tools::makeCommandLine(
      "Compiles and verifies random legal schedules; exit code 1 if "
      "one fails, or if the 95th percentile of compile time is over "
      "the limit");
  tools::addFlag(*app, "--json", flags.json, "print one JSON object");
  tools::addFlag(*app, "--quick", flags.quick,
                 "at most 150 schedules of small programs, under a minute");
  tools::addFlag(*app, "--full", flags.full,
                 "5000 schedules, of large programs too");
  tools::addFlag(*app, "--foreign", flags.foreign,
                 "measure their code as foreign code, which may not refuse it");
  tools::addOption(*app, "--samples", flags.samples, "how many schedules");
  tools::addOption(*app, "--seed", flags.seed, "another seed, other schedules");
  tools::addOption(*app, "--suite", flags.suites,
                   "of this suite (again for more)");
  tools::addOption(*app, "--limit-ms", flags.limitMs,
                   "what the 95th percentile of compile time may be");
  tools::parseOrExit(*app, argc, argv);
  if (flags.samples == 0)
    flags.samples = flags.quick ? 150 : flags.full ? 5000 : 1000;
  return flags;
}

/// Largest program to run: a schedule without vectors takes about a second for
/// 10^9 operations.
struct Limits {
  double flops, bytes;
  bool allow(const Program &program) const {
    const Complexity &work = program.complexity();
    return work.flops <= flops && work.bytesRead + work.bytesWritten <= bytes;
  }
};
Limits limitsOf(const Flags &flags) {
  if (flags.full)
    return {4e9, 4e9};
  return flags.quick ? Limits{5e7, 2e7} : Limits{5e8, 2e8};
}

/// The outcome of one schedule.
struct Sample {
  std::string program, schedule;
  Status status = Status::Ok;
  std::string message;
  PhaseTimes phases;
  /// Processor time of the compile worker: the compile time on an idle machine.
  double cpuMs = 0;
  double compileMs() const {
    return phases.transformMs + phases.lowerMs + phases.compileMs;
  }
};

/// Processor time of a process's main thread in nanoseconds; 0 if there is no
/// process.
double cpuNsOf(pid_t process) {
  std::ifstream file(llvm::formatv("/proc/{0}/schedstat", process).str());
  double ns = 0;
  file >> ns;
  return ns;
}

/// Both workers, and the loaded program.
class Verifier {
public:
  explicit Verifier(bool runsForeign) : foreign(runsForeign) {
    WorkerOptions options;
    options.path = orFail(findWorker(""));
    options.memoryLimitBytes = uint64_t(8) << 30;
    options.timeoutMs = 20000;
    compiler = std::make_unique<CompileWorker>(options);
    options.role = WorkerRole::Measure;
    options.threads = foreign ? 1 : 2; // a race needs two threads
    if (foreign)
      options.cpus = {usableProcessors().back()};
    // A legal schedule may recompute its producers for each of hundreds of
    // tiles: half a minute on a busy machine.
    options.timeoutMs = 180000;
    runner = std::make_unique<MeasureWorker>(options);
  }

  /// Prepares inputs and reference. Returns Ok, or the failure of the
  /// untransformed program.
  Sample load(std::shared_ptr<const Program> next) {
    program = std::move(next);
    Sample sample;
    sample.program = program->name();
    PreparedData prepared = orFail(compiler->prepare(*program));
    if (!prepared.data) {
      // A program that the evaluator does not support is a failure here: it
      // supports all suites.
      sample.status = Status::WrongResult;
      sample.message = "no reference: " + prepared.message;
      return sample;
    }
    data = std::make_unique<ProgramData>(std::move(*prepared.data));
    own = orFail(
        compiler->compile(program->text(), program->entry(), /*script=*/""));
    return run(Schedule());
  }

  /// Compiles, runs and compares.
  Sample check(const Schedule &schedule) { return run(schedule); }

private:
  Sample run(const Schedule &schedule) {
    Sample sample;
    sample.program = program->name();
    sample.schedule = schedule.text();
    std::string script;
    if (!schedule.empty())
      script = orFail(toTransformScript(*program, schedule));
    double before = cpuNsOf(compiler->pid());
    CompiledKernel kernel =
        orFail(compiler->compile(program->text(), program->entry(), script));
    double after = cpuNsOf(compiler->pid());
    sample.status = kernel.status;
    sample.message = kernel.message;
    sample.phases = kernel.phases;
    // The time of a worker that ended or was replaced is unknown.
    bool isSame = before > 0 && after > before;
    sample.cpuMs = isSame ? (after - before) / 1e6 : sample.compileMs();
    if (kernel.status != Status::Ok)
      return sample;
    KernelRun request;
    request.entry = program->entry();
    request.time = foreign;
    if (foreign) {
      request.foreign = "stress";
      request.own = &own.object;
      request.protocol.budgetMs = foreignBudgetMs;
    }
    KernelOutcome outcome = orFail(runner->run(*data, kernel.object, request));
    sample.status = outcome.measurement.status;
    sample.message = outcome.measurement.message;
    return sample;
  }

  static constexpr double foreignBudgetMs = 20;
  const bool foreign;
  CompiledKernel own; ///< of the untransformed program
  std::shared_ptr<const Program> program;
  std::unique_ptr<ProgramData> data;
  std::unique_ptr<CompileWorker> compiler;
  std::unique_ptr<MeasureWorker> runner;
};

/// Counts every status and prints every failure.
class Results {
public:
  void take(Sample sample) {
    ++counts[sample.status];
    if (sample.status != Status::Ok) {
      ++failures;
      llvm::errs() << llvm::formatv("{0}: {1} --schedule \"{2}\": {3}\n",
                                    nameOf(sample.status), sample.program,
                                    sample.schedule, sample.message);
    }
    samples.push_back(std::move(sample));
  }

  /// Prints the results; true if all promises hold.
  bool report(const Flags &flags, size_t numPrograms) {
    llvm::sort(samples, [](const Sample &a, const Sample &b) {
      return a.cpuMs > b.cpuMs;
    });
    Figures figures("schedules");
    noteMachine(figures);
    for (size_t i = 0; i < std::min<size_t>(10, samples.size()); ++i) {
      const Sample &slow = samples[i];
      figures.note(llvm::formatv("slowest_{0}", i + 1),
                   llvm::formatv(
                       "{0:f0} ms (by the clock: transform {1:f0}, lower "
                       "{2:f0}, compile {3:f0}): {4} --schedule \"{5}\"",
                       slow.cpuMs, slow.phases.transformMs, slow.phases.lowerMs,
                       slow.phases.compileMs, slow.program, slow.schedule));
    }
    figures.add("samples", double(samples.size()), "", "schedules");
    figures.add("programs", double(numPrograms), "", "programs");
    for (const auto &[status, count] : counts)
      figures.add(nameOf(status).str(), count, "",
                  ("schedules that end " + nameOf(status)).str(),
                  status == Status::Ok ? "all" : "0");
    auto compileMs = [](const Sample &sample) { return sample.cpuMs; };
    double p95 = at(0.95, compileMs);
    figures.add("compile_ms_median", at(0.5, compileMs), "ms",
                "processor time of compiling, median");
    figures.add("compile_ms_p95", p95, "ms",
                "processor time of compiling, 95th percentile",
                llvm::formatv("<= {0:f0}", flags.limitMs));
    figures.add("compile_ms_p99", at(0.99, compileMs), "ms",
                "processor time of compiling, 99th percentile");
    figures.add("transform_ms_p95", phaseP95(&PhaseTimes::transformMs), "ms",
                "by the clock: the script, 95th percentile");
    figures.add("lower_ms_p95", phaseP95(&PhaseTimes::lowerMs), "ms",
                "by the clock: MLIR, 95th percentile");
    figures.add("llvm_ms_p95", phaseP95(&PhaseTimes::compileMs), "ms",
                "by the clock: LLVM, 95th percentile");
    figures.add("compile_ms_max", at(1, compileMs), "ms",
                "processor time of compiling, maximum", "<= 1000");
    figures.print(flags.json);
    return failures == 0 && p95 <= flags.limitMs;
  }

private:
  /// Quantile of a property of the samples. Requires: there are samples.
  double at(double fraction,
            llvm::function_ref<double(const Sample &)> value) const {
    auto values = llvm::map_to_vector(samples, value);
    llvm::sort(values);
    return quantile(values, fraction);
  }

  double phaseP95(double PhaseTimes::*phase) const {
    return at(0.95, [&](const Sample &sample) { return sample.phases.*phase; });
  }

  std::vector<Sample> samples;
  std::map<Status, unsigned> counts;
  unsigned failures = 0;
};
} // namespace

int main(int argc, char **argv) {
  Flags flags = parseFlags(argc, argv);
  Limits limits = limitsOf(flags);
  std::vector<std::string> names = programsOfSuites(flags.suites);
  std::mt19937_64 random(flags.seed);
  std::shuffle(names.begin(), names.end(), random);

  ProgramLoader loader;
  FlatEncoding encoding;
  Verifier verifier(flags.foreign);
  Results results;
  // Inputs and reference of a program are prepared once for several schedules.
  constexpr unsigned schedulesAProgram = 5;
  std::set<std::string> seen;
  bool first = true;
  unsigned done = 0;
  size_t tooLarge = 0;
  const Stopwatch taken;
  auto isLate = [&] { return done > 0 && taken.seconds() > flags.seconds(); };
  for (size_t i = 0; done < flags.samples && !isLate(); ++i) {
    const std::string &name = names[i % names.size()];
    auto program = std::make_shared<const Program>(
        orFail(loader.loadText(orFail(generateProgram(name)), name)));
    if (!limits.allow(*program)) {
      if (++tooLarge >= names.size()) {
        llvm::errs() << "every program is too large to run; use --full\n";
        return 1;
      }
      continue;
    }
    tooLarge = 0;
    seen.insert(name);
    Sample baseline = verifier.load(program);
    if (std::exchange(first, false)) // includes the start of the worker
      baseline = verifier.load(program);
    if (baseline.status != Status::Ok) {
      results.take(std::move(baseline));
      ++done;
      continue;
    }
    for (unsigned s = 0;
         s < schedulesAProgram && done < flags.samples && !isLate(); ++s) {
      results.take(verifier.check(randomSchedule(encoding, program, random)));
      if (++done % 100 == 0)
        llvm::errs() << done << " of " << flags.samples << " schedules\n";
    }
  }
  return results.report(flags, seen.size()) ? 0 : 1;
}
