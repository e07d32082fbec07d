#include "execution/device/cuda/CudaDevice.h"
#include "execution/device/AcceleratorDevice.h"
#include "execution/device/Device.h"
#include "execution/device/DeviceClass.h"
#include "execution/device/cuda/CudaCalls.h"
#include "execution/device/cuda/CudaDriver.h"
#include "execution/device/image/MemoryRun.h"
#include "execution/timing/MeasureProtocol.h"
#include "execution/timing/Sampler.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureWorker.h"
#include "lowering/gpu/LaunchPlan.h"
#include "lowering/target/Target.h"
#include "outcome/DeviceError.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Program.h"
#include "program/Stopwatch.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {
/// "cuda:1" is 1.
std::optional<int> ordinalOf(llvm::StringRef id) {
  int ordinal = 0;
  if (!id.consume_front("cuda:") || id.empty() ||
      !llvm::all_of(id, llvm::isDigit) || id.getAsInteger(10, ordinal))
    return std::nullopt;
  return ordinal;
}

llvm::Expected<Target> targetOf(const std::string &processor) {
  return Target::find({.triple = "nvptx64-nvidia-cuda", .cpu = processor});
}

/// The status of a device for a result of the driver; nullopt if it is lost.
std::optional<DeviceStatus> statusOf(CudaResult result) {
  switch (result) {
  case cudaOutOfMemory:
    return DeviceStatus::OutOfMemory;
  case cudaNotFound:
    return DeviceStatus::NoSuchFunction;
  case 200: // CUDA_ERROR_INVALID_IMAGE
  case 209: // CUDA_ERROR_NO_BINARY_FOR_GPU
  case 218: // CUDA_ERROR_INVALID_PTX
  case 221: // CUDA_ERROR_JIT_COMPILER_NOT_FOUND
  case 222: // CUDA_ERROR_UNSUPPORTED_PTX_VERSION
    return DeviceStatus::BadModule;
  default:
    return std::nullopt;
  }
}
} // namespace

std::vector<DeviceDescription> CudaDevice::known() {
  // The generic GPU: a list of names does not need the driver.
  auto target = targetOf("");
  if (!target) {
    // An LLVM without this back end.
    llvm::consumeError(target.takeError());
    return {};
  }
  return {{.id = "cuda:0", .target = std::move(*target)}};
}

std::optional<llvm::Expected<DeviceDescription>>
CudaDevice::describe(llvm::StringRef id, llvm::StringRef features) {
  auto ordinal = ordinalOf(id);
  const bool isElsewhere = id.starts_with("cuda:sm_");
  if (!ordinal && !isElsewhere)
    return std::nullopt;
  using Result = llvm::Expected<DeviceDescription>;
  if (!features.empty())
    return Result(executionError(
        "it has the features of its processor; leave '{0}' out", features));
  // Timings of GPUs of one model are of one machine, whichever measured them.
  std::string processor, identity;
  if (isElsewhere) {
    processor = id.split(':').second.str();
    identity = id.str();
  } else if (auto driver = CudaDriver::open()) {
    auto found = (*driver)->processorOf(*ordinal);
    auto name = (*driver)->nameOf(*ordinal);
    if (found && name) {
      processor = std::move(*found);
      identity = identityOf(processor, *name);
    }
    llvm::consumeError(found.takeError());
    llvm::consumeError(name.takeError());
  } else {
    // The generic GPU: a description needs no device.
    llvm::consumeError(driver.takeError());
  }
  auto target = targetOf(processor);
  if (!target)
    return Result(target.takeError());
  return Result(DeviceDescription{.id = id.str(),
                                  .target = std::move(*target),
                                  .identity = std::move(identity)});
}

std::string CudaDevice::identityOf(llvm::StringRef processor,
                                   llvm::StringRef name) {
  std::string text = ("cuda:" + processor + "/" + name.trim()).str();
  for (char &letter : text)
    if (llvm::isSpace(letter))
      letter = '-';
  return text;
}

