//===- execution/device/EstimatedDevice.h - Estimated cycles ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_DEVICE_ESTIMATEDDEVICE_H
#define MLIRGYM_EXECUTION_DEVICE_ESTIMATEDDEVICE_H

#include "execution/device/Device.h"
#include "execution/device/image/EmbeddedDevice.h"
#include "execution/worker/EstimateWorker.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace mlirgym {

/// In-order processors without hardware: an emulator runs the image and counts
/// the executions of each of its blocks, and LLVM's model of the processor
/// gives the cycles of one execution (CycleEstimator.h). The result is the sum
/// of cycles over all executions.
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
  /// Counters: "instructions", and "unmodelled-instructions", a part of them.
  llvm::Error measure(llvm::StringRef once, llvm::StringRef often,
                      unsigned calls, Flashed &run, StopCheck *stop) override;

private:
  using EmbeddedDevice::EmbeddedDevice;
  std::optional<worker::EstimateWorker> estimator;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_ESTIMATEDDEVICE_H
