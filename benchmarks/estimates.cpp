// Ranking of schedules by estimates of speed, which need no measurement: for
// each program of the recorded timings (data/offline), the rank correlation of
// estimate and time over its schedules, and the speed of the schedules that are
// estimated to be the fastest. `--full` prints a line per program.

#include "Figures.h"
#include "OrFail.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "agents/model/CycleEstimate.h"
#include "execution/execdata/ExecData.h"
#include "lowering/target/Target.h"
#include "program/ProgramLoader.h"
#include "program/Stopwatch.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

using namespace mlirgym;

namespace {

/// A schedule, its measured time and its estimate.
struct Pair {
  std::string schedule;
  double ns = 0, cycles = 0;
};

std::vector<double> ranks(llvm::ArrayRef<double> values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  llvm::sort(order, [&](size_t a, size_t b) { return values[a] < values[b]; });
  std::vector<double> result(values.size());
  for (auto [rank, index] : llvm::enumerate(order))
    result[index] = double(rank);
  return result;
}

/// Spearman's coefficient.
double rankCorrelation(llvm::ArrayRef<Pair> pairs) {
  std::vector<double> ns, cycles;
  for (const Pair &pair : pairs) {
    ns.push_back(pair.ns);
    cycles.push_back(pair.cycles);
  }
  const std::vector<double> x = ranks(ns), y = ranks(cycles);
  const double mean = double(pairs.size() - 1) / 2;
  double both = 0, one = 0;
  for (auto [a, b] : llvm::zip_equal(x, y)) {
    both += (a - mean) * (b - mean);
    one += (a - mean) * (a - mean);
  }
  return both / one;
}

/// Time of the fastest of all, divided by that of the fastest of the first
/// `count`.
double shareOfBest(llvm::ArrayRef<Pair> pairs, size_t count) {
  auto fastest = [](llvm::ArrayRef<Pair> of) {
    return std::ranges::min_element(of, {}, &Pair::ns)->ns;
  };
  return fastest(pairs) / fastest(pairs.take_front(count));
}

struct Summary {
  /// Sums over the programs; the latter two of logarithms.
  double correlation = 0, first = 0, ten = 0;
  unsigned programs = 0;
};
} // namespace

int main(int argc, char **argv) {
  const BenchmarkFlags flags = parseBenchmarkFlags(
      argc, argv, "how well estimates rank the recorded schedules");
  const char *folder = std::getenv("MLIRGYM_DATA_DIR");
  const std::string file =
      std::string(folder ? folder : "data") + "/offline/searched.db";
  std::map<std::string, std::vector<Pair>> timings;
  std::map<std::string, ProgramKey> keys;
  auto data = orFail(ExecData::open({.file = file, .readOnly = true}));
  if (llvm::Error error = data->forEachRecord(
          ExecData::Order::Added, [&](const ExecData::Record &record) {
            if (record.measurement.ok() && record.key.threads == 1) {
              timings[record.provenance.programName].push_back(
                  {record.key.schedule, record.measurement.medianNs});
              keys[record.provenance.programName] = record.key.program;
            }
            return llvm::Error::success();
          }))
    fail(std::move(error));

  ProgramLoader loader;
  Summary all;
  double nsPerEstimate = 0;
  size_t estimates = 0;
  for (auto &[name, pairs] : timings) {
    auto loaded = loader.loadGenerated(name);
    if (!loaded) {
      llvm::consumeError(loaded.takeError());
      continue;
    }
    auto program = std::make_shared<const Program>(std::move(*loaded));
    if (program->key() != keys[name] || pairs.size() < 30)
      continue;
    std::vector<Pair> ranked;
    Stopwatch taken;
    for (Pair &pair : pairs) {
      ScheduleState state = orFail(
          ScheduleState::replay(program, orFail(Schedule::parse(pair.schedule)),
                                StateOptions::asWritten()));
      while (!state.finished())
        state.applyLegal(ActionKind::Done);
      pair.cycles = estimatedCycles(state, Target::host(), 1);
      if (!pair.schedule.empty())
        ranked.push_back(pair);
    }
    nsPerEstimate += taken.seconds() * 1e9;
    estimates += pairs.size();
    llvm::sort(ranked, [](const Pair &a, const Pair &b) {
      return std::tie(a.cycles, a.schedule) < std::tie(b.cycles, b.schedule);
    });
    const double correlation = rankCorrelation(ranked);
    const double first = shareOfBest(ranked, 1),
                 ten = shareOfBest(ranked, std::min<size_t>(10, ranked.size()));
    all.correlation += correlation;
    all.first += std::log(first);
    all.ten += std::log(ten);
    ++all.programs;
    if (flags.full)
      llvm::errs() << llvm::formatv("{0}: rank correlation {1:f2}, first {2:f2}"
                                    ", first ten {3:f2}\n",
                                    name, correlation, first, ten);
  }
  Figures figures("estimates");
  noteMachine(figures);
  const double n = all.programs;
  figures.add("programs", n, "", "programs with 30 timings or more");
  figures.add("rank_correlation", all.correlation / n, "",
              "rank correlation of estimate and time, mean");
  figures.add("first", std::exp(all.first / n), "",
              "speed of the first by estimate, of the fastest");
  figures.add("first_ten", std::exp(all.ten / n), "",
              "speed of the fastest of the first ten, of the fastest");
  figures.add("ns_per_estimate", nsPerEstimate / double(estimates), "ns",
              "replay of a schedule and its estimate");
  figures.print(flags.json);
  return 0;
}