llvm::Expected<std::unique_ptr<Device>>
CudaDevice::open(DeviceDescription device, const DeviceOptions &options) {
  const std::string id = device.id;
  auto absent = [&](llvm::Error error) {
    return executionError("{0}: {1}", id, llvm::toString(std::move(error)));
  };
  const std::optional<int> found = ordinalOf(id);
  if (!found)
    return executionError("{0}: describes a GPU that is not here; choose "
                          "cuda:0, or write a bundle with `mlirgym dump`",
                          id);
  const int ordinal = *found;
  auto driver = CudaDriver::open();
  if (!driver)
    return absent(driver.takeError());
  auto processor = (*driver)->processorOf(ordinal);
  if (!processor)
    return absent(processor.takeError());
  auto target = targetOf(*processor);
  if (!target)
    return absent(target.takeError());
  device.target = std::move(*target);
  if (options.threads != 1)
    return executionError("{0}: has blocks in place of threads, and kernels "
                          "are to have {1} threads; choose one thread",
                          id, options.threads);
  std::unique_ptr<CudaDevice> opened(
      new CudaDevice(std::move(device), options, std::move(*driver), ordinal));
  if (llvm::Error error = opened->start())
    return absent(std::move(error));
  return std::unique_ptr<Device>(std::move(opened));
}

CudaDevice::CudaDevice(DeviceDescription device, const DeviceOptions &options,
                       std::unique_ptr<CudaDriver> openDriver, int number)
    : AcceleratorDevice(std::move(device)), driver(std::move(openDriver)),
      ordinal(number), mostBytes(options.memoryLimitBytes),
      timeoutMs(options.timeoutMs) {}

CudaDevice::~CudaDevice() { stop(); }

llvm::Error CudaDevice::start() {
  CudaResult result = driver->contextRetain(&context, ordinal);
  if (result == 0)
    result = driver->setCurrent(context);
  if (result == 0)
    result = driver->streamCreate(&stream, 0);
  if (result == 0)
    result = driver->eventCreate(&begin, 0);
  if (result == 0)
    result = driver->eventCreate(&end, 0);
  return check(result, "a context");
}

void CudaDevice::stop() {
  if (context) {
    // A failure cannot be handled here, and a lost context always fails.
    if (lost.empty()) {
      driver->setCurrent(context);
      for (auto &[handle, module] : modules)
        llvm::consumeError(release(module));
      for (auto &[handle, buffer] : buffers)
        driver->free(buffer.base);
      driver->eventDestroy(begin);
      driver->eventDestroy(end);
      driver->streamDestroy(stream);
    } else {
      driver->contextReset(ordinal);
    }
    driver->contextRelease(ordinal);
  }
  context = stream = begin = end = nullptr;
  modules.clear();
  functions.clear();
  buffers.clear();
  usedBytes = 0;
}

