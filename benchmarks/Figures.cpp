#include "Figures.h"
#include "tools/Options.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include <algorithm>
#include <benchmark/benchmark.h>
#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

namespace mlirgym {

BenchmarkFlags parseBenchmarkFlags(int argc, char **argv,
                                   const std::string &summary) {
  BenchmarkFlags flags;
  std::shared_ptr<CLI::App> app = tools::makeCommandLine(summary);
  tools::addFlag(*app, "--json", flags.json, "print one JSON object");
  tools::addFlag(*app, "--quick", flags.quick,
                 "fewer and smaller measurements, under a minute");
  tools::addFlag(*app, "--full", flags.full,
                 "also the largest sizes; takes minutes");
  tools::parseOrExit(*app, argc, argv);
  return flags;
}

void Figures::add(std::string key, double value, std::string unit,
                  std::string what, std::string target) {
  rows.push_back({std::move(key), std::move(unit), std::move(what),
                  std::move(target), value});
}

void Figures::note(std::string key, std::string value) {
  notes.emplace_back(std::move(key), std::move(value));
}

/// Three significant digits, or an integer from 100 on: 0.312, 8.05, 1234.
static std::string shortNumber(double value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  double size = value < 0 ? -value : value;
  int digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  os << llvm::format("%.*f", digits, value);
  return text;
}

void Figures::print(bool json) const {
  if (json) {
    nlohmann::ordered_json object;
    object["benchmark"] = benchmark;
    for (const auto &[key, value] : notes)
      object[key] = value;
    for (const Row &row : rows)
      object[row.key] = row.value;
    llvm::outs() << object.dump(2) << '\n';
    return;
  }
  llvm::outs() << benchmark << '\n';
  for (const auto &[key, value] : notes)
    llvm::outs() << "  " << key << ": " << value << '\n';
  size_t width = 0;
  for (const Row &row : rows)
    width = std::max(width, row.what.size());
  for (const Row &row : rows) {
    llvm::outs() << "  " << llvm::left_justify(row.what, width) << "  "
                 << llvm::right_justify(shortNumber(row.value), 10) << ' '
                 << llvm::left_justify(row.unit, 5);
    if (!row.target.empty())
      llvm::outs() << "  (to reach: " << row.target << ')';
    llvm::outs() << '\n';
  }
}

namespace {
/// Keeps the medians and prints nothing.
class MedianCollector : public benchmark::BenchmarkReporter {
public:
  bool ReportContext(const Context &) override { return true; }
  void ReportRuns(const std::vector<Run> &runs) override {
    for (const Run &run : runs) {
      if (run.error_occurred) {
        llvm::errs() << run.benchmark_name() << ": " << run.error_message
                     << '\n';
        std::exit(1);
      }
      if (run.run_type == Run::RT_Aggregate && run.aggregate_name == "median")
        times[run.run_name.function_name] = {run.GetAdjustedRealTime(),
                                             run.GetAdjustedCPUTime()};
    }
  }
  std::map<std::string, BenchmarkTime> times;
};
} // namespace

std::map<std::string, BenchmarkTime>
runBenchmarks(const BenchmarkFlags &flags) {
  std::vector<std::string> texts = {
      "bench",
      flags.quick ? "--benchmark_repetitions=3" : "--benchmark_repetitions=5",
      flags.quick ? "--benchmark_min_time=0.05" : "--benchmark_min_time=0.3"};
  std::vector<char *> arguments;
  for (std::string &text : texts)
    arguments.push_back(text.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  MedianCollector collector;
  benchmark::RunSpecifiedBenchmarks(&collector);
  benchmark::ClearRegisteredBenchmarks();
  return collector.times;
}

void noteMachine(Figures &figures) {
  figures.note("cpu", llvm::sys::getHostCPUName().str());
  char date[32];
  std::time_t now = std::time(nullptr);
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  figures.note("date", date);
  double load = 0;
  if (getloadavg(&load, 1) == 1)
    figures.note("load",
                 shortNumber(load) + " of " +
                     std::to_string(std::thread::hardware_concurrency()) +
                     " processors, last minute");
}

} // namespace mlirgym
