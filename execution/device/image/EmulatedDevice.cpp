#include "execution/device/image/EmulatedDevice.h"
#include "execution/device/Device.h"
#include "execution/device/ServedDevice.h"
#include "execution/device/image/MemoryRun.h"
#include "execution/process/WorkerPath.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureWorker.h"
#include "lowering/target/Target.h"
#include "outcome/ExecutionError.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {

std::vector<DeviceDescription> EmulatedDevice::known() {
  return {{.id = "emulated:0", .target = Target::host()}};
}

std::optional<llvm::Expected<DeviceDescription>>
EmulatedDevice::describe(llvm::StringRef id, llvm::StringRef features) {
  llvm::StringRef number = id;
  if (!number.consume_front("emulated:") || number.empty() ||
      !llvm::all_of(number, llvm::isDigit))
    return std::nullopt;
  if (!features.empty())
    return llvm::Expected<DeviceDescription>(executionError(
        "it has the features of this machine; leave '{0}' out", features));
  return DeviceDescription{.id = id.str(), .target = Target::host()};
}

llvm::Expected<std::unique_ptr<Device>>
EmulatedDevice::open(DeviceDescription device, const DeviceOptions &options) {
  auto path = worker::findWorker(options.workerPath);
  if (!path)
    return path.takeError();
  return std::unique_ptr<Device>(
      new EmulatedDevice(std::move(device), options, std::move(*path)));
}

EmulatedDevice::EmulatedDevice(DeviceDescription device,
                               const DeviceOptions &options,
                               std::string workerPath)
    : ServedDevice(std::move(device), options, std::move(workerPath)) {}

llvm::Expected<worker::KernelOutcome>
EmulatedDevice::run(const worker::ProgramData &data,
                    const worker::MemoryFile &object,
                    const worker::KernelRun &kernel, StopCheck *given) {
  StopCheck never;
  StopCheck &stop = given ? *given : never;
  std::unique_lock lock(mutex, std::defer_lock);
  if (!lockUnlessStopped(lock, stop))
    return llvm::make_error<InterruptedError>();
  worker::SecondChance secondChance;
  while (true) {
    reopen();
    if (!foreignInside.empty() && foreignInside != kernel.foreign)
      restart();
    restartIfUsedUp();
    foreignInside = kernel.foreign;
    auto outcome =
        MemoryRun(*this, data, kernel, counters()).run(object.bytes(), stop);
    if (!outcome || !lastEnd())
      return outcome;
    if (secondChance.isGiven(*lastEnd()))
      continue;
    outcome->fromOutside = lastEnd()->blame != worker::Blame::Request;
    return outcome;
  }
}

} // namespace mlirgym
