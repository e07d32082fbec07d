//===- tools/commands/BenchmarkCommand.cpp - mlirgym benchmark ------------===//
#include "execution/Execution.h"
#include "execution/ExecutionOptions.h"
#include "execution/timing/MeasureProtocol.h"
#include "kernels/KernelOutliner.h"
#include "kernels/Substitutions.h"
#include "kernels/benchmark/Microbenchmark.h"
#include "lowering/Machine.h"
#include "outcome/Measurement.h"
#include "outcome/Units.h"
#include "program/Program.h"
#include "program/Try.h"
#include "tools/Arguments.h"
#include "tools/Checks.h"
#include "tools/CommandLine.h"
#include "tools/Options.h"
#include "tools/Progress.h"
#include "tools/Terminal.h"
#include "tools/commands/Commands.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/flags/OutputFlags.h"
#include "tools/flags/SubstitutionFlags.h"
#include "tools/report/Table.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym::tools {
namespace {

struct BenchmarkFlags {
  std::string subject;
  ScheduleArgument schedule;
  BenchmarkOptions options;
  ExecutionFlags execution;
  SubstitutionFlags substitutions;
  OutputFlags output;
};

struct Benchmarked {
  BenchmarkReport report;
  /// The files that replace kernels, if the command line names any.
  std::optional<std::vector<SubstitutionRecord>> substitutions;
};

llvm::Expected<BenchmarkSet> load(const BenchmarkFlags &flags,
                                  const ExecutionOptions &execution) {
  const KernelOutlinerOptions workers{.workerPath = execution.workerPath,
                                      .memoryLimitBytes =
                                          execution.memoryLimitBytes,
                                      .interrupted = execution.interrupted};
  if (isBenchmarkPath(flags.subject)) {
    if (flags.schedule.isGiven())
      return llvm::createStringError(
          "%s: a schedule for kernels that have their own; edit their files "
          "NAME.benchmark.schedule, or give the program",
          flags.subject.c_str());
    if (flags.substitutions.any())
      return llvm::createStringError(
          "%s: files in place of kernels that are files; edit these, or give "
          "the program",
          flags.subject.c_str());
    return readBenchmarks(flags.subject, workers);
  }
  MLIRGYM_TRY(auto program, ProgramSource().load(flags.subject));
  MLIRGYM_TRY(auto request,
              flags.schedule.requestForKernels(std::move(program)));
  MLIRGYM_TRY(auto substituter, flags.substitutions.open());
  if (!substituter)
    return benchmarksOf(request.program, request.schedule, workers);
  return benchmarksOf(request.program, request.schedule, *substituter, workers);
}

llvm::Expected<Benchmarked> benchmark(const BenchmarkFlags &flags) {
  // The machine's peak is that of warm caches.
  ExecutionFlags warm = flags.execution;
  warm.coldCaches = false;
  MLIRGYM_TRY(auto execution, warm.open());
  MLIRGYM_TRY(auto set, load(flags, execution->options()));
  tools::printNotes(set.substitutions);
  BenchmarkOptions options = flags.options;
  if (flags.execution.coldCaches)
    options.caches = CacheState::Cold;
  Progress progress("benchmark", flags.output);
  options.progress = [&](double done, double total, llvm::StringRef kernel) {
    progress.update(done, total, kernel);
  };
  MLIRGYM_TRY(auto report, runBenchmarks(*execution, set, options));
  Benchmarked result{std::move(report), std::nullopt};
  if (flags.substitutions.any())
    result.substitutions = std::move(set.substitutions);
  return result;
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

std::string percent(double share) {
  return llvm::formatv("{0:f1} %", 100 * share);
}

/// The row of the table; columns as in print().
std::vector<std::string> cellsOf(const BenchmarkResult &row,
                                 const std::string &label, bool isTransformed,
                                 size_t numCounters) {
  const bool timed = row.isTimed();
  auto orDash = [&](const std::string &text) { return timed ? text : "-"; };
  std::vector<std::string> cells{label, std::to_string(row.calls),
                                 formatNs(row.timing.baselineNs)};
  if (isTransformed) {
    cells.push_back(formatNs(row.timing.scheduleNs));
    cells.push_back(orDash(formatSpeedup(row.timing.speedup())));
  }
  cells.push_back(row.share > 0 ? percent(row.share) : "-");
  cells.push_back(orDash(llvm::formatv("{0:f2}", row.gflops)));
  cells.push_back(orDash(llvm::formatv("{0:f2}", row.gbytesPerSecond)));
  for (const CounterValue &counter : row.counters)
    cells.push_back(counter.perCall ? llvm::formatv("{0:f1}", *counter.perCall)
                                    : std::string("-"));
  if (row.counters.empty())
    cells.insert(cells.end(), numCounters, "-");
  cells.push_back(orDash(
      llvm::formatv("{0:f0} % {1}", row.percentOfPeak, nameOf(row.peak))));
  std::string note;
  if (!row.skipped.empty())
    note = "skipped: " + row.skipped;
  else if (!row.timing.ok())
    note = nameOf(row.timing.status).str() + ": " + row.timing.message;
  else if (row.timing.noisy)
    note = llvm::formatv("noisy: rounds within {0:f1} %",
                         100 * row.timing.uncertainty);
  cells.push_back(note);
  return cells;
}

void printGap(const BenchmarkSum &sum, bool isTransformed) {
  textOut() << "the sum of the kernels differs from the whole by ";
  if (isTransformed)
    textOut() << percent(*sum.scheduleGap) << ", before by "
              << percent(*sum.baselineGap) << "\n";
  else
    textOut() << percent(*sum.baselineGap) << "\n";
}

/// Prints each note once, with its rows.
void printNotes(const BenchmarkReport &report) {
  std::map<std::string, std::vector<std::string>> names;
  auto add = [&](const BenchmarkResult &row) {
    if (row.isTimed() && !row.note.empty())
      names[row.note].push_back(row.name);
  };
  llvm::for_each(report.kernels, add);
  if (report.whole)
    add(*report.whole);
  for (const auto &[note, rows] : names)
    printNote(llvm::join(rows, ", ") + ": " + note);
}

void print(const BenchmarkReport &report,
           llvm::ArrayRef<std::string> counters) {
  using Align = Table::Align;
  const bool both = report.isTransformed;
  std::vector<Table::Column> columns{{"kernel"}, {"calls", Align::Right}};
  if (both)
    for (const char *title : {"before", "after", "speedup"})
      columns.push_back({title, Align::Right});
  else
    columns.push_back({"time", Align::Right});
  for (const char *title : {"share", "GFLOP/s", "GB/s"})
    columns.push_back({title, Align::Right});
  for (const std::string &name : counters)
    columns.push_back({name, Align::Right});
  columns.push_back({"of peak", Align::Right});
  columns.push_back({""});
  Table table(std::move(columns));
  for (const BenchmarkResult &row : report.kernels)
    table.addRow(cellsOf(row, row.name, both, counters.size()));
  if (report.sum) {
    const BenchmarkSum &sum = *report.sum;
    std::vector<std::string> cells{"sum", "", formatNs(sum.baselineNs)};
    if (both) {
      cells.push_back(formatNs(sum.scheduleNs));
      cells.push_back(formatSpeedup(sum.baselineNs / sum.scheduleNs));
    }
    cells.push_back(percent(1));
    cells.insert(cells.end(), 4 + counters.size(), "");
    table.addRow(std::move(cells));
  }
  if (report.whole)
    table.addRow(cellsOf(*report.whole, "whole", both, counters.size()));
  table.print(textOut());

  for (const auto &[type, peak] : report.peaks)
    textOut() << llvm::formatv(
        "measured peak of {0}: {1:f1} GFLOP/s arithmetic, {2:f1} GB/s memory\n",
        nameOfElement(type), peak.gflops, peak.gbytesPerSecond);
  if (report.sum && report.sum->baselineGap)
    printGap(*report.sum, both);
  llvm::outs().flush();
  printNotes(report);
}

llvm::Expected<int> runBenchmark(const BenchmarkFlags &flags,
                                 const CommandLine &) {
  MLIRGYM_TRY(auto benchmarked, benchmark(flags));
  const auto &[report, substitutions] = benchmarked;
  if (flags.output.json) {
    auto object = nlohmann::ordered_json::parse(report.json());
    if (substitutions)
      object["substitutions"] = toJson(*substitutions);
    object["threads"] = flags.execution.threads;
    object["machine"] = Machine::host().id();
    printJson(object);
  } else {
    print(report, flags.execution.counters);
  }
  return report.status() == Status::Ok ? ExitOk : ExitFailed;
}
} // namespace

void addBenchmarkCommand(CLI::App &app, CommandLine &line) {
  CLI::App *benchmark = addSubcommand(
      app, "benchmark",
      "Time each kernel of a program alone, without and with a schedule in "
      "turn, and compare their sum with the whole program; code that is handed "
      "in, and what it replaces, run as foreign code");
  auto flags = std::make_shared<BenchmarkFlags>();
  addOption(*benchmark, "program", flags->subject,
            "A .mlir or .mlirbc file, the name of a generated program such as "
            "softmax_256_512, a folder that --dump-benchmarks-to or "
            "--dump-files-to wrote, or one NAME.benchmark.mlir of it")
      .type("FILE|NAME|DIR")
      .required();
  flags->schedule.addTo(*benchmark);
  BenchmarkOptions &options = flags->options;
  addOption(*benchmark, "--filter", options.filter,
            "Regular expression (POSIX, extended): time the kernels in whose "
            "name it is found, and not the whole program [default: all]")
      .type("REGEX");
  addOption(*benchmark, "--batch-size", options.batchSize,
            "Calls per repeat [default: as many as take 0.2 ms]")
      .check(WholeNumber{1, 1'000'000'000})
      .type("N");
  addOption(*benchmark, "--repeats", options.repeats,
            "Repeats per timing, within --budget-ms; each row has five timings "
            "per schedule [default: until the median settles, 5 to 100]")
      .check(WholeNumber{1, 1'000'000})
      .type("N");
  Option preprocess =
      addOption(*benchmark, "--preprocess-with", options.preprocess,
                "Change each kernel before its schedule is applied: a pass "
                "pipeline, as \"builtin.module(canonicalize)\", or a command "
                "that reads a module from stdin and writes one to stdout "
                "[default: none]")
          .type("PASSES|COMMAND");
  flags->execution.addTo(*benchmark);
  flags->execution.addCountersTo(*benchmark);
  flags->substitutions.addTo(*benchmark);
  for (const char *name : SubstitutionFlags::everyName())
    preprocess.excludes(optionOf(*benchmark, name));
  flags->output.addJsonAndProgress(*benchmark);
  setRun(*benchmark, line, runBenchmark, flags, nullptr);
}
} // namespace mlirgym::tools
