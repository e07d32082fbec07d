#include "execution/batch/PairedMeasuring.h"
#include "execution/ProgramContexts.h"
#include "execution/batch/Pipeline.h"
#include "execution/timing/MeasureProtocol.h"
#include "execution/timing/Quantile.h"
#include "execution/timing/Sampler.h"
#include "execution/worker/MeasureWorker.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "outcome/StopCheck.h"
#include "program/Stopwatch.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <optional>
#include <utility>
#include <vector>

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
  llvm::sort(speedups);
  paired.uncertainty = medianUncertainty(speedups);
  paired.noisy = paired.uncertainty > MeasureProtocol::driftLimit;
  return paired;
}

PairedMeasurement failedPair(const Measurement &measurement) {
  PairedMeasurement paired;
  paired.status = measurement.status;
  paired.message = measurement.message;
  return paired;
}

/// A kernel that takes part in the rounds until it fails.
struct PairedMeasuring::Entrant {
  const Job *job;
  bool isReference = false; ///< the untransformed program
  JobObject object = {};
  llvm::SmallVector<double> medianNs = {};
  PairedMeasurement result = {};

  bool races() const { return result.status == Status::Ok; }
};

bool PairedMeasuring::needsRound(unsigned done, double seconds, bool noisy) {
  constexpr unsigned fewestRounds = 2, mostRounds = 15;
  constexpr double patienceSeconds = 5;
  return done < fewestRounds ||
         (seconds < patienceSeconds && done < (noisy ? mostRounds : rounds));
}

llvm::Expected<std::vector<PairedMeasurement>>
PairedMeasuring::measure(llvm::ArrayRef<Job> jobs, StopCheck &stop) {
  Job baselineJob = jobs.front().baseline();
  baselineJob.request.counters = jobs.front().request.counters;
  baselineJob.request.asForeign =
      llvm::any_of(jobs, std::mem_fn(&Job::isForeign));
  std::vector<Entrant> entrants;
  entrants.push_back({&baselineJob, /*isReference=*/true});
  for (const Job &job : jobs)
    entrants.push_back({&job});
  auto [ready, context] = pipeline.makeReady(jobs.front(), stop);
  if (ready.failed())
    return ready.take().takeError();
  if (!ready.measurement.ok())
    return std::vector(jobs.size(), failedPair(ready.measurement));
  for (Entrant &entrant : entrants) {
    entrant.object = pipeline.compile(*entrant.job, stop);
    if (entrant.object.failed.failed())
      return entrant.object.failed.take().takeError();
    entrant.result.status = Status::Ok;
    if (entrant.object.kernel.status != Status::Ok)
      entrant.result = failedPair(entrant.object.failedMeasurement());
  }

  Entrant &baseline = entrants.front();
  llvm::MutableArrayRef<Entrant> rivals =
      llvm::MutableArrayRef(entrants).drop_front();
  const Metric metric = pipeline.device().metric();
  const Stopwatch taken;
  // Metrics other than time are the same in each round.
  auto needsMore = [&](unsigned done) {
    if (metric != Metric::Nanoseconds)
      return done == 0;
    return needsRound(done, taken.seconds() / double(jobs.size()),
                      llvm::any_of(rivals, [](const Entrant &rival) {
                        return rival.races() && rival.result.noisy;
                      }));
  };
  for (unsigned done = 0;
       baseline.races() && llvm::any_of(rivals, std::mem_fn(&Entrant::races)) &&
       needsMore(done);
       ++done) {
    for (Entrant &entrant : entrants)
      if (entrant.races())
        MLIRGYM_TRY_TO(runOnce(entrant, *context, stop));
    for (Entrant &rival : rivals)
      if (baseline.races() && rival.races())
        rival.result =
            summarizeRounds(baseline.medianNs, rival.medianNs, metric);
  }

  std::vector<PairedMeasurement> results;
  for (Entrant &rival : rivals) {
    PairedMeasurement &result =
        results.emplace_back(baseline.races() ? rival.result : baseline.result);
    if (!result.ok() || !rival.job->isKept())
      continue;
    MLIRGYM_TRY(result, data.settlePaired(rival.job->key, result, &stop));
    result.cacheHit = false; // it was measured, although the result is not used
  }
  return results;
}

llvm::Error PairedMeasuring::runOnce(Entrant &entrant, ProgramContext &context,
                                     StopCheck &stop) {
  const Job &job = *entrant.job;
  worker::KernelRun kernel;
  kernel.entry = job.program().entry();
  kernel.protocol = pipeline.measureProtocol();
  kernel.protocol.tooSlowFactor = 0;
  kernel.placement = job.placement;
  MLIRGYM_TRY(auto outcome,
              pipeline.runVerified(job, context, entrant.object.kernel.object,
                                   kernel, stop));
  const Measurement &measurement = outcome.measurement;
  if (measurement.ok()) {
    entrant.medianNs.push_back(measurement.medianNs);
    return llvm::Error::success();
  }
  // The kernel was correct before and is not now (a race, for example), so the
  // stored timing is replaced. A worker killed by another process does not
  // count. A stored baseline is kept, as in makeReady(), since all speedups of
  // the program depend on it.
  entrant.result = failedPair(measurement);
  if (entrant.isReference || outcome.fromOutside)
    return llvm::Error::success();
  MLIRGYM_TRY(auto correct, job.isKept() ? data.lookup(job.key)
                                         : std::optional<Measurement>());
  if (Answer stored = pipeline.store(job, measurement, entrant.object.hash,
                                     /*fromOutside=*/false, stop,
                                     correct ? &*correct : nullptr);
      stored.failed())
    return stored.take().takeError();
  return llvm::Error::success();
}

} // namespace mlirgym
