//===- execution/device/EmbeddedDevice.h - Runs images ----------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_DEVICE_EMBEDDEDDEVICE_H
#define MLIRGYM_EXECUTION_DEVICE_EMBEDDEDDEVICE_H

#include "execution/device/Device.h"
#include "execution/outcome/Measurement.h"
#include "execution/outcome/StopCheck.h"
#include "execution/worker/MeasureWorker.h"
#include "execution/worker/MemoryFile.h"
#include "execution/worker/ProgramData.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// A device to which nothing can be passed but a whole program: an image that
/// contains its inputs, calls the code, and calls it as many times more as its
/// argument says. Its exit code is 0 if all is well and 1 if the code is wrong.
/// run() makes such images of kernels (Image.h); kernels/ProgramBinary.h makes
/// others, which compare their outputs themselves.
///
/// The devices are emulators: qemu-user runs code for another architecture on
/// this machine. They count instructions and time nothing. An image runs in the
/// sandbox of tools (worker/ToolWorker.h).
class EmbeddedDevice : public Device {
public:
  /// "qemu:aarch64" and "qemu:riscv64", which has V.
  static std::vector<DeviceDescription> known();
  static std::optional<llvm::Expected<DeviceDescription>>
  describe(llvm::StringRef id, llvm::StringRef features);
  /// Errors: if the emulator or the compiler for its target is not installed.
  static llvm::Expected<std::unique_ptr<Device>>
  open(DeviceDescription device, const DeviceOptions &options);
  ~EmbeddedDevice() override;

  /// The emulator with its arguments, for people who run an image by hand.
  std::vector<std::string> command() const;

  struct Flashed {
    /// Ok, WrongResult, Crashed or TimedOut.
    Status status = Status::Ok;
    /// What the image printed, if it is not Ok.
    std::string message = {};
    /// Instructions of one call, if it is Ok; the same in each run. 0 unless
    /// asked for.
    double instructions = 0;
    /// The file "outputs" that the last run has written; "" if there is none.
    std::string outputs = {};
  };
  enum class Count : uint8_t { Nothing, Instructions };
  /// Runs an image: with one call, and to count instructions with several, too.
  /// Errors: ExecutionError if the emulator cannot be started;
  /// InterruptedError.
  llvm::Expected<Flashed> flash(llvm::StringRef image,
                                Count count = Count::Instructions,
                                StopCheck *stop = nullptr);

  llvm::Expected<worker::KernelOutcome> run(const worker::ProgramData &data,
                                            const worker::MemoryFile &object,
                                            const worker::KernelRun &kernel,
                                            StopCheck *stop = nullptr) override;

private:
  explicit EmbeddedDevice(DeviceDescription device);
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_EMBEDDEDDEVICE_H