llvm::Error CudaDevice::reopen() {
  if (lost.empty())
    return llvm::Error::success();
  stop();
  lost.clear();
  ++timesReopened;
  return start();
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

llvm::Error CudaDevice::failure(DeviceStatus status,
                                llvm::StringRef why) const {
  return llvm::make_error<DeviceError>(status, (id() + ": " + why).str());
}

llvm::Error CudaDevice::lose(DeviceStatus status, std::string why) {
  lost = std::move(why);
  return failure(status, "is lost: " + lost + "; open it again");
}

llvm::Error CudaDevice::check(CudaResult result, llvm::StringRef what) {
  if (result == 0)
    return llvm::Error::success();
  const std::string text = (what + ": " + driver->describe(result)).str();
  if (auto status = statusOf(result))
    return failure(*status, text);
  return lose(DeviceStatus::Lost, text);
}

llvm::Error CudaDevice::enter() {
  if (!lost.empty())
    return failure(DeviceStatus::Lost, "is lost: " + lost + "; open it again");
  return check(driver->setCurrent(context), "a context");
}

llvm::Error CudaDevice::wrongHandle(uint64_t handle,
                                    llvm::StringRef what) const {
  if (handle != 0 && handle < next)
    return failure(DeviceStatus::UseAfterFree, ("no longer a " + what).str());
  return failure(DeviceStatus::BadHandle, ("never a " + what).str());
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

llvm::Error CudaDevice::release(const Module &module) {
  CudaResult result = 0;
  for (CudaPointer pointer : module.scratch)
    if (CudaResult freed = driver->free(pointer))
      result = freed;
  if (module.handle)
    if (CudaResult unloaded = driver->moduleUnload(module.handle))
      result = unloaded;
  return check(result, "unloading a module");
}

llvm::Expected<DeviceModule> CudaDevice::load(llvm::ArrayRef<char> object) {
  MLIRGYM_TRY_TO(enter());
  const std::string text(object.begin(), object.end()); // ends with 0
  Module module;
  auto plan = LaunchPlan::parse(text);
  if (!plan)
    return failure(DeviceStatus::BadModule, llvm::toString(plan.takeError()));
  module.plan = std::move(*plan);
  std::vector<char> log(1 << 14);
  llvm::Error error = llvm::Error::success();
  if (CudaResult result = cudaLoad(driver.get(), text.c_str(), &module.handle,
                                   log.data(), log.size())) {
    const llvm::StringRef why = llvm::StringRef(log.data()).trim();
    error = check(result, ("loading a module" +
                           (why.empty() ? "" : " (" + why.str() + ")")));
  }
  for (const LaunchPlan::Launch &launch : module.plan.launches) {
    if (error)
      break;
    CudaKernel &kernel = module.kernels.emplace_back();
    llvm::copy(launch.grid, kernel.grid);
    llvm::copy(launch.block, kernel.block);
    kernel.sharedBytes = launch.sharedBytes;
    const CudaResult result = cudaFindKernel(driver.get(), module.handle,
                                             launch.kernel.c_str(), &kernel);
    constexpr CudaResult invalidValue = 1;
    error = result == invalidValue
                ? failure(DeviceStatus::BadModule,
                          launch.kernel + ": " +
                              std::to_string(launch.sharedBytes) +
                              " bytes of shared memory per block are more "
                              "than this GPU has")
                : check(result, launch.kernel);
  }
  for (uint64_t bytes : module.plan.scratchBytes)
    if (!error) {
      CudaPointer pointer = 0;
      error = check(driver->allocate(&pointer, bytes), "memory of a module");
      if (!error)
        module.scratch.push_back(pointer);
    }
  if (error) {
    if (lost.empty())
      llvm::consumeError(release(module));
    return std::move(error);
  }
  modules.emplace(next, std::move(module));
  return DeviceModule{next++};
}

llvm::Error CudaDevice::unload(DeviceModule module) {
  MLIRGYM_TRY_TO(enter());
  auto found = modules.find(module.handle);
  if (found == modules.end())
    return wrongHandle(module.handle, "module");
  const Module released = std::move(found->second);
  modules.erase(found);
  std::erase_if(functions, [&](const auto &function) {
    return function.second == module.handle;
  });
  return release(released);
}

llvm::Expected<DeviceFunction> CudaDevice::lookUp(DeviceModule module,
                                                  llvm::StringRef entry) {
  MLIRGYM_TRY_TO(enter());
  auto found = modules.find(module.handle);
  if (found == modules.end())
    return wrongHandle(module.handle, "module");
  if (found->second.plan.entry != entry)
    return failure(DeviceStatus::NoSuchFunction,
                   "the module has no function " + entry.str());
  functions.emplace(next, module.handle);
  return DeviceFunction{next++};
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

llvm::Expected<DeviceBuffer> CudaDevice::allocate(uint64_t bytes) {
  MLIRGYM_TRY_TO(enter());
  if (bytes > mostBytes - usedBytes)
    return failure(DeviceStatus::OutOfMemory,
                   "a buffer of " + std::to_string(bytes) +
                       " bytes exceeds the limit of " +
                       std::to_string(mostBytes));
  CudaBuffer buffer{.base = 0, .bytes = bytes};
  if (llvm::Error error =
          check(cudaAllocateGuarded(driver.get(), &buffer), "a buffer")) {
    if (buffer.base != 0)
      driver->free(buffer.base);
    return std::move(error);
  }
  usedBytes += bytes;
  buffers.emplace(next, buffer);
  return DeviceBuffer{next++};
}

llvm::Error CudaDevice::free(DeviceBuffer buffer) {
  MLIRGYM_TRY_TO(enter());
  auto found = buffers.find(buffer.handle);
  if (found == buffers.end())
    return wrongHandle(buffer.handle, "buffer");
  const CudaBuffer freed = found->second;
  buffers.erase(found);
  usedBytes -= freed.bytes;
  return check(driver->free(freed.base), "freeing a buffer");
}

llvm::Expected<CudaPointer> CudaDevice::range(DeviceBuffer buffer,
                                              uint64_t offset, uint64_t bytes) {
  MLIRGYM_TRY_TO(enter());
  auto found = buffers.find(buffer.handle);
  if (found == buffers.end())
    return wrongHandle(buffer.handle, "buffer");
  const uint64_t size = found->second.bytes;
  if (offset > size || bytes > size - offset)
    return failure(DeviceStatus::OutOfBounds,
                   std::to_string(bytes) + " bytes at " +
                       std::to_string(offset) + " of a buffer of " +
                       std::to_string(size));
  return cudaAddressOf(found->second) + offset;
}

llvm::Error CudaDevice::copyTo(DeviceBuffer buffer, uint64_t offset,
                               llvm::ArrayRef<char> bytes) {
  MLIRGYM_TRY(auto to, range(buffer, offset, bytes.size()));
  return bytes.empty() ? llvm::Error::success()
                       : check(driver->copyTo(to, bytes.data(), bytes.size()),
                               "a copy to it");
}

llvm::Error CudaDevice::copyFrom(DeviceBuffer buffer, uint64_t offset,
                                 llvm::MutableArrayRef<char> bytes) {
  MLIRGYM_TRY(auto from, range(buffer, offset, bytes.size()));
  return bytes.empty()
             ? llvm::Error::success()
             : check(driver->copyFrom(bytes.data(), from, bytes.size()),
                     "a copy from it");
}

llvm::Error CudaDevice::fill(DeviceBuffer buffer, uint64_t offset,
                             uint64_t bytes, char value) {
  MLIRGYM_TRY(auto to, range(buffer, offset, bytes));
  return bytes == 0 ? llvm::Error::success()
                    : check(driver->fill(to, value, bytes), "a fill");
}

llvm::Error CudaDevice::checkGuards() {
  for (const auto &[handle, buffer] : buffers) {
    int written = 0;
    MLIRGYM_TRY_TO(check(cudaFindWritten(driver.get(), buffer, &written),
                         "a copy from it"));
    if (written == 0)
      continue;
    // Restored, so that each overflow is reported once; the buffer itself is
    // unchanged.
    MLIRGYM_TRY_TO(check(cudaSetGuards(driver.get(), buffer), "a guard"));
    return failure(DeviceStatus::Overflow,
                   written < 0 ? "a function wrote before a buffer"
                               : "a function wrote past a buffer");
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Calls of one function on the same buffers.
class CudaDevice::Call {
public:
  Call(CudaDevice &onDevice, const Module &ofModule, StopCheck &stopCheck)
      : device(onDevice), module(ofModule), stop(stopCheck) {}

  llvm::Error pass(llvm::ArrayRef<DeviceArgument> arguments);
  /// The time of calls, one after the other. Errors: also InterruptedError.
  llvm::Expected<double> run(uint32_t calls);

private:
  CudaResult launch();
  llvm::Error wait();

  CudaDevice &device;
  const Module &module;
  StopCheck &stop;
  std::vector<CudaPointer> pointers;
};

llvm::Error CudaDevice::Call::pass(llvm::ArrayRef<DeviceArgument> arguments) {
  if (arguments.size() != module.plan.numArguments)
    return device.failure(
        DeviceStatus::NoSuchFunction,
        "a function of " + std::to_string(module.plan.numArguments) +
            " arguments, called with " + std::to_string(arguments.size()));
  for (const DeviceArgument &argument : arguments) {
    uint64_t bytes = sizeOfElement(argument.type);
    for (int64_t extent : argument.shape)
      bytes *= static_cast<uint64_t>(extent);
    MLIRGYM_TRY(auto place, device.range(argument.buffer, 0, bytes));
    pointers.push_back(place);
  }
  llvm::append_range(pointers, module.scratch);
  return llvm::Error::success();
}

CudaResult CudaDevice::Call::launch() {
  for (const auto &[launch, kernel] :
       llvm::zip_equal(module.plan.launches, module.kernels)) {
    std::vector<void *> arguments;
    for (unsigned buffer : launch.buffers)
      arguments.push_back(&pointers[buffer]);
    if (CudaResult result = cudaLaunchKernel(device.driver.get(), &kernel,
                                             arguments.data(), device.stream))
      return result;
  }
  return 0;
}

llvm::Error CudaDevice::Call::wait() {
  const Stopwatch watch;
  while (true) {
    const CudaResult result = device.driver->eventQuery(device.end);
    if (result != cudaNotReady)
      return device.check(result, "a kernel");
    // A kernel can be stopped only by destroying its context.
    if (stop.requested()) {
      llvm::consumeError(
          device.lose(DeviceStatus::Lost, "a call was interrupted"));
      return llvm::make_error<InterruptedError>();
    }
    if (watch.milliseconds() > device.timeoutMs)
      return device.lose(DeviceStatus::TimedOut,
                         "a call took more than " +
                             std::to_string(int64_t(device.timeoutMs)) + " ms");
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
}

llvm::Expected<double> CudaDevice::Call::run(uint32_t calls) {
  CudaResult result = device.driver->eventRecord(device.begin, device.stream);
  for (uint32_t call = 0; result == 0 && call < calls; ++call)
    result = launch();
  if (result == 0)
    result = device.driver->eventRecord(device.end, device.stream);
  MLIRGYM_TRY_TO(device.check(result, "a launch"));
  MLIRGYM_TRY_TO(wait());
  float milliseconds = 0;
  MLIRGYM_TRY_TO(device.check(
      device.driver->eventElapsed(&milliseconds, device.begin, device.end),
      "the time of a call"));
  return milliseconds * 1e6;
}

llvm::Expected<DeviceCallResult>
CudaDevice::call(DeviceFunction function,
                 llvm::ArrayRef<DeviceArgument> arguments,
                 const DeviceCallOptions &options, StopCheck *given) {
  MLIRGYM_TRY(auto counters, findDeviceCounters(options.counters));
  MLIRGYM_TRY_TO(enter());
  auto found = functions.find(function.handle);
  if (found == functions.end())
    return wrongHandle(function.handle, "function");
  if (options.protocol && options.protocol->caches == CacheState::Cold)
    return failure(DeviceStatus::Unsupported, "its caches cannot be flushed");
  StopCheck never;
  Call call(*this, modules.at(found->second), given ? *given : never);
  MLIRGYM_TRY_TO(call.pass(arguments));
  MLIRGYM_TRY(auto first, call.run(1));
  DeviceCallResult result;
  // Counters of this machine's processor do not count events of a GPU.
  result.counters.resize(counters.size());
  if (options.protocol) {
    llvm::Error error = llvm::Error::success();
    auto timeCalls = [&](uint32_t calls) -> TimedCalls {
      if (error)
        return {.elapsedNs = first};
      auto ns = call.run(calls);
      if (!ns)
        error = ns.takeError();
      return {.elapsedNs = ns ? *ns : first};
    };
    for (unsigned i = 0; i < options.protocol->warmUpCalls; ++i)
      timeCalls(1);
    Samples samples = takeSamples(*options.protocol, first, /*known=*/{},
                                  timeCalls, [] { return Slowness(); });
    if (error)
      return std::move(error);
    result.timing = samples;
    result.timesNs = std::move(samples.timesNs);
  }
  MLIRGYM_TRY_TO(checkGuards());
  return result;
}

llvm::Expected<worker::KernelOutcome>
CudaDevice::run(const worker::ProgramData &data,
                const worker::MemoryFile &object,
                const worker::KernelRun &kernel, StopCheck *given) {
  StopCheck never;
  StopCheck &stop = given ? *given : never;
  std::unique_lock lock(mutex, std::defer_lock);
  if (!lockUnlessStopped(lock, stop))
    return llvm::make_error<InterruptedError>();
  if (llvm::Error error = reopen())
    return executionError("{0}", llvm::toString(std::move(error)));
  return MemoryRun(*this, data, kernel).run(object.bytes(), stop);
}

MLIRGYM_DEVICE_CLASS(CudaDevice)
} // namespace mlirgym
