//===- agents/comparison/Statistics.h - Means with intervals ----*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_COMPARISON_STATISTICS_H
#define MLIRGYM_AGENTS_COMPARISON_STATISTICS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace mlirgym {

/// The results of one agent on one program.
struct ProgramScores {
  /// Stratum of the program in bootstrap().
  std::string family;
  /// One speedup per seed, positive.
  std::vector<double> speedups;
  /// Speedups of the reference, one per seed; `speedups` are divided by their
  /// geometric mean. Empty: the reference is 1, the untransformed program.
  std::vector<double> reference = {};
};

enum class Mean : uint8_t {
  /// The geometric mean (Fleming, Wallace, CACM 1986).
  Geometric,
  /// The mean over the middle half of all programs and seeds (Agarwal et al.,
  /// Deep Reinforcement Learning at the Edge of the Statistical Precipice,
  /// arXiv:2108.13264, section 4.3), of the logarithms of the speedups: a few
  /// programs with a very high or very low speedup do not affect it. Values are
  /// trimmed as by scipy.stats.trim_mean(0.25), which rliable calls.
  Interquartile,
};

/// The mean of positive values in any order; 0 if there are none.
double meanOf(llvm::ArrayRef<double> values, Mean mean);

struct Figure {
  double value = 0;
  /// Ends of the confidence interval.
  double low = 0, high = 0;
};

struct BootstrapOptions {
  unsigned resamples = 2000;
  double confidence = 0.95;
  uint64_t seed = 0;
};

/// The mean over all programs and seeds, with a percentile bootstrap interval
/// (Efron, Annals of Statistics, 1979), stratified as by rliable: seeds are
/// drawn with replacement within their program, and the reference's within
/// theirs. Unlike in rliable, programs are also drawn with replacement within
/// their family: the interval then covers the choice of seeds and of programs
/// from the same families. The same scores give the same interval. Zeros if
/// there is no program. Requires: at least one speedup per program.
Figure bootstrap(llvm::ArrayRef<ProgramScores> programs, Mean mean,
                 const BootstrapOptions &options = {});

/// Per threshold the fraction of scores that are at least as high: the
/// performance profile of Dolan and Moré, Mathematical Programming, 2002, and
/// of arXiv:2108.13264, section 4.2. Zeros if there is no score.
std::vector<double> performanceProfile(llvm::ArrayRef<double> scores,
                                       llvm::ArrayRef<double> thresholds);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_COMPARISON_STATISTICS_H
