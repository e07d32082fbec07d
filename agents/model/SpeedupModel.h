//===- agents/model/SpeedupModel.h - What measurements say of others ------===//
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

/// How predictions err, in log speedups (standard deviations).
struct PredictionErrors {
  /// For all schedules of a program alike, per unit of value and of
  /// log-probability, and alike for schedules that are.
  double offset, perValue, perLikelihood, local;
  /// Distance of features at which the local errors are alike by 1/e.
  double lengthScale;
  /// Of one measurement, and of what the features do not tell.
  double noise;

  /// Of the networks of agents/policy on programs that they have not seen.
  static PredictionErrors ofNetworks();
  /// Of SpeedupEstimate.
  static PredictionErrors ofEstimates();
};

/// What a model is told of a measured speedup: its logarithm, at least -1. A
/// failure, 0, is as bad as the slowest.
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
    /// Expected improvement of the first, in log speedup; 0 without candidates,
    /// infinite without any measurement.
    double expectedGain = 0;
  };
  /// Ranks `candidates` by expected improvement, where each of the first
  /// `batch` is chosen as if the previous ones had been measured with their
  /// expected result. Without any measurement the first is the one with the
  /// highest mean.
  Ranking rank(llvm::ArrayRef<ModelPoint> candidates, size_t batch) const;

private:
  PredictionErrors errors;
  std::vector<ModelPoint> points;
  std::vector<double> logSpeedups;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_MODEL_SPEEDUPMODEL_H
