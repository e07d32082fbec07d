//===- execution/PairedMeasuring.h - Interleaved measurements ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_PAIREDMEASURING_H
#define MLIRGYM_EXECUTION_PAIREDMEASURING_H

#include "execution/Pipeline.h"
#include "execution/execdata/ExecData.h"
#include "execution/outcome/Measurement.h"
#include "execution/outcome/Metric.h"
#include "execution/outcome/StopCheck.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// Measures schedules and their baselines in turn, in rounds of one timing
/// each; in one round if the metric is no time.
class PairedMeasuring {
public:
  static constexpr unsigned rounds = 5;

  /// Both must outlive this.
  PairedMeasuring(Pipeline &onWorkers, ExecData &execData)
      : pipeline(onWorkers), data(execData) {}

  /// Stores the result. Errors: as Execution::measurePaired().
  llvm::Expected<PairedMeasurement> measure(const Job &job, StopCheck &stop);

private:
  Pipeline &pipeline;
  ExecData &data;
};

/// The result from the medians of each round, per call. Requires: equal
/// lengths, at least one round.
PairedMeasurement summarizeRounds(llvm::ArrayRef<double> baselineNs,
                                  llvm::ArrayRef<double> scheduleNs,
                                  Metric metric = Metric::Nanoseconds);
/// The status and message of a measurement that failed.
PairedMeasurement failedPair(const Measurement &measurement);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_PAIREDMEASURING_H
