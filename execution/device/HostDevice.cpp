#include "execution/device/Device.h"
#include "execution/device/DeviceClass.h"
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
#include "program/Try.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {
/// This machine, "host", for code that uses all of its features or only some of
/// them. run() uses the measuring workers: one kernel at a time among all
/// processes, on buffers that caller and worker share. The other methods are
/// for kernels on buffers of the caller's own making.
class HostDevice : public ServedDevice {
public:
  static std::vector<DeviceDescription> known() {
    return {{.id = "host", .target = Target::host()}};
  }
  static std::optional<llvm::Expected<DeviceDescription>>
  describe(llvm::StringRef id, llvm::StringRef features) {
    if (id != "host")
      return std::nullopt;
    MLIRGYM_TRY(auto target, narrowerHost(features));
    return DeviceDescription{.id = "host", .target = std::move(target)};
  }
  static llvm::Expected<std::unique_ptr<Device>>
  open(DeviceDescription device, const DeviceOptions &options) {
    MLIRGYM_TRY(auto path, worker::findWorker(options.workerPath));
    worker::WorkerOptions process = processOf(options, std::move(path));
    MLIRGYM_TRY(auto events, CounterEvent::parseAll(options.counters));
    process.counters =
        events.empty() ? CounterEvent::usual() : std::move(events);
    return std::unique_ptr<Device>(
        new HostDevice(std::move(device), options, process));
  }

  llvm::Expected<worker::KernelOutcome>
  run(const worker::ProgramData &data, const worker::MemoryFile &object,
      const worker::KernelRun &kernel, StopCheck *stop = nullptr) override {
    return bench.run(data, object, kernel, stop);
  }
  uint64_t restarts() const override {
    return bench.restarts() + ServedDevice::restarts();
  }

private:
  HostDevice(DeviceDescription device, const DeviceOptions &options,
             const worker::WorkerOptions &process)
      : ServedDevice(std::move(device), options, process.path),
        bench(process, options.gate, options.waiting) {}

  worker::MeasureBench bench;
};
} // namespace

MLIRGYM_DEVICE_CLASS(HostDevice)
} // namespace mlirgym
