//===- benchmarks/Figures.h - What a benchmark found, printed ---*- C++ -*-===//
#ifndef MLIRGYM_BENCHMARKS_FIGURES_H
#define MLIRGYM_BENCHMARKS_FIGURES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mlirgym {

/// What the flags of every benchmark program ask for.
struct BenchmarkFlags {
  bool json = false;
  bool quick = false;
  bool full = false;
};

/// Reads `--json`, `--quick` and `--full`; exits with 2 and a message for
/// anything else, with 0 after `--help`.
BenchmarkFlags parseBenchmarkFlags(int argc, char **argv,
                                   const std::string &summary);

/// Figures of one benchmark program, in the order in which they came.
class Figures {
public:
  /// `name` of the benchmark as scripts/bench knows it.
  explicit Figures(std::string name) : benchmark(std::move(name)) {}

  /// `key`: lower case, its unit at the end ("warm_ns_1000"); `what`: a line
  /// for people; `target`: the figure to reach as text, "" for none.
  void add(std::string key, double value, std::string unit, std::string what,
           std::string target = "");
  /// A fact about the run that is no figure: "cpu", "protocol".
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

/// Median times of one iteration over the repetitions of a benchmark.
struct BenchmarkTime {
  double wallNs = 0;
  /// What this thread ran, system calls included: what the wall time would be
  /// if nobody else used the machine.
  double cpuNs = 0;
};

/// Runs and forgets what was registered with google-benchmark: five repetitions
/// each, three if quick. By name. Exits with 1 if one reports an error.
std::map<std::string, BenchmarkTime> runBenchmarks(const BenchmarkFlags &flags);

/// Notes what makes figures comparable: CPU, date, and how busy the machine is.
void noteMachine(Figures &figures);
} // namespace mlirgym
#endif // MLIRGYM_BENCHMARKS_FIGURES_H
