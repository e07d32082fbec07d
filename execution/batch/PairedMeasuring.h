//===- execution/batch/PairedMeasuring.h - Interleaved measurements -------===//
#ifndef MLIRGYM_EXECUTION_BATCH_PAIREDMEASURING_H
#define MLIRGYM_EXECUTION_BATCH_PAIREDMEASURING_H

#include "execution/ProgramContexts.h"
#include "execution/batch/Pipeline.h"
#include "execution/execdata/ExecData.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace mlirgym {

/// Measures schedules and their baseline in turn, in rounds of one timing each,
/// the baseline as foreign code if one of them is foreign; in one round if the
/// metric is not a time. needsRound() says how many there are of a time.
class PairedMeasuring {
public:
  /// Of programs that are neither slow nor noisy.
  static constexpr unsigned rounds = 5;

  /// True if another round follows `done` ones, which took `seconds` per
  /// schedule: always two; `rounds`, or 15 while a schedule is `noisy`, if they
  /// begin within 5 seconds.
  static bool needsRound(unsigned done, double seconds, bool noisy);

  /// Both must outlive this.
  PairedMeasuring(Pipeline &onWorkers, ExecData &execData)
      : pipeline(onWorkers), data(execData) {}

  /// Several schedules of one program, at least one, in the same rounds. Stores
  /// the results, which are in the order of the jobs. Errors: as
  /// Execution::measurePaired().
  llvm::Expected<std::vector<PairedMeasurement>>
  measure(llvm::ArrayRef<Job> jobs, StopCheck &stop);

private:
  struct Entrant;
  /// Adds one timing, or a failure.
  llvm::Error runOnce(Entrant &entrant, ProgramContext &context,
                      StopCheck &stop);

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
#endif // MLIRGYM_EXECUTION_BATCH_PAIREDMEASURING_H
