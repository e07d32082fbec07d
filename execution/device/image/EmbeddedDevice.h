//===- execution/device/image/EmbeddedDevice.h - Runs images ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_DEVICE_IMAGE_EMBEDDEDDEVICE_H
#define MLIRGYM_EXECUTION_DEVICE_IMAGE_EMBEDDEDDEVICE_H

#include "execution/device/Device.h"
#include "execution/device/image/ImageDevice.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureWorker.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// Emulators: qemu-user runs images for another architecture on this machine.
/// They count instructions and measure no time. kernels/ProgramBinary.h also
/// makes images for it, which compare their outputs themselves.
class EmbeddedDevice : public ImageDevice {
public:
  /// "qemu:aarch64" and "qemu:riscv64", the latter with the vector extension V.
  static std::vector<DeviceDescription> known();
  static std::optional<llvm::Expected<DeviceDescription>>
  describe(llvm::StringRef id, llvm::StringRef features);
  /// Errors: ExecutionError if the emulator or the compiler for its target is
  /// not installed.
  static llvm::Expected<std::unique_ptr<Device>>
  open(DeviceDescription device, const DeviceOptions &options);
  ~EmbeddedDevice() override;

  /// The emulator with its arguments, to run an image by hand.
  std::vector<std::string> command() const;

  /// Runs an image with one call and, to measure it, also with several calls.
  /// Errors: ExecutionError if the emulator cannot be started;
  /// InterruptedError.
  llvm::Expected<Flashed> flash(llvm::StringRef image,
                                Count count = Count::Calls,
                                StopCheck *stop = nullptr);

protected:
  explicit EmbeddedDevice(DeviceDescription device);

  /// Finds the programs that open() needs. Returns the options for starting its
  /// processes. Errors: as open().
  llvm::Expected<worker::WorkerOptions> prepare(const DeviceOptions &options);

  /// Name of the plugin's argument that selects its output
  /// (CountInstructions.cpp).
  virtual llvm::StringRef recorded() const { return "out"; }
  /// Sets amount and counters of a run, or a failure status, from the plugin's
  /// output with `calls` further calls and without them. Errors: ExecutionError
  /// if the output cannot be read.
  virtual llvm::Error measure(llvm::StringRef once, llvm::StringRef often,
                              unsigned calls, Flashed &run, StopCheck *stop);

  llvm::Expected<Flashed> runKernel(const worker::ProgramData &data,
                                    llvm::ArrayRef<char> object,
                                    const worker::KernelRun &kernel,
                                    PhaseTimes &phases,
                                    StopCheck &stop) override;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_IMAGE_EMBEDDEDDEVICE_H
