#include "execution/device/Device.h"
#include "execution/device/DeviceClass.h"
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
#include "program/Try.h"
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
namespace {
/// An accelerator without hardware, "emulated:0" or any other number: code of
/// this machine in a process with memory of its own, which is accessible only
/// by copies. run() uses only the methods of the interface, as for a real
/// accelerator. Times are those of calls, without copies.
class EmulatedDevice : public ServedDevice {
public:
  static std::vector<DeviceDescription> known() {
    return {{.id = "emulated:0", .target = Target::host()}};
  }
  static std::optional<llvm::Expected<DeviceDescription>>
  describe(llvm::StringRef id, llvm::StringRef features) {
    llvm::StringRef number = id;
    if (!number.consume_front("emulated:") || number.empty() ||
        !llvm::all_of(number, llvm::isDigit))
      return std::nullopt;
    if (!features.empty())
      return llvm::Expected<DeviceDescription>(executionError(
          "it has the features of this machine; leave '{0}' out", features));
    return DeviceDescription{.id = id.str(), .target = Target::host()};
  }
  static llvm::Expected<std::unique_ptr<Device>>
  open(DeviceDescription device, const DeviceOptions &options) {
    MLIRGYM_TRY(auto path, worker::findWorker(options.workerPath));
    return std::unique_ptr<Device>(
        new EmulatedDevice(std::move(device), options, std::move(path)));
  }

  llvm::Expected<worker::KernelOutcome>
  run(const worker::ProgramData &data, const worker::MemoryFile &object,
      const worker::KernelRun &kernel, StopCheck *given = nullptr) override {
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

private:
  EmulatedDevice(DeviceDescription device, const DeviceOptions &options,
                 std::string workerPath)
      : ServedDevice(std::move(device), options, std::move(workerPath)) {}
  std::timed_mutex mutex; ///< guards run()
  /// KernelRun::foreign of the last run.
  std::string foreignInside;
};
} // namespace

MLIRGYM_DEVICE_CLASS(EmulatedDevice)
} // namespace mlirgym
