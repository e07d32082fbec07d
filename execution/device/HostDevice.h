//===- execution/device/HostDevice.h - This machine -------------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_DEVICE_HOSTDEVICE_H
#define MLIRGYM_EXECUTION_DEVICE_HOSTDEVICE_H

#include "execution/device/Device.h"
#include "execution/device/ServedDevice.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureBench.h"
#include "execution/worker/MeasureWorker.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <vector>

namespace mlirgym {

/// This machine, "host", for code that uses all of its features or only some of
/// them. run() uses the measuring workers: one kernel at a time among all
/// processes, on buffers that caller and worker share. The other methods are
/// for kernels on buffers of the caller's own making.
class HostDevice : public ServedDevice {
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
  uint64_t restarts() const override;

private:
  HostDevice(DeviceDescription device, const DeviceOptions &options,
             const worker::WorkerOptions &process);

  worker::MeasureBench bench;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_HOSTDEVICE_H
