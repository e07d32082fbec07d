//===- benchmarks/Figures.h - Results of a benchmark ------------*- C++ -*-===//
#ifndef MLIRGYM_BENCHMARKS_FIGURES_H
#define MLIRGYM_BENCHMARKS_FIGURES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mlirgym {

/// The flags of every benchmark program.
struct BenchmarkFlags {
  bool json = false;
  bool quick = false;
  bool full = false;
};

/// Reads `--json`, `--quick` and `--full`; exits with 2 and a message for
/// anything else, with 0 after `--help`.
BenchmarkFlags parseBenchmarkFlags(int argc, char **argv,
                                   const std::string &summary);

/// The figures of one benchmark program, in the order in which they were added.
class Figures {
public:
  /// `name` of the benchmark in scripts/bench.
  explicit Figures(std::string name) : benchmark(std::move(name)) {}

  /// `key`: lower case, its unit at the end ("warm_ns_1000"); `what`: a
  /// description for the table; `target`: the goal as text, "" for none.
  void add(std::string key, double value, std::string unit, std::string what,
           std::string target = "");
  /// Adds a property of the run that is not a figure: "cpu", "protocol".
  void note(std::string key, std::string value);
  bool empty() const { return rows.empty(); }

  /// One JSON object {"benchmark", notes..., keys...}, or an aligned table.
  void print(bool json) const;

private:
  struct Row {
    std::string key, unit, what, target;
    double value = 0;
  };
  std::string benchmark;
  std::vector<Row> rows;
  std::vector<std::pair<std::string, std::string>> notes;
};

/// Median times per iteration over the repetitions of a benchmark.
struct BenchmarkTime {
  double wallNs = 0;
  /// Processor time of this thread, including system calls: the wall time on an
  /// otherwise idle machine.
  double cpuNs = 0;
};

/// Runs the benchmarks registered with google-benchmark and removes them: five
/// repetitions each, three with `quick`. Returns times by name. Exits with 1 if
/// one reports an error.
std::map<std::string, BenchmarkTime> runBenchmarks(const BenchmarkFlags &flags);

/// Adds notes for the comparison of figures: CPU, date, and the load of the
/// machine.
void noteMachine(Figures &figures);
} // namespace mlirgym
#endif // MLIRGYM_BENCHMARKS_FIGURES_H
