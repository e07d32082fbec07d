#include "execution/device/ServedDevice.h"
#include "execution/device/AcceleratorDevice.h"
#include "execution/process/RestartingWorker.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/DeviceMessages.h"
#include "execution/wire/MessageArchive.h"
#include "execution/wire/Messages.h"
#include "execution/wire/Wire.h"
#include "execution/worker/QuietGate.h"
#include "outcome/DeviceError.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {

using worker::DeviceMethod;
using worker::DeviceReplyMessage;
using worker::DeviceRequestMessage;

llvm::ArrayRef<const char *> deviceCounters() {
  return worker::deviceCounterNames;
}

worker::WorkerOptions ServedDevice::processOf(const DeviceOptions &options,
                                              std::string path) {
  worker::WorkerOptions process;
  process.path = std::move(path);
  process.threads = options.threads;
  process.cpus = options.cpus;
  process.memoryLimitBytes = options.memoryLimitBytes;
  process.timeoutMs = options.timeoutMs;
  return process;
}

ServedDevice::ServedDevice(DeviceDescription device,
                           const DeviceOptions &options, std::string workerPath)
    : AcceleratorDevice(std::move(device)),
      worker(worker::WorkerRole::Device,
             processOf(options, std::move(workerPath))),
      gate(options.gate) {
  llvm::copy_if(options.counters, std::back_inserter(counted),
                [](const std::string &name) {
                  return llvm::is_contained(deviceCounters(), name);
                });
}

/// Kernels may have damaged the process of a device.
static bool isPlausible(const DeviceReplyMessage &reply) {
  return reply.failure <= 1 + static_cast<uint8_t>(DeviceStatus::Lost) &&
         worker::areTimes(reply.timing, reply.timesNs) &&
         llvm::all_of(reply.counters,
                      [](double number) { return std::isfinite(number); });
}

static DeviceRequestMessage requestOf(DeviceMethod method,
                                      uint64_t handle = 0) {
  DeviceRequestMessage request;
  request.method = static_cast<uint8_t>(method);
  request.handle = handle;
  return request;
}

