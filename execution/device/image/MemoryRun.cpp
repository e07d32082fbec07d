#include "execution/device/image/MemoryRun.h"
#include "execution/device/Device.h"
#include "execution/device/OutputCheck.h"
#include "execution/timing/Quantile.h"
#include "execution/wire/Messages.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureWorker.h"
#include "outcome/DeviceError.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Stopwatch.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

Status statusOf(DeviceStatus status) {
  switch (status) {
  case DeviceStatus::BadModule:
  case DeviceStatus::NoSuchFunction:
    return Status::CompileFailed;
  case DeviceStatus::Overflow:
    return Status::WrongResult;
  case DeviceStatus::OutOfMemory:
    return Status::OutOfMemory;
  case DeviceStatus::TimedOut:
    return Status::TimedOut;
  case DeviceStatus::Unsupported:
  case DeviceStatus::BadHandle:
  case DeviceStatus::UseAfterFree:
  case DeviceStatus::OutOfBounds:
  case DeviceStatus::Lost:
    return Status::Crashed;
  }
  llvm_unreachable("covered switch");
}

void fail(Measurement &measurement, Status status, std::string why) {
  // Resets the timing; the phases remain.
  static_cast<Timing &>(measurement) = {};
  measurement.status = status;
  measurement.message = std::move(why);
}
} // namespace

llvm::Error MemoryRun::prepare(llvm::ArrayRef<char> object) {
  MLIRGYM_TRY(module, device.load(object));
  MLIRGYM_TRY(function, device.lookUp(module, kernel.entry));
  for (const worker::ArgumentRecord &record : data.message().arguments) {
    DeviceArgument argument;
    argument.shape.assign(record.shape.begin(), record.shape.end());
    argument.type = worker::typeOf(record);
    const size_t bytes = worker::bytesOf(record);
    MLIRGYM_TRY(argument.buffer, device.allocate(bytes));
    arguments.push_back(std::move(argument));
    sizes.push_back(bytes);
  }
  return llvm::Error::success();
}

llvm::Error MemoryRun::release() {
  for (const DeviceArgument &argument : arguments)
    MLIRGYM_TRY_TO(device.free(argument.buffer));
  return module.handle == 0 ? llvm::Error::success() : device.unload(module);
}

bool MemoryRun::isCopied(size_t argument, Arguments which) const {
  const worker::ArgumentRecord &record = data.message().arguments[argument];
  // An argument that is both read and written differs for the next call.
  return which == Arguments::All || !kernel.placement.isResident(argument) ||
         (record.isInput && record.isOutput && which == Arguments::ToCallAgain);
}

llvm::Error MemoryRun::copyInputs(uint32_t set, Arguments which) {
  const worker::LoadProgramMessage &program = data.message();
  const char *inputs = data.inputs().bytes().data() + set * program.inputBytes;
  for (auto [i, argument, record, bytes] :
       llvm::enumerate(arguments, program.arguments, sizes)) {
    if (!isCopied(i, which))
      continue;
    llvm::Error error =
        record.isInput ? device.copyTo(argument.buffer, 0,
                                       {inputs + record.inputOffset, bytes})
                       // NaN in every floating-point type, -1 in integers.
                       : device.fill(argument.buffer, 0, bytes, char(0xff));
    if (error)
      return error;
  }
  return llvm::Error::success();
}

llvm::Expected<bool> MemoryRun::inputsAreIntact(uint32_t set) {
  const worker::LoadProgramMessage &program = data.message();
  const char *inputs = data.inputs().bytes().data() + set * program.inputBytes;
  std::vector<char> now;
  for (auto [argument, record, bytes] :
       llvm::zip_equal(arguments, program.arguments, sizes)) {
    if (record.isOutput)
      continue;
    now.resize(bytes);
    MLIRGYM_TRY_TO(device.copyFrom(argument.buffer, 0, now));
    if (std::memcmp(now.data(), inputs + record.inputOffset, bytes) != 0)
      return false;
  }
  return true;
}

llvm::Error MemoryRun::callOnce(uint32_t set, StopCheck &stop,
                                Arguments which) {
  MLIRGYM_TRY_TO(copyInputs(set, which));
  MLIRGYM_TRY_TO(device.call(function, arguments, {}, &stop).takeError());
  for (auto [argument, record, bytes] :
       llvm::zip_equal(arguments, data.message().arguments, sizes)) {
    if (!record.isOutput)
      continue;
    const size_t before = outputs.size();
    outputs.resize(before + bytes);
    MLIRGYM_TRY_TO(
        device.copyFrom(argument.buffer, 0, {outputs.data() + before, bytes}));
  }
  return llvm::Error::success();
}

