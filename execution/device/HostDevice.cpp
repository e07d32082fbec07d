#include "execution/device/HostDevice.h"
#include "execution/device/Device.h"
#include "execution/device/ServedDevice.h"
#include "execution/process/WorkerPath.h"
#include "execution/process/WorkerProcess.h"
#include "execution/timing/CounterEvent.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureBench.h"
#include "execution/worker/MeasureWorker.h"
#include "lowering/target/NarrowerHost.h"
#include "lowering/target/Target.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {

std::vector<DeviceDescription> HostDevice::known() {
  return {{.id = "host", .target = Target::host()}};
}

std::optional<llvm::Expected<DeviceDescription>>
HostDevice::describe(llvm::StringRef id, llvm::StringRef features) {
  if (id != "host")
    return std::nullopt;
  auto target = narrowerHost(features);
  if (!target)
    return target.takeError();
  return DeviceDescription{.id = "host", .target = std::move(*target)};
}

llvm::Expected<std::unique_ptr<Device>>
HostDevice::open(DeviceDescription device, const DeviceOptions &options) {
  auto path = worker::findWorker(options.workerPath);
  if (!path)
    return path.takeError();
  worker::WorkerOptions process = processOf(options, std::move(*path));
  auto events = CounterEvent::parseAll(options.counters);
  if (!events)
    return events.takeError();
  process.counters =
      events->empty() ? CounterEvent::usual() : std::move(*events);
  return std::unique_ptr<Device>(
      new HostDevice(std::move(device), options, process));
}

HostDevice::HostDevice(DeviceDescription device, const DeviceOptions &options,
                       const worker::WorkerOptions &process)
    : ServedDevice(std::move(device), options, process.path),
      bench(process, options.gate, options.waiting) {}

llvm::Expected<worker::KernelOutcome>
HostDevice::run(const worker::ProgramData &data,
                const worker::MemoryFile &object,
                const worker::KernelRun &kernel, StopCheck *stop) {
  return bench.run(data, object, kernel, stop);
}

uint64_t HostDevice::restarts() const {
  return bench.restarts() + ServedDevice::restarts();
}

} // namespace mlirgym
