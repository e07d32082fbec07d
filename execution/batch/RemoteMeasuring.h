//===- execution/batch/RemoteMeasuring.h - Jobs for a cluster ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_BATCH_REMOTEMEASURING_H
#define MLIRGYM_EXECUTION_BATCH_REMOTEMEASURING_H

#include "execution/Cluster.h"
#include "execution/batch/Batch.h"
#include "execution/batch/Claims.h"
#include "execution/batch/Pipeline.h"
#include "execution/execdata/ExecData.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

/// Does on a cluster what Pipeline and PairedMeasuring do on this machine: jobs
/// that exec data lacks are measured there and stored here. Thread safe.
class RemoteMeasuring {
public:
  /// All must outlive this.
  RemoteMeasuring(Cluster &onMachines, ExecData &execData,
                  ExecutionCounters &executionCounters)
      : cluster(onMachines), data(execData), counters(executionCounters) {}

  Answer run(const Job &job, StopCheck &stop);
  /// Publishes an answer to each job.
  void runBatch(llvm::ArrayRef<OwnedJob> jobs, Claims &claims, StopCheck &stop);
  /// As PairedMeasuring::measure(), on one machine.
  llvm::Expected<std::vector<PairedMeasurement>>
  runInTurn(llvm::ArrayRef<Job> jobs, StopCheck &stop);

private:
  /// Calls `answered` once per sample. A failure to hand them out, or an
  /// interruption, is an answer.
  void handOut(
      std::vector<RemoteSample> samples, StopCheck &stop,
      llvm::function_ref<void(size_t, llvm::Expected<RemoteAnswer>)> answered);
  /// Stores the measurement of a job that keeps its results. `replaced`: as of
  /// ExecData::settle().
  Answer store(const Job &job, Measurement measurement, bool isKept,
               const std::string &host, StopCheck &stop,
               const Measurement *replaced = nullptr);
  Answer answerOf(const Job &job, llvm::Expected<RemoteAnswer> remote,
                  StopCheck &stop);

  Cluster &cluster;
  ExecData &data;
  ExecutionCounters &counters;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_BATCH_REMOTEMEASURING_H
