#include "agents/model/SpeedupModel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <optional>
#include <vector>

using namespace mlirgym;

namespace {
/// Log speedup per unit of log-probability: see Draft::score().
constexpr double likelihoodWeight = 0.15;
/// More points would be too slow: the best and the latest are kept.
constexpr size_t mostPoints = 256;

double meanOf(const ModelPoint &point) {
  return point.value + likelihoodWeight * point.logProbability;
}

double distance(const ModelPoint &a, const ModelPoint &b) {
  float sum = 0;
  for (size_t i = 0; i < a.features.size(); ++i) {
    const float difference = a.features[i] - b.features[i];
    sum += difference * difference;
  }
  return std::sqrt(sum);
}

double expectedImprovement(double mean, double deviation, double best) {
  if (deviation <= 0)
    return std::max(mean - best, 0.0);
  const double z = (mean - best) / deviation;
  const double density =
      std::exp(-0.5 * z * z) / std::sqrt(2 * std::numbers::pi);
  const double below = 0.5 * std::erfc(-z / std::numbers::sqrt2);
  return deviation * (z * below + density);
}

/// The process conditioned on the observations, for some candidates: a Cholesky
/// factor of the covariance that grows by a row for each observation.
class Posterior {
public:
  Posterior(llvm::ArrayRef<ModelPoint> of, const PredictionErrors &priorErrors)
      : candidates(of), errors(priorErrors) {
    for (const ModelPoint &candidate : candidates) {
      value += candidate.value / static_cast<double>(of.size());
      likelihood += candidate.logProbability / static_cast<double>(of.size());
    }
    for (const ModelPoint &candidate : candidates) {
      means.push_back(meanOf(candidate));
      variances.push_back(covariance(candidate, candidate));
    }
    solved.resize(candidates.size());
  }

  void observe(const ModelPoint &point, double logSpeedup) {
    std::vector<double> row;
    double residual = logSpeedup - meanOf(point);
    double variance = covariance(point, point) + errors.noise * errors.noise;
    for (size_t i = 0; i < known.size(); ++i) {
      double entry = covariance(point, *known[i]);
      for (size_t j = 0; j < i; ++j)
        entry -= row[j] * factor[i][j];
      entry /= factor[i][i];
      residual -= entry * whitened[i];
      variance -= entry * entry;
      row.push_back(entry);
    }
    const double pivot =
        std::sqrt(std::max(variance, errors.noise * errors.noise));
    row.push_back(pivot);
    factor.push_back(std::move(row));
    whitened.push_back(residual / pivot);
    known.push_back(&point);
    for (size_t i = 0; i < candidates.size(); ++i)
      update(i);
  }

  double mean(size_t candidate) const { return means[candidate]; }
  double improvement(size_t candidate, double best) const {
    return expectedImprovement(
        means[candidate], std::sqrt(std::max(variances[candidate], 0.0)), best);
  }

private:
  double covariance(const ModelPoint &a, const ModelPoint &b) const {
    auto square = [](double x) { return x * x; };
    return square(errors.offset) +
           square(errors.perValue) * (a.value - value) * (b.value - value) +
           square(errors.perLikelihood) * (a.logProbability - likelihood) *
               (b.logProbability - likelihood) +
           square(errors.local) *
               std::exp(-distance(a, b) / errors.lengthScale);
  }

  /// Takes the latest observation into account.
  void update(size_t candidate) {
    const std::vector<double> &row = factor.back();
    std::vector<double> &entries = solved[candidate];
    double entry = covariance(candidates[candidate], *known.back());
    for (size_t j = 0; j < entries.size(); ++j)
      entry -= entries[j] * row[j];
    entry /= row.back();
    entries.push_back(entry);
    means[candidate] += entry * whitened.back();
    variances[candidate] -= entry * entry;
  }

  llvm::ArrayRef<ModelPoint> candidates;
  const PredictionErrors &errors;
  /// Averages of the candidates, on which the slopes are centred.
  double value = 0, likelihood = 0;
  std::vector<double> means, variances;
  /// For each candidate, its covariances with the observations, divided by the
  /// factor.
  std::vector<std::vector<double>> solved;
  std::vector<const ModelPoint *> known;
  std::vector<std::vector<double>> factor;
  std::vector<double> whitened;
};
} // namespace

PredictionErrors PredictionErrors::ofNetworks() {
  // Fitted by marginal likelihood to 3,189 timings of 13 validation programs of
  // single-ops, and rounded.
  return {.offset = 1,
          .perValue = 0.4,
          .perLikelihood = 0.05,
          .local = 0.9,
          .lengthScale = 12,
          .noise = 0.15};
}

PredictionErrors PredictionErrors::ofEstimates() {
  return {.offset = 2,
          .perValue = 0.4,
          .perLikelihood = 0,
          .local = 0.9,
          .lengthScale = 12,
          .noise = 0.15};
}

double mlirgym::learnedLogSpeedup(double speedup) {
  constexpr double lowest = -1;
  return speedup > 0 ? std::max(lowest, std::log(speedup)) : lowest;
}

void SpeedupModel::add(ModelPoint point, double logSpeedup) {
  points.push_back(std::move(point));
  logSpeedups.push_back(logSpeedup);
}

/// Sorts indices by descending numbers; among equals, the first index first.
static void sortByWorth(llvm::MutableArrayRef<size_t> indices,
                        llvm::function_ref<double(size_t)> worth) {
  std::vector<std::pair<double, size_t>> order;
  for (size_t index : indices)
    order.push_back({-worth(index), index});
  llvm::sort(order);
  for (auto [index, pair] : llvm::zip_equal(indices, order))
    index = pair.second;
}

/// Indices of the observed points.
static std::vector<size_t> bestAndLatest(llvm::ArrayRef<double> logSpeedups) {
  std::vector<size_t> used(logSpeedups.size());
  std::iota(used.begin(), used.end(), size_t{0});
  if (used.size() <= mostPoints)
    return used;
  const size_t older = used.size() - mostPoints / 2;
  sortByWorth(llvm::MutableArrayRef(used).take_front(older),
              [&](size_t i) { return logSpeedups[i]; });
  used.erase(used.begin() + mostPoints / 2,
             used.begin() + static_cast<std::ptrdiff_t>(older));
  return used;
}

SpeedupModel::Ranking SpeedupModel::rank(llvm::ArrayRef<ModelPoint> candidates,
                                         size_t batch) const {
  Posterior posterior(candidates, errors);
  std::optional<double> best;
  for (size_t i : bestAndLatest(logSpeedups)) {
    posterior.observe(points[i], logSpeedups[i]);
    best = std::max(best.value_or(logSpeedups[i]), logSpeedups[i]);
  }
  std::vector<size_t> left(candidates.size());
  std::iota(left.begin(), left.end(), size_t{0});
  auto worth = [&](size_t i) {
    return best ? posterior.improvement(i, *best) : posterior.mean(i);
  };
  Ranking ranking;
  if (!candidates.empty())
    ranking.expectedGain =
        best ? worth(*std::ranges::max_element(left, {}, worth))
             : std::numeric_limits<double>::infinity();
  std::vector<size_t> &ordered = ranking.order;
  for (size_t n = std::min(batch, left.size()); n > 0; --n) {
    const auto next = std::ranges::max_element(left, {}, worth);
    ordered.push_back(*next);
    left.erase(next);
    const double expected = posterior.mean(ordered.back());
    posterior.observe(candidates[ordered.back()], expected);
    best = std::max(best.value_or(expected), expected);
  }
  sortByWorth(left, worth);
  ordered.insert(ordered.end(), left.begin(), left.end());
  return ranking;
}