llvm::Expected<DeviceReplyMessage>
ServedDevice::ask(const DeviceRequestMessage &request, StopCheck *stop) {
  auto lostError = [&](DeviceStatus status) {
    return llvm::make_error<DeviceError>(
        status, description().id + " is lost: " + lost + "; open it again");
  };
  if (!lost.empty())
    return lostError(DeviceStatus::Lost);
  auto died = [&](const worker::WorkerDeath &death) -> llvm::Error {
    isOpen = false;
    end = death;
    lost = death.message;
    if (death.stopped)
      lost = "a call was interrupted";
    MLIRGYM_TRY_TO(death.callersError());
    return lostError(death.status == Status::TimedOut ? DeviceStatus::TimedOut
                                                      : DeviceStatus::Lost);
  };
  // If the process ended between two calls, all modules and buffers are lost.
  if (isOpen && !worker.isRunning())
    return died(worker.bury());
  MLIRGYM_TRY_TO(worker.start(stop).takeError());
  isOpen = true;
  worker::Frame frame;
  DeviceReplyMessage reply;
  if (!worker.send(worker::MessageType::DeviceRequest, encode(request)) ||
      !worker.receive(worker::MessageType::DeviceReply, frame, stop))
    return died(worker.bury());
  if (!worker::decode(frame.payload, reply) || !isPlausible(reply))
    return died(worker.buryDistrusted());
  if (reply.failure != 0)
    return llvm::make_error<DeviceError>(
        static_cast<DeviceStatus>(reply.failure - 1),
        description().id + ": " + reply.message);
  return reply;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

llvm::Expected<DeviceModule> ServedDevice::load(llvm::ArrayRef<char> object) {
  DeviceRequestMessage request = requestOf(DeviceMethod::Load);
  constexpr size_t most = worker::maxPayloadBytes / 2;
  if (object.size() > most)
    return llvm::make_error<DeviceError>(
        DeviceStatus::BadModule,
        description().id + ": a module of " + std::to_string(object.size()) +
            " bytes, more than " + std::to_string(most));
  request.text.assign(object.begin(), object.end());
  MLIRGYM_TRY(auto reply, ask(request));
  return DeviceModule{reply.handle};
}

llvm::Error ServedDevice::unload(DeviceModule module) {
  return ask(requestOf(DeviceMethod::Unload, module.handle)).takeError();
}

llvm::Expected<DeviceFunction> ServedDevice::lookUp(DeviceModule module,
                                                    llvm::StringRef entry) {
  DeviceRequestMessage request = requestOf(DeviceMethod::LookUp, module.handle);
  request.text = ("_mlir_ciface_" + entry).str();
  MLIRGYM_TRY(auto reply, ask(request));
  return DeviceFunction{reply.handle};
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

llvm::Expected<DeviceBuffer> ServedDevice::allocate(uint64_t bytes) {
  DeviceRequestMessage request = requestOf(DeviceMethod::Allocate);
  request.bytes = bytes;
  MLIRGYM_TRY(auto reply, ask(request));
  return DeviceBuffer{reply.handle};
}

llvm::Error ServedDevice::free(DeviceBuffer buffer) {
  return ask(requestOf(DeviceMethod::Free, buffer.handle)).takeError();
}

/// Calls `copy(offset, bytes)` for each part of a copy, and once for none. The
/// last part comes first: nothing is copied if the range is too long.
template <typename Copy> static llvm::Error inParts(uint64_t bytes, Copy copy) {
  const uint64_t part = worker::mostCopiedBytes;
  uint64_t begin = bytes == 0 ? 0 : (bytes - 1) / part * part;
  while (true) {
    MLIRGYM_TRY_TO(copy(begin, std::min(part, bytes - begin)));
    if (begin == 0)
      return llvm::Error::success();
    begin -= part;
  }
}

llvm::Error ServedDevice::copyTo(DeviceBuffer buffer, uint64_t offset,
                                 llvm::ArrayRef<char> bytes) {
  return inParts(bytes.size(), [&](uint64_t begin, uint64_t count) {
    DeviceRequestMessage request =
        requestOf(DeviceMethod::CopyTo, buffer.handle);
    request.offset = offset + begin;
    request.text.assign(bytes.data() + begin, count);
    return ask(request).takeError();
  });
}

llvm::Error ServedDevice::copyFrom(DeviceBuffer buffer, uint64_t offset,
                                   llvm::MutableArrayRef<char> bytes) {
  return inParts(bytes.size(),
                 [&](uint64_t begin, uint64_t count) -> llvm::Error {
                   DeviceRequestMessage request =
                       requestOf(DeviceMethod::CopyFrom, buffer.handle);
                   request.offset = offset + begin;
                   request.bytes = count;
                   MLIRGYM_TRY(auto reply, ask(request));
                   if (reply.bytes.size() != count)
                     return llvm::make_error<DeviceError>(
                         DeviceStatus::Lost,
                         description().id + ": a copy of another length");
                   llvm::copy(reply.bytes, bytes.begin() + begin);
                   return llvm::Error::success();
                 });
}

llvm::Error ServedDevice::fill(DeviceBuffer buffer, uint64_t offset,
                               uint64_t bytes, char value) {
  DeviceRequestMessage request = requestOf(DeviceMethod::Fill, buffer.handle);
  request.offset = offset;
  request.bytes = bytes;
  request.value = static_cast<uint8_t>(value);
  return ask(request).takeError();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

llvm::Expected<std::vector<uint8_t>>
findDeviceCounters(llvm::ArrayRef<std::string> names) {
  std::vector<uint8_t> indices;
  for (const std::string &name : names) {
    const auto *found = llvm::find(worker::deviceCounterNames, name);
    if (found == std::end(worker::deviceCounterNames))
      return executionError("there is no counter '{0}'; choose {1}", name,
                            llvm::join(deviceCounters(), ", "));
    indices.push_back(static_cast<uint8_t>(found - worker::deviceCounterNames));
  }
  return indices;
}

llvm::Expected<DeviceCallResult>
ServedDevice::call(DeviceFunction function,
                   llvm::ArrayRef<DeviceArgument> arguments,
                   const DeviceCallOptions &options, StopCheck *given) {
  MLIRGYM_TRY(auto counters, findDeviceCounters(options.counters));
  DeviceRequestMessage request = requestOf(DeviceMethod::Call, function.handle);
  for (const DeviceArgument &argument : arguments)
    request.arguments.push_back({argument.buffer.handle, argument.shape,
                                 static_cast<uint8_t>(argument.type)});
  request.time = options.protocol.has_value();
  if (options.protocol)
    request.protocol = *options.protocol;
  request.counters = std::move(counters);

  StopCheck never;
  StopCheck &stop = given ? *given : never;
  const bool isQuiet = gate && options.protocol;
  if (isQuiet && !gate->enterMeasuring(stop))
    return llvm::make_error<InterruptedError>();
  auto reply = ask(request, &stop);
  if (isQuiet)
    gate->leaveMeasuring();
  if (!reply)
    return reply.takeError();
  DeviceCallResult result;
  result.timing = reply->timing;
  result.timesNs = std::move(reply->timesNs);
  for (double counter : reply->counters)
    result.counters.push_back(counter < 0 ? std::nullopt
                                          : std::optional(counter));
  return result;
}

} // namespace mlirgym
