//===- agents/model/SpeedupModel.h - Speedups predicted from others -------===//
#ifndef MLIRGYM_AGENTS_MODEL_SPEEDUPMODEL_H
#define MLIRGYM_AGENTS_MODEL_SPEEDUPMODEL_H

#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace mlirgym {

/// A schedule as input of the model.
struct ModelPoint {
  /// scheduleFeatures().
  std::vector<float> features;
  /// Predictions: log speedup by a critic, a SpeedupEstimate or both,
  /// log-probability by a policy (0 without one).
  double value = 0, logProbability = 0;
};

/// Standard deviations of the errors of predictions, in log speedups.
struct PredictionErrors {
  /// Errors that are common to all schedules of a program; proportional to the
  /// value and to the log-probability; and similar for similar schedules.
  double offset, perValue, perLikelihood, local;
  /// Distance of features at which the correlation of local errors is 1/e.
  double lengthScale;
  /// Error of one measurement, and of effects that the features do not
  /// describe.
  double noise;

  /// Errors of the networks of agents/policy on unseen programs.
  static PredictionErrors ofNetworks();
  /// Errors of SpeedupEstimate.
  static PredictionErrors ofEstimates();
};

/// The target of the model for a measured speedup: its logarithm, at least -1.
/// A failure, 0, counts as the slowest schedule.
double learnedLogSpeedup(double speedup);

/// A Gaussian process over the log speedups of the schedules of one program
/// (Rasmussen and Williams, 2006). Its prior mean is the prediction; its
/// covariance models errors of the prediction that are similar for similar
/// schedules, plus a constant and a slope for all. Each measurement thus
/// corrects the predictions of other schedules. Deterministic. Not thread safe.
class SpeedupModel {
public:
  explicit SpeedupModel(
      PredictionErrors priorErrors = PredictionErrors::ofNetworks())
      : errors(priorErrors) {}

  /// Adds a measurement; a failure is a low speedup.
  void add(ModelPoint point, double logSpeedup);
  size_t size() const { return points.size(); }

  struct Ranking {
    /// Indices of the candidates, the most promising ones first.
    std::vector<size_t> order = {};
    /// Expected improvement of the first candidate, in log speedup; 0 without
    /// candidates, infinite without any measurement.
    double expectedGain = 0;
  };
  /// Ranks `candidates` by expected improvement, where each of the first
  /// `batch` is chosen as if the previous ones had been measured with their
  /// expected result. Without any measurement the candidate with the highest
  /// mean is first.
  Ranking rank(llvm::ArrayRef<ModelPoint> candidates, size_t batch) const;

private:
  PredictionErrors errors;
  std::vector<ModelPoint> points;
  std::vector<double> logSpeedups;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_MODEL_SPEEDUPMODEL_H
