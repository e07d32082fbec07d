#include "agents/learn/Dataset.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "agents/learn/StoredTimings.h"
#include "observation/Observation.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

using namespace mlirgym;

namespace {
/// A node of the tree of all decisions of one program, on the path from the
/// root to the current trajectory.
struct OpenState {
  uint32_t trajectory;
  double best;
  double uncertainty; ///< of the best
};

/// The weight of a log speedup, as in weighted least squares: the inverse of
/// its variance, relative to that of an exact timing. In addition to the error
/// of the timing there is an error that no timing explains, since observations
/// do not describe a schedule completely. It has a standard deviation of a
/// tenth, so that timings that are exact within a few per cent have similar
/// weights. `uncertainty` is half the width of a 95 % confidence interval, of a
/// time and so of its logarithm.
double reliability(double uncertainty) {
  constexpr double unexplained = 0.1, deviations = 1.96;
  const double ratio = uncertainty / deviations / unexplained;
  return 1 / (1 + ratio * ratio);
}

class DatasetBuilder {
public:
  DatasetBuilder(DatasetOptions options, unsigned mostThreads) {
    data.options = std::move(options);
    data.mostThreads = mostThreads;
  }

  void add(const StoredProgram &stored, double share);
  Dataset finish() &&;

private:
  void addTrajectories(const StoredProgram &stored, unsigned program);
  void weighPolicy(llvm::MutableArrayRef<Trajectory> of, double share);
  void addCriticRows(size_t first, double share, double baselineUncertainty);
  void balanceMachines();

  Dataset data;
  /// Of the programs of each context.
  std::map<MachineFeatures, double> shares;
};

void DatasetBuilder::addTrajectories(const StoredProgram &stored,
                                     unsigned program) {
  const FlatEncoding encoding = data.encodingOn(stored.machine);
  for (const StoredSchedule &each : stored.schedules) {
    auto decisions = [&]() -> llvm::Expected<std::vector<uint16_t>> {
      MLIRGYM_TRY(Schedule schedule, Schedule::parse(each.text));
      return decisionsOf(stored.program, schedule, encoding,
                         data.options.state);
    }();
    if (!decisions) {
      std::string why = llvm::toString(decisions.takeError());
      if (data.unfit++ == 0)
        data.firstUnfit = (stored.program->name() + ": " + why).str();
      continue;
    }
    const double low = data.options.lowestValue;
    data.trajectories.push_back(
        {.program = program,
         .decisions = std::move(*decisions),
         .logSpeedup = each.failed ? low : std::max(low, each.logSpeedup),
         .uncertainty = each.uncertainty});
  }
}

void DatasetBuilder::weighPolicy(llvm::MutableArrayRef<Trajectory> of,
                                 double share) {
  std::vector<Trajectory *> fastest;
  for (Trajectory &trajectory : of)
    fastest.push_back(&trajectory);
  // Stable for equally fast schedules, which are in the order of their text.
  llvm::sort(fastest, [](const Trajectory *a, const Trajectory *b) {
    return std::pair(-a->logSpeedup, a) < std::pair(-b->logSpeedup, b);
  });
  const double best = fastest.front()->logSpeedup;
  const double least = best - std::log(data.options.withinFactor);
  size_t count = 0;
  while (count < fastest.size() && count < data.options.bestPerProgram &&
         fastest[count]->logSpeedup >= least)
    ++count;
  fastest.resize(std::max<size_t>(count, 1));
  double sum = 0;
  // The baseline's uncertainty shifts all of them equally.
  for (Trajectory *trajectory : fastest)
    sum += trajectory->weight =
        std::exp((trajectory->logSpeedup - best) / data.options.temperature) *
        reliability(trajectory->uncertainty);
  for (Trajectory *trajectory : fastest)
    trajectory->weight *= share / sum;
}

void DatasetBuilder::addCriticRows(size_t first, double share,
                                   double baselineUncertainty) {
  auto &all = data.trajectories;
  const size_t firstRow = data.criticRows.size();
  std::vector<uint32_t> order(all.size() - first);
  std::iota(order.begin(), order.end(), static_cast<uint32_t>(first));
  // In this order neighbours share the longest prefixes.
  llvm::sort(order, [&all](uint32_t a, uint32_t b) {
    return std::tie(all[a].decisions, a) < std::tie(all[b].decisions, b);
  });
  std::vector<OpenState> open;
  auto take = [](OpenState &state, double value, double uncertainty) {
    if (value > state.best)
      state = {state.trajectory, value, uncertainty};
  };
  auto closeDownTo = [&](size_t depth) {
    while (open.size() > depth) {
      const OpenState closed = open.back();
      open.pop_back();
      if (!open.empty())
        take(open.back(), closed.best, closed.uncertainty);
      data.criticRows.push_back(
          {.state = {closed.trajectory, static_cast<uint32_t>(open.size())},
           .value = static_cast<float>(closed.best),
           .weight = static_cast<float>(reliability(
               std::hypot(closed.uncertainty, baselineUncertainty)))});
    }
  };
  const std::vector<uint16_t> *before = nullptr;
  for (uint32_t index : order) {
    const auto &decisions = all[index].decisions;
    if (before) {
      const auto shared = std::mismatch(before->begin(), before->end(),
                                        decisions.begin(), decisions.end());
      // States after 0 ... n shared decisions are n + 1.
      closeDownTo(static_cast<size_t>(shared.second - decisions.begin()) + 1);
    }
    while (open.size() <= decisions.size())
      open.push_back({index, data.options.lowestValue, 0});
    take(open.back(), all[index].logSpeedup, all[index].uncertainty);
    before = &decisions;
  }
  closeDownTo(0);
  const size_t rows = data.criticRows.size() - firstRow;
  for (CriticRow &row :
       llvm::MutableArrayRef(data.criticRows).drop_front(firstRow))
    row.weight *= static_cast<float>(share / static_cast<double>(rows));
}

void DatasetBuilder::add(const StoredProgram &stored, double share) {
  const size_t first = data.trajectories.size();
  const auto program = static_cast<unsigned>(data.programs.size());
  addTrajectories(stored, program);
  if (data.trajectories.size() == first)
    return; // nothing fits
  data.programs.push_back({stored.program, stored.machine});
  shares[stored.machine] += share;
  weighPolicy(llvm::MutableArrayRef(data.trajectories).drop_front(first),
              share);
  addCriticRows(first, share, stored.baselineUncertainty);
}

/// Scales the critic's rows so that their mean weight, relative to the share of
/// their programs, is the same in each context: all timings of a machine that
/// is never quiet are uncertain, and yet no others tell about it.
void DatasetBuilder::balanceMachines() {
  std::map<MachineFeatures, double> weights;
  auto weightOn = [&](const CriticRow &row) -> double & {
    const Trajectory &of = data.trajectories[row.state.trajectory];
    return weights[data.programs[of.program].machine];
  };
  for (const CriticRow &row : data.criticRows)
    weightOn(row) += row.weight;
  for (auto &[machine, weight] : weights)
    weight = shares[machine] / weight;
  for (CriticRow &row : data.criticRows)
    row.weight *= static_cast<float>(weightOn(row));
}

Dataset DatasetBuilder::finish() && {
  double sum = 0;
  for (auto [index, trajectory] : llvm::enumerate(data.trajectories)) {
    if (trajectory.weight <= 0)
      continue;
    for (uint32_t step = 0; step < trajectory.decisions.size(); ++step)
      data.policyRows.push_back(
          {.state = {static_cast<uint32_t>(index), step},
           .weight = static_cast<float>(trajectory.weight)});
    sum += trajectory.weight * static_cast<double>(trajectory.decisions.size());
  }
  for (PolicyRow &row : data.policyRows)
    row.weight *=
        static_cast<float>(static_cast<double>(data.policyRows.size()) / sum);
  balanceMachines();
  return std::move(data);
}
} // namespace

