#include "execution/batch/RemoteMeasuring.h"
#include "execution/Cluster.h"
#include "execution/batch/Batch.h"
#include "execution/batch/Claims.h"
#include "execution/batch/CountedTimings.h"
#include "execution/batch/PairedMeasuring.h"
#include "execution/batch/Pipeline.h"
#include "execution/execdata/ExecData.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {

static std::string codeOf(const ExecutionRequest &request) {
  if (request.module)
    return request.module->text;
  return request.script.empty() ? request.schedule.text() : request.script;
}

static RemoteSample sampleOf(const Job &job) {
  return {.program = job.request.program,
          .kind = job.request.module      ? RemoteSample::Kind::Module
                  : job.request.asForeign ? RemoteSample::Kind::Foreign
                                          : RemoteSample::Kind::Code,
          .codes = {codeOf(job.request)},
          .results = job.request.results,
          .counters = job.counters().vec()};
}

void RemoteMeasuring::handOut(
    std::vector<RemoteSample> samples, StopCheck &stop,
    llvm::function_ref<void(size_t, llvm::Expected<RemoteAnswer>)> answered) {
  auto batch = std::make_shared<RemoteBatch>(std::move(samples));
  std::vector<bool> isOpen(batch->samples().size(), true);
  Answer none;
  if (llvm::Error error = cluster.submit(batch))
    none = Answer::failure(std::move(error));
  for (size_t done = 0; !none.failed() && done < isOpen.size(); ++done) {
    auto arrived = batch->next(stop);
    if (!arrived) {
      none = Answer::interruption();
      break;
    }
    isOpen[arrived->first] = false;
    answered(arrived->first, std::move(arrived->second));
  }
  for (auto [i, open] : llvm::enumerate(isOpen))
    if (open)
      answered(i, none.take().takeError());
}

Answer RemoteMeasuring::store(const Job &job, Measurement measurement,
                              bool isKept, const std::string &host,
                              StopCheck &stop, const Measurement *replaced) {
  measurement.metric = job.key.metric; // also for a failure
  if (!job.isKept() || !isKept || !isStored(measurement.status))
    return {std::move(measurement), ""};
  const Program &program = job.program();
  const ExecDataProvenance provenance{
      .programName = program.name().str(),
      .operations = static_cast<unsigned>(program.operations().size()),
      .host = host};
  auto settled =
      CountedTimings(data, job.counters())
          .settle(job.key, std::move(measurement), provenance, replaced, &stop);
  if (!settled)
    return Answer::failure(settled.takeError());
  return {std::move(*settled), ""};
}

Answer RemoteMeasuring::answerOf(const Job &job,
                                 llvm::Expected<RemoteAnswer> remote,
                                 StopCheck &stop) {
  if (!remote)
    return Answer::failure(remote.takeError());
  if (!remote->error.empty())
    return {{}, remote->error};
  if (remote->measurements.size() != 1)
    return Answer::failure(executionError(
        "{0} answered {1} measurements for one sample; use the same mlirgym "
        "on all machines",
        remote->host, remote->measurements.size()));
  Measurement &measurement = remote->measurements.front();
  if (!measurement.cacheHit)
    ++counters.measured;
  return store(job, std::move(measurement), remote->isKept, remote->host, stop);
}

Answer RemoteMeasuring::run(const Job &job, StopCheck &stop) {
  Answer answer;
  handOut({sampleOf(job)}, stop,
          [&](size_t, llvm::Expected<RemoteAnswer> remote) {
            answer = answerOf(job, std::move(remote), stop);
          });
  return answer;
}

void RemoteMeasuring::runBatch(llvm::ArrayRef<OwnedJob> jobs, Claims &claims,
                               StopCheck &stop) {
  std::vector<RemoteSample> samples;
  for (const OwnedJob &owned : jobs)
    samples.push_back(sampleOf(owned.job));
  handOut(std::move(samples), stop,
          [&](size_t i, llvm::Expected<RemoteAnswer> remote) {
            claims.publish(jobs[i].claim,
                           answerOf(jobs[i].job, std::move(remote), stop));
          });
}

llvm::Expected<std::vector<PairedMeasurement>>
RemoteMeasuring::runInTurn(llvm::ArrayRef<Job> jobs, StopCheck &stop) {
  RemoteSample sample = sampleOf(jobs.front());
  sample.kind = RemoteSample::Kind::InTurn;
  sample.codes.clear();
  for (const Job &job : jobs) {
    if (job.request.module)
      return executionError("{0}: modules are not measured in turn on a "
                            "cluster; give schedules",
                            job.program().name());
    sample.codes.push_back(codeOf(job.request));
  }
  RemoteAnswer answer;
  llvm::Error failed = llvm::Error::success();
  handOut({std::move(sample)}, stop,
          [&](size_t, llvm::Expected<RemoteAnswer> remote) {
            failed = llvm::joinErrors(std::move(failed),
                                      std::move(remote).moveInto(answer));
          });
  if (failed)
    return std::move(failed);
  if (!answer.error.empty())
    return executionError("{0}", answer.error);
  if (answer.pairs.size() != jobs.size())
    return executionError("{0} answered {1} of {2} schedules; use the same "
                          "mlirgym on all machines",
                          answer.host, answer.pairs.size(), jobs.size());
  for (auto [i, job] : llvm::enumerate(jobs)) {
    PairedMeasurement &pair = answer.pairs[i];
    if (!job.isKept())
      continue;
    if (pair.ok()) {
      const bool cacheHit = pair.cacheHit;
      MLIRGYM_TRY(pair, data.settlePaired(job.key, std::move(pair), &stop));
      pair.cacheHit = cacheHit;
    } else if (i < answer.measurements.size() && !answer.measurements[i].ok() &&
               answer.measurements[i].cacheHit) {
      // It failed when it ran again, and is stored as a failure there.
      MLIRGYM_TRY(auto correct, data.lookup(job.key));
      if (Answer stored =
              store(job, answer.measurements[i], /*isKept=*/true, answer.host,
                    stop, correct ? &*correct : nullptr);
          stored.failed())
        return stored.take().takeError();
    }
  }
  return std::move(answer.pairs);
}

} // namespace mlirgym
