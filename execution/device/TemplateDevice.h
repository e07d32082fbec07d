//===- execution/device/TemplateDevice.h - Foreign toolchains ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_DEVICE_TEMPLATEDEVICE_H
#define MLIRGYM_EXECUTION_DEVICE_TEMPLATEDEVICE_H

#include "execution/device/Device.h"
#include "execution/device/image/ImageDevice.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureWorker.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <vector>

namespace mlirgym {

/// A device that is used through the commands of a foreign toolchain. Its id is
/// `template:FILE.json`, or `template:NAME` for a configuration in
/// data/devices/; its identity in keys is a hash of the configuration and of
/// the programs that it starts.
class TemplateDevice : public ImageDevice {
public:
  /// None: the configurations are files of users.
  static std::vector<DeviceDescription> known() { return {}; }
  static std::optional<llvm::Expected<DeviceDescription>>
  describe(llvm::StringRef id, llvm::StringRef features);
  /// Errors: a program that is not installed; a configuration that has changed
  /// since it was described.
  static llvm::Expected<std::unique_ptr<Device>>
  open(DeviceDescription device, const DeviceOptions &options);

  ~TemplateDevice() override;

protected:
  llvm::Expected<Flashed> runKernel(const worker::ProgramData &data,
                                    llvm::ArrayRef<char> code,
                                    const worker::KernelRun &kernel,
                                    PhaseTimes &phases,
                                    StopCheck &stop) override;

private:
  explicit TemplateDevice(DeviceDescription device);
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_TEMPLATEDEVICE_H