llvm::Error MemoryRun::copyAroundCall() {
  const worker::LoadProgramMessage &program = data.message();
  for (auto [i, argument, record, bytes] :
       llvm::enumerate(arguments, program.arguments, sizes)) {
    if (kernel.placement.isResident(i))
      continue;
    if (record.isInput) {
      llvm::ArrayRef<char> from(
          data.inputs().bytes().data() + record.inputOffset, bytes);
      MLIRGYM_TRY_TO(device.copyTo(argument.buffer, 0, from));
    }
    if (!record.isOutput)
      continue;
    scratch.resize(std::max(scratch.size(), bytes));
    MLIRGYM_TRY_TO(device.copyFrom(
        argument.buffer, 0, llvm::MutableArrayRef(scratch).take_front(bytes)));
  }
  return llvm::Error::success();
}

llvm::Expected<double> MemoryRun::transferNs(StopCheck &stop) {
  constexpr size_t mostRepeats = 9;
  // The calls get most of the budget, since searches compare their times.
  const double budgetMs = kernel.protocol.budgetMs / 10;
  const Stopwatch all;
  std::vector<double> ns;
  do {
    const Stopwatch one;
    MLIRGYM_TRY_TO(copyAroundCall());
    ns.push_back(one.nanoseconds());
    if (stop.requested())
      return llvm::make_error<InterruptedError>();
  } while (ns.size() < mostRepeats && all.milliseconds() < budgetMs);
  return medianOf(ns);
}

llvm::Error MemoryRun::measureAndCompare(worker::KernelOutcome &outcome,
                                         StopCheck &stop) {
  Measurement &measurement = outcome.measurement;
  const uint32_t sets = data.message().inputSets;
  Stopwatch checking;
  for (uint32_t set = 0; set < sets; ++set) {
    MLIRGYM_TRY_TO(callOnce(set, stop, Arguments::All));
    MLIRGYM_TRY(auto intact, inputsAreIntact(set));
    if (!intact) {
      fail(measurement, Status::WrongResult,
           "an argument is written, and is read only");
      return llvm::Error::success();
    }
  }
  measurement.phases.verifyMs = checking.milliseconds();
  if (kernel.time) {
    const Stopwatch measuring;
    MLIRGYM_TRY_TO(copyInputs(/*set=*/0, Arguments::All));
    MLIRGYM_TRY(auto timed,
                device.call(function, arguments,
                            {.protocol = kernel.protocol, .counters = counters},
                            &stop));
    static_cast<Timing &>(measurement) = timed.timing;
    outcome.timesNs = std::move(timed.timesNs);
    for (auto [name, count] : llvm::zip_equal(counters, timed.counters))
      measurement.counters.push_back({name, count});
    MLIRGYM_TRY(auto transfer, transferNs(stop));
    measurement.transferNs = static_cast<float>(transfer);
    measurement.phases.measureMs = measuring.milliseconds();
    // State kept between calls affects only some of them. Resident arguments
    // have not been copied since the calls were timed.
    MLIRGYM_TRY_TO(callOnce(/*set=*/0, stop, Arguments::ToCallAgain));
  }
  checking = Stopwatch();
  OutputCheck check(data);
  if (llvm::Error error = check.take(outputs, kernel.time)) // our own bytes
    return error;
  auto wrong = check.compare(kernel.laterCalls);
  measurement.phases.verifyMs += checking.milliseconds();
  if (wrong) {
    fail(measurement, Status::WrongResult, std::move(*wrong));
    return llvm::Error::success();
  }
  measurement.status = Status::Ok;
  if (!kernel.makeReference)
    return llvm::Error::success();
  return check.reference().moveInto(outcome.reference);
}

llvm::Expected<worker::KernelOutcome>
MemoryRun::run(llvm::ArrayRef<char> object, StopCheck &stop) {
  worker::KernelOutcome outcome;
  outcome.measurement.metric = device.metric();
  llvm::Error error = prepare(object);
  if (!error)
    error = measureAndCompare(outcome, stop);
  // Modules and buffers are also freed after a failure, unless the device is
  // lost.
  llvm::Error released = release();
  if (error)
    llvm::consumeError(std::move(released));
  else
    error = std::move(released);
  error = llvm::handleErrors(std::move(error), [&](const DeviceError &problem) {
    fail(outcome.measurement, statusOf(problem.status()), problem.text());
  });
  if (error)
    return std::move(error);
  return outcome;
}

} // namespace mlirgym
