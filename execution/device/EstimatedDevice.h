//===- execution/device/EstimatedDevice.h - Estimated cycles ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_DEVICE_ESTIMATEDDEVICE_H
#define MLIRGYM_EXECUTION_DEVICE_ESTIMATEDDEVICE_H

#include "execution/device/Device.h"
#include "execution/device/image/EmbeddedDevice.h"
#include "execution/outcome/StopCheck.h"
#include "execution/worker/EstimateWorker.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace mlirgym {

/// In-order processors that nobody has to have: an emulator runs the image and
/// counts how often each of its blocks is executed, and LLVM's model of the
/// processor says how many cycles one execution takes (CycleEstimator.h). A
/// number of cycles is their sum.
class EstimatedDevice : public EmbeddedDevice {
public:
  /// "mca:cortex-a55" and others; describe() knows all in-order processors of
  /// AArch64 and RISC-V with a scheduling model.
  static std::vector<DeviceDescription> known();
  static std::optional<llvm::Expected<DeviceDescription>>
  describe(llvm::StringRef id, llvm::StringRef features);
  /// Errors: as EmbeddedDevice::open().
  static llvm::Expected<std::unique_ptr<Device>>
  open(DeviceDescription device, const DeviceOptions &options);

  uint64_t restarts() const override {
    return estimator ? estimator->restarts() : 0;
  }

protected:
  llvm::StringRef recorded() const override { return "blocks"; }
  /// Counters: "instructions", and of these "unmodelled-instructions".
  llvm::Error measure(llvm::StringRef once, llvm::StringRef often,
                      unsigned calls, Flashed &run, StopCheck *stop) override;

private:
  using EmbeddedDevice::EmbeddedDevice;
  std::optional<worker::EstimateWorker> estimator;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_ESTIMATEDDEVICE_H
