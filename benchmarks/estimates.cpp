// Ranking of schedules by estimates of speed, which need no measurement: for
// each program of the recorded timings (data/offline, data/gpu), the rank
// correlation of estimate and time over its schedules, and the speed of the
// schedules that are estimated to be the fastest. `--full` prints a line per
// program.

#include "Figures.h"
#include "OrFail.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "agents/model/SpeedupEstimate.h"
#include "execution/execdata/ExecData.h"
#include "lowering/target/Target.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/Stopwatch.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

using namespace mlirgym;

namespace {

/// A schedule, its measured time and its estimate.
struct Pair {
  std::string schedule;
  double ns = 0, estimate = 0;
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
  std::vector<double> ns, estimates;
  for (const Pair &pair : pairs) {
    ns.push_back(pair.ns);
    estimates.push_back(pair.estimate);
  }
  const std::vector<double> x = ranks(ns), y = ranks(estimates);
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

/// The ranking of the schedules of recorded programs on one target.
class Ranking {
public:
  Ranking(std::string folderOfData, Target of, bool isFull)
      : folder(std::move(folderOfData)), target(std::move(of)), full(isFull) {}

  /// `fewest`: timings of a program.
  void read(llvm::StringRef file, size_t fewest);
  void addTo(Figures &figures, llvm::StringRef prefix) const;

private:
  std::shared_ptr<const Program> load(const std::string &name,
                                      const ProgramKey &key);
  void rank(const std::string &name,
            const std::shared_ptr<const Program> &program,
            std::vector<Pair> pairs);

  const std::string folder;
  const Target target;
  const bool full;
  ProgramLoader loader;
  /// Sums over the programs; the latter two of logarithms.
  double correlation = 0, first = 0, ten = 0;
  unsigned programs = 0;
  double nanoseconds = 0;
  size_t estimates = 0;
};
} // namespace

void Ranking::read(llvm::StringRef file, size_t fewest) {
  std::map<std::string, std::vector<Pair>> timings;
  std::map<std::string, ProgramKey> keys;
  auto data =
      orFail(ExecData::open({.file = folder + file.str(), .readOnly = true}));
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
  for (auto &[name, pairs] : timings)
    if (pairs.size() >= fewest)
      if (auto program = load(name, keys[name]))
        rank(name, program, std::move(pairs));
}

/// A generated program, or a file beside the timings of GPUs; null if it has
/// another key.
std::shared_ptr<const Program> Ranking::load(const std::string &name,
                                             const ProgramKey &key) {
  auto keep =
      [&](llvm::Expected<Program> loaded) -> std::shared_ptr<const Program> {
    if (!loaded) {
      llvm::consumeError(loaded.takeError());
      return nullptr;
    }
    return loaded->key() == key
               ? std::make_shared<const Program>(std::move(*loaded))
               : nullptr;
  };
  if (auto generated = keep(loader.loadGenerated(name)))
    return generated;
  auto text =
      llvm::MemoryBuffer::getFile(folder + "/gpu/programs/" + name + ".mlir");
  return text ? keep(loader.loadText((*text)->getBuffer(), name)) : nullptr;
}

void Ranking::rank(const std::string &name,
                   const std::shared_ptr<const Program> &program,
                   std::vector<Pair> pairs) {
  std::vector<Pair> ranked;
  Stopwatch taken;
  const SpeedupEstimate estimate(ScheduleState(program), target, 1);
  for (Pair &pair : pairs) {
    ScheduleState state = orFail(
        ScheduleState::replay(program, orFail(Schedule::parse(pair.schedule)),
                              StateOptions::asWritten()));
    while (!state.finished())
      state.applyLegal(ActionKind::Done);
    pair.estimate = estimate.amount(state);
    if (!pair.schedule.empty())
      ranked.push_back(pair);
  }
  nanoseconds += taken.seconds() * 1e9;
  estimates += pairs.size();
  llvm::sort(ranked, [](const Pair &a, const Pair &b) {
    return std::tie(a.estimate, a.schedule) < std::tie(b.estimate, b.schedule);
  });
  const double rho = rankCorrelation(ranked);
  const double ofFirst = shareOfBest(ranked, 1),
               ofTen = shareOfBest(ranked, std::min<size_t>(10, ranked.size()));
  correlation += rho;
  first += std::log(ofFirst);
  ten += std::log(ofTen);
  ++programs;
  if (full)
    llvm::errs() << llvm::formatv("{0}: rank correlation {1:f2}, first {2:f2}"
                                  ", first ten {3:f2}\n",
                                  name, rho, ofFirst, ofTen);
}

void Ranking::addTo(Figures &figures, llvm::StringRef prefix) const {
  const double n = programs;
  auto add = [&](llvm::StringRef name, double value, llvm::StringRef unit,
                 llvm::StringRef about) {
    figures.add((prefix + name).str(), value, unit.str(), about.str());
  };
  add("programs", n, "", "recorded programs, " + target.cpu);
  add("rank_correlation", correlation / n, "",
      "rank correlation of estimate and time, mean");
  add("first", std::exp(first / n), "",
      "speed of the first by estimate, of the fastest");
  add("first_ten", std::exp(ten / n), "",
      "speed of the fastest of the first ten, of the fastest");
  add("ns_per_estimate", nanoseconds / double(estimates), "ns",
      "replay of a schedule and its estimate");
}

int main(int argc, char **argv) {
  const BenchmarkFlags flags = parseBenchmarkFlags(
      argc, argv, "how well estimates rank the recorded schedules");
  const char *given = std::getenv("MLIRGYM_DATA_DIR");
  const std::string folder = given ? given : "data";
  Figures figures("estimates");
  noteMachine(figures);
  /// Timings, the processor on which they were taken, and the fewest of a
  /// program that is ranked.
  struct {
    llvm::StringRef prefix, file, triple, cpu;
    size_t fewest;
  } const recordings[] = {
      {"avx512_", "/offline/searched.db", "x86_64-pc-linux-gnu", "znver4", 30},
      {"avx2_", "/offline/collected-256.db", "x86_64-pc-linux-gnu", "znver3",
       30},
      {"gpu_", "/gpu/nvidia-h100-80gb-hbm3.db", "nvptx64-nvidia-cuda", "sm_90a",
       8},
  };
  for (const auto &[prefix, file, triple, cpu, fewest] : recordings) {
    Ranking ranking(
        folder,
        orFail(Target::find({.triple = triple.str(), .cpu = cpu.str()})),
        flags.full);
    ranking.read(file, fewest);
    ranking.addTo(figures, prefix);
  }
  figures.print(flags.json);
  return 0;
}
