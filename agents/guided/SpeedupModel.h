//===- agents/guided/SpeedupModel.h - What measurements say of others -*- C++
//-*-===//
#ifndef MLIRGYM_AGENTS_GUIDED_SPEEDUPMODEL_H
#define MLIRGYM_AGENTS_GUIDED_SPEEDUPMODEL_H

#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace mlirgym {

/// A schedule as input of the model.
struct ModelPoint {
  /// scheduleFeatures().
  std::vector<float> features;
  /// The network's predictions: log speedup by its critic, log-probability by
  /// its policy.
  double value = 0, logProbability = 0;
};

/// A Gaussian process over the log speedups of the schedules of one program
/// (Rasmussen and Williams, 2006). Its prior mean is the network's prediction;
/// its covariance models errors of the network that are similar for similar
/// schedules, plus a constant and a slope for all. Each measurement thus
/// corrects the predictions of other schedules. Deterministic. Not thread safe.
class SpeedupModel {
public:
  /// Adds a measurement; a failure is a low speedup.
  void add(ModelPoint point, double logSpeedup);
  size_t size() const { return points.size(); }

  /// The indices of `candidates`, the most promising ones first: by expected
  /// improvement, where each of the first `batch` is chosen as if the previous
  /// ones had been measured with their expected result. Without any measurement
  /// the first is the one with the highest mean.
  std::vector<size_t> order(llvm::ArrayRef<ModelPoint> candidates,
                            size_t batch) const;

private:
  std::vector<ModelPoint> points;
  std::vector<double> logSpeedups;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_GUIDED_SPEEDUPMODEL_H
