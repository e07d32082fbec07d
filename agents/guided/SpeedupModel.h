//===- agents/guided/SpeedupModel.h - What measurements say of others -*- C++
//-*-===//
#ifndef MLIRGYM_AGENTS_GUIDED_SPEEDUPMODEL_H
#define MLIRGYM_AGENTS_GUIDED_SPEEDUPMODEL_H

#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace mlirgym {

/// A schedule, as the model sees it.
struct ModelPoint {
  /// scheduleFeatures().
  std::vector<float> features;
  /// What the network says of it: log speedup by its critic, log-probability
  /// by its policy.
  double value = 0, logProbability = 0;
};

/// The log speedups of the schedules of one program as a Gaussian process
/// (Rasmussen and Williams, 2006): its mean is what a network predicted, its
/// covariance says that the network errs alike for schedules that are alike,
/// and by a constant and a slope for all. So each measurement corrects what is
/// believed of the others. Deterministic. Not thread safe.
class SpeedupModel {
public:
  /// What was measured; a failure is a low speedup.
  void add(ModelPoint point, double logSpeedup);
  size_t size() const { return points.size(); }

  /// The indices of `candidates`, those that are most worth a measurement
  /// first: by expected improvement, where the first `batch` count, one after
  /// the other, as measured with the result that was expected of them. Without
  /// any measurement the first is the one with the highest mean.
  std::vector<size_t> order(llvm::ArrayRef<ModelPoint> candidates,
                            size_t batch) const;

private:
  std::vector<ModelPoint> points;
  std::vector<double> logSpeedups;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_GUIDED_SPEEDUPMODEL_H
