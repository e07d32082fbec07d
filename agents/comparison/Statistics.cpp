#include "agents/comparison/Statistics.h"
#include "execution/timing/Quantile.h"
#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cmath>
#include <vector>

using namespace mlirgym;

namespace {
/// The logarithms of ProgramScores.
struct LogScores {
  std::vector<double> speedups, reference;
};
} // namespace

static double average(llvm::ArrayRef<double> values) {
  return llvm::sum_of(values, 0.0) / static_cast<double>(values.size());
}

/// Reorders `logs`.
static double meanOfLogs(llvm::MutableArrayRef<double> logs, Mean mean) {
  if (logs.empty())
    return 0;
  if (mean == Mean::Geometric)
    return std::exp(average(logs));
  llvm::sort(logs);
  const size_t cut = logs.size() / 4;
  return std::exp(average(logs.drop_front(cut).drop_back(cut)));
}

static std::vector<double> logsOf(llvm::ArrayRef<double> values) {
  std::vector<double> logs;
  for (double value : values)
    logs.push_back(std::log(value));
  return logs;
}

double mlirgym::meanOf(llvm::ArrayRef<double> values, Mean mean) {
  std::vector<double> logs = logsOf(values);
  return meanOfLogs(logs, mean);
}

static double meanDrawn(llvm::ArrayRef<double> from, RandomStream &random) {
  double sum = 0;
  for (size_t i = 0; i < from.size(); ++i)
    sum += random.pick(from);
  return sum / static_cast<double>(from.size());
}

Figure mlirgym::bootstrap(llvm::ArrayRef<ProgramScores> programs, Mean mean,
                          const BootstrapOptions &options) {
  if (programs.empty())
    return {};
  llvm::MapVector<llvm::StringRef, std::vector<LogScores>> families;
  std::vector<double> all;
  for (const ProgramScores &program : programs) {
    LogScores logs{logsOf(program.speedups), logsOf(program.reference)};
    const double divisor = logs.reference.empty() ? 0 : average(logs.reference);
    for (double log : logs.speedups)
      all.push_back(log - divisor);
    families[program.family].push_back(std::move(logs));
  }
  Figure figure;
  std::vector<double> drawn = all;
  figure.value = meanOfLogs(drawn, mean);

  RandomStream random(options.seed);
  std::vector<double> means;
  means.reserve(options.resamples);
  for (unsigned i = 0; i < options.resamples; ++i) {
    drawn.clear();
    for (const auto &[name, members] : families)
      for (size_t j = 0; j < members.size(); ++j) {
        const LogScores &member = random.pick<LogScores>(members);
        const double divisor =
            member.reference.empty() ? 0 : meanDrawn(member.reference, random);
        for (size_t k = 0; k < member.speedups.size(); ++k)
          drawn.push_back(random.pick<double>(member.speedups) - divisor);
      }
    means.push_back(meanOfLogs(drawn, mean));
  }
  llvm::sort(means);
  const double tail = (1 - options.confidence) / 2;
  figure.low = quantile(means, tail);
  figure.high = quantile(means, 1 - tail);
  return figure;
}

std::vector<double>
mlirgym::performanceProfile(llvm::ArrayRef<double> scores,
                            llvm::ArrayRef<double> thresholds) {
  std::vector<double> fractions;
  for (double threshold : thresholds) {
    const auto count = llvm::count_if(
        scores, [&](double score) { return score >= threshold; });
    fractions.push_back(scores.empty()
                            ? 0
                            : static_cast<double>(count) /
                                  static_cast<double>(scores.size()));
  }
  return fractions;
}