Dataset Dataset::build(llvm::ArrayRef<StoredProgram> stored,
                       DatasetOptions options) {
  std::map<ProgramKey, unsigned> contexts;
  unsigned mostThreads = 1;
  for (const StoredProgram &each : stored) {
    ++contexts[each.program->key()];
    mostThreads = std::max(mostThreads, each.machine.threads);
  }
  DatasetBuilder builder(std::move(options), mostThreads);
  for (const StoredProgram &each : stored)
    builder.add(each, 1.0 / contexts[each.program->key()]);
  return std::move(builder).finish();
}

FlatEncoding Dataset::encodingOn(const MachineFeatures &machine) const {
  const bool isPointless = machine.threads <= 1 && mostThreads > 1 &&
                           !options.state.limits.hasBlocks;
  return FlatEncoding(isPointless ? options.encoding.withoutParallelKinds()
                                  : options.encoding);
}

std::vector<MachineFeatures> Dataset::contexts() const {
  std::set<MachineFeatures> different;
  for (const DatasetProgram &each : programs)
    different.insert(each.machine);
  return {different.begin(), different.end()};
}

std::string Dataset::digest() const {
  llvm::BLAKE3 hash;
  auto add = [&hash](const auto &values) {
    using Value = std::remove_cvref_t<decltype(values[0])>;
    hash.update(llvm::ArrayRef(reinterpret_cast<const uint8_t *>(values.data()),
                               values.size() * sizeof(Value)));
  };
  for (const DatasetProgram &each : programs) {
    add(each.program->key().bytes);
    const MachineFeatures &on = each.machine;
    add(std::array{on.threads, on.vectorBits});
    add(std::array{on.l1Bytes, on.l2Bytes, on.l3Bytes});
  }
  for (const Trajectory &each : trajectories) {
    add(std::array<uint64_t, 2>{each.program, each.decisions.size()});
    add(each.decisions);
    add(std::array{each.logSpeedup, each.weight});
  }
  return llvm::toHex(hash.final<16>(), /*LowerCase=*/true);
}
