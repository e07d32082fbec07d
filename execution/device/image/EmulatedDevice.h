//===- execution/device/image/EmulatedDevice.h - Separate memory ----------===//
#ifndef MLIRGYM_EXECUTION_DEVICE_IMAGE_EMULATEDDEVICE_H
#define MLIRGYM_EXECUTION_DEVICE_IMAGE_EMULATEDDEVICE_H

#include "execution/device/Device.h"
#include "execution/device/ServedDevice.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureWorker.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// An accelerator without hardware, "emulated:0" or any other number: code of
/// this machine in a process with memory of its own, which is accessible only
/// by copies. run() uses only the methods of the interface, as for a real
/// accelerator. Times are those of calls, without copies.
class EmulatedDevice : public ServedDevice {
public:
  static std::vector<DeviceDescription> known();
  static std::optional<llvm::Expected<DeviceDescription>>
  describe(llvm::StringRef id, llvm::StringRef features);
  static llvm::Expected<std::unique_ptr<Device>>
  open(DeviceDescription device, const DeviceOptions &options);

  llvm::Expected<worker::KernelOutcome> run(const worker::ProgramData &data,
                                            const worker::MemoryFile &object,
                                            const worker::KernelRun &kernel,
                                            StopCheck *stop = nullptr) override;

private:
  EmulatedDevice(DeviceDescription device, const DeviceOptions &options,
                 std::string workerPath);
  std::timed_mutex mutex; ///< guards run()
  /// KernelRun::foreign of the last run.
  std::string foreignInside;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_IMAGE_EMULATEDDEVICE_H
