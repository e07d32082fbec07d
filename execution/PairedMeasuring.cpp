#include "execution/PairedMeasuring.h"
#include "execution/Pipeline.h"
#include "execution/outcome/Measurement.h"
#include "execution/outcome/Metric.h"
#include "execution/outcome/StopCheck.h"
#include "execution/timing/MeasureProtocol.h"
#include "execution/timing/Quantile.h"
#include "execution/worker/MeasureWorker.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

PairedMeasurement summarizeRounds(llvm::ArrayRef<double> baselineNs,
                                  llvm::ArrayRef<double> scheduleNs,
                                  Metric metric) {
  PairedMeasurement paired;
  paired.metric = metric;
  paired.status = Status::Ok;
  paired.baselineNs = medianOf(baselineNs);
  paired.scheduleNs = medianOf(scheduleNs);
  paired.rounds = static_cast<uint32_t>(baselineNs.size());
  llvm::SmallVector<double> speedups;
  for (auto [before, after] : llvm::zip_equal(baselineNs, scheduleNs))
    speedups.push_back(before / after);
  paired.uncertainty =
      (*llvm::max_element(speedups) - *llvm::min_element(speedups)) / 2 /
      medianOf(speedups);
  paired.noisy = paired.uncertainty > MeasureProtocol::driftLimit;
  return paired;
}

PairedMeasurement failedPair(const Measurement &measurement) {
  PairedMeasurement paired;
  paired.status = measurement.status;
  paired.message = measurement.message;
  return paired;
}

llvm::Expected<PairedMeasurement> PairedMeasuring::measure(const Job &job,
                                                           StopCheck &stop) {
  auto [ready, context] = pipeline.makeReady(job, stop);
  if (ready.failed())
    return ready.take().takeError();
  if (!ready.measurement.ok())
    return failedPair(ready.measurement);
  const Job baselineJob = job.baseline();
  const Job *jobs[] = {&baselineJob, &job};
  JobObject objects[2];
  for (auto [object, which] : llvm::zip_equal(objects, jobs)) {
    object = pipeline.compile(*which, stop);
    if (object.failed.failed())
      return object.failed.take().takeError();
    if (object.kernel.status != Status::Ok)
      return failedPair(object.failedMeasurement());
  }

  const Metric metric = pipeline.device().metric();
  // What is no time is the same in each round.
  const unsigned most = metric == Metric::Nanoseconds ? rounds : 1;
  llvm::SmallVector<double> medianNs[2];
  for (unsigned round = 0; round < most; ++round)
    for (unsigned i = 0; i < 2; ++i) {
      worker::KernelRun kernel;
      kernel.entry = job.program->entry();
      kernel.protocol = pipeline.measureProtocol();
      kernel.protocol.tooSlowFactor = 0;
      kernel.placement = job.placement;
      auto outcome = pipeline.device().run(
          *context->data, objects[i].kernel.object, kernel, &stop);
      if (!outcome)
        return outcome.takeError();
      const Measurement &measurement = outcome->measurement;
      if (!measurement.ok()) {
        // The kernel was correct before and is not now (a race, for example),
        // so the stored timing is replaced. A worker killed by another process
        // does not count. A stored baseline is kept, as in makeReady(), since
        // all speedups of the program depend on it.
        if (jobs[i] == &job && !outcome->fromOutside)
          if (Answer stored = pipeline.store(*jobs[i], measurement,
                                             objects[i].hash, false, stop);
              stored.failed())
            return stored.take().takeError();
        return failedPair(measurement);
      }
      medianNs[i].push_back(measurement.medianNs);
    }
  PairedMeasurement paired = summarizeRounds(medianNs[0], medianNs[1], metric);
  if (job.isKept())
    if (llvm::Error error = data.insertPaired(job.key, paired, &stop))
      return error;
  return paired;
}

} // namespace mlirgym
