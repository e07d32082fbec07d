#include "execution/worker/MeasureWorker.h"
#include "execution/process/RestartingWorker.h"
#include "execution/process/WorkerProcess.h"
#include "execution/timing/CounterEvent.h"
#include "execution/timing/MeasureProtocol.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/MessageArchive.h"
#include "execution/wire/Messages.h"
#include "execution/wire/ProgramData.h"
#include "execution/wire/Wire.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cmath>
#include <optional>

namespace mlirgym::worker {

/// Counters of a timed kernel, or none.
static bool isPlausible(llvm::ArrayRef<double> counters, size_t number) {
  return (counters.empty() || counters.size() == number) &&
         llvm::all_of(counters, [](double n) { return std::isfinite(n); });
}

MeasureWorker::MeasureWorker(WorkerOptions options)
    : usual{{WorkerRole::Measure, options}},
      guarded{{WorkerRole::Foreign, options}} {
  for (CounterEvent &event : options.counters)
    counted.push_back(std::move(event.name));
}

llvm::Expected<KernelOutcome> MeasureWorker::run(const ProgramData &data,
                                                 const MemoryFile &object,
                                                 const KernelRun &kernel,
                                                 StopCheck *stop) {
  SecondChance secondChance;
  while (true) {
    const Process &process = processOf(kernel);
    const bool othersRan = process.isUsed && process.worker.isRunning();
    std::optional<WorkerDeath> death;
    auto outcome = runOnce(data, object, kernel, death, stop);
    if (!outcome || !death)
      return outcome;
    MLIRGYM_TRY_TO(death->callersError());
    const bool again = secondChance.isGiven(*death);
    if (again || (othersRan && death->mayBeDamage()))
      continue;
    outcome->measurement = {};
    outcome->measurement.status = death->status;
    outcome->measurement.message = std::move(death->message);
    outcome->fromOutside = death->blame != Blame::Request;
    return outcome;
  }
}

llvm::Expected<KernelOutcome>
MeasureWorker::runOnce(const ProgramData &data, const MemoryFile &object,
                       const KernelRun &kernel,
                       std::optional<WorkerDeath> &death, StopCheck *stop) {
  auto &[worker, loadedInputs, loadedReference, isUsed, foreignInside] =
      processOf(kernel);
  const bool isForOther =
      !foreignInside.empty() && foreignInside != kernel.foreign;
  if (worker.isRunning() && (isForOther || !worker.hasTimeForARequest()))
    worker.retire();
  MLIRGYM_TRY(auto isNew, worker.start(stop));
  if (isNew) {
    loadedInputs = loadedReference = 0;
    isUsed = false;
    foreignInside.clear();
  }
  if (!kernel.foreign.empty())
    foreignInside = kernel.foreign;

  KernelOutcome outcome;
  Measurement &measurement = outcome.measurement;
  auto died = [&](WorkerDeath how) {
    death = std::move(how);
    return std::move(outcome);
  };

  if (loadedInputs != data.inputs().identity() ||
      loadedReference != data.reference().identity()) {
    llvm::SmallVector<int, 2> files{data.inputs().fd()};
    if (data.reference().valid())
      files.push_back(data.reference().fd());
    if (!worker.send(MessageType::LoadProgram, encode(data.message()), files))
      return died(worker.bury());
    loadedInputs = data.inputs().identity();
    loadedReference = data.reference().identity();
  }

  isUsed = true;
  RunKernelMessage request;
  const bool bare = kernel.interface == CallInterface::BarePointers;
  request.entry = ((bare ? "" : "_mlir_ciface_") + kernel.entry).str();
  request.barePointers = bare;
  request.ownEntry =
      ("_mlir_ciface_" +
       (kernel.ownEntry.empty() ? kernel.entry : kernel.ownEntry))
          .str();
  request.makeReference = kernel.makeReference;
  request.compareLater = kernel.laterCalls == LaterCalls::Compared;
  request.time = kernel.time;
  request.known = kernel.known;
  request.protocol = kernel.protocol;
  request.batchSize = kernel.batchSize;
  Frame frame;
  KernelRanMessage reply;
  llvm::SmallVector<int, 2> files{object.fd()};
  if (kernel.own)
    files.push_back(kernel.own->fd());
  if (!worker.send(MessageType::RunKernel, encode(request), files) ||
      !worker.receive(MessageType::KernelRan, frame, stop))
    return died(worker.bury());
  if (!decode(frame.payload, reply) || !isStatusOfCode(reply.status) ||
      !areTimes(reply.timing, reply.timesNs) ||
      !isPlausible(reply.counters, counted.size()))
    return died(worker.buryDistrusted());
  measurement.status = static_cast<Status>(reply.status);
  measurement.message = std::move(reply.message);
  static_cast<Timing &>(measurement) = reply.timing;
  for (auto [name, count] : llvm::zip(counted, reply.counters))
    measurement.counters.push_back(
        {name, count < 0 ? std::nullopt : std::optional(count)});
  outcome.timesNs = std::move(reply.timesNs);
  measurement.phases.verifyMs = reply.verifyMs;
  measurement.phases.measureMs = reply.measureMs;
  // A kernel with wrong results may also have written to other memory.
  if (measurement.status == Status::WrongResult ||
      measurement.status == Status::Suspicious)
    worker.retire();
  if (kernel.makeReference && measurement.ok()) {
    outcome.reference = MemoryFile::adoptOnly(frame.files);
    if (!outcome.reference.valid())
      return died(worker.buryDistrusted());
  }
  return outcome;
}

} // namespace mlirgym::worker
