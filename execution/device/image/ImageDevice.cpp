#include "execution/device/image/ImageDevice.h"
#include "execution/device/OutputCheck.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureWorker.h"
#include "execution/worker/ToolWorker.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "outcome/StopCheck.h"
#include "program/Try.h"
#include "program/files/RegularFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

namespace mlirgym {

std::string contentsOfMade(const std::string &path) {
  constexpr uint64_t most = uint64_t(1) << 30; // no tool writes longer ones
  auto file = readRegular(path, most);
  return file ? (*file)->getBuffer().str() : "";
}

bool ImageDevice::tookPlace(const worker::ToolWorker::Result &ran, bool hasRun,
                            Flashed &run) {
  constexpr int wrongResult = 1;
  if (ran.status == Status::Ok && ran.exitCode == 0)
    return true;
  const bool isWrong = ran.exitCode == wrongResult && hasRun;
  run.status = ran.status != Status::Ok ? ran.status
               : isWrong                ? Status::WrongResult
                                        : Status::Crashed;
  run.message = llvm::StringRef(ran.output).trim().str();
  if (run.message.empty())
    run.message = "ended with code " + std::to_string(ran.exitCode);
  return false;
}

llvm::Expected<worker::KernelOutcome>
ImageDevice::run(const worker::ProgramData &data,
                 const worker::MemoryFile &object,
                 const worker::KernelRun &kernel, StopCheck *given) {
  StopCheck never;
  StopCheck &stop = given ? *given : never;
  std::unique_lock lock(mutex, std::defer_lock);
  if (!lockUnlessStopped(lock, stop))
    return llvm::make_error<InterruptedError>();
  worker::KernelOutcome outcome;
  Measurement &measurement = outcome.measurement;
  measurement.metric = metric();
  MLIRGYM_TRY(auto flashed, runKernel(data, object.bytes(), kernel,
                                      measurement.phases, stop));
  measurement.status = flashed.status;
  measurement.message = std::move(flashed.message);
  if (!measurement.ok())
    return outcome;
  OutputCheck outputs(data);
  if (llvm::Error error = outputs.take(
          {flashed.outputs.data(), flashed.outputs.size()}, kernel.time)) {
    measurement.status = Status::Crashed;
    measurement.message = llvm::toString(std::move(error));
    return outcome;
  }
  if (auto wrong = outputs.compare(kernel.laterCalls)) {
    measurement.status = Status::WrongResult;
    measurement.message = std::move(*wrong);
    return outcome;
  }
  if (kernel.makeReference) {
    MLIRGYM_TRY(outcome.reference, outputs.reference());
  }
  if (!kernel.time)
    return outcome;
  measurement.medianNs = measurement.minNs = flashed.amount;
  measurement.repeats = 1;
  measurement.number = flashed.calls;
  if (metric() != Metric::Nanoseconds)
    measurement.counters = {{nameOf(metric()).str(), flashed.amount}};
  llvm::append_range(measurement.counters, flashed.counters);
  return outcome;
}

} // namespace mlirgym
