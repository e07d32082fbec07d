//===- execution/device/EmbeddedDevice.h - Runs images ----------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_DEVICE_EMBEDDEDDEVICE_H
#define MLIRGYM_EXECUTION_DEVICE_EMBEDDEDDEVICE_H

#include "execution/lowering/Target.h"
#include "execution/outcome/Measurement.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {
class StopCheck; // execution/outcome/StopCheck.h

struct EmbeddedDeviceOptions {
  /// Features of the target beside those of the device: "+zvl256b".
  std::string features = {};
  /// As ExecutionOptions::workerPath and memoryLimitBytes.
  std::string workerPath = {};
  uint64_t memoryLimitBytes = 8ull << 30;
  /// Wall time of one run, in milliseconds.
  double timeoutMs = 60'000;
};

/// A device to which nothing can be passed but a whole program: an image that
/// contains its inputs, calls the code once, compares the outputs, and calls it
/// as many times more as its argument says. Its exit code is 0 if the outputs
/// are right and 1 if they are wrong (kernels/ProgramBinary.h makes such).
///
/// The devices are emulators: qemu-user runs code for another architecture on
/// this machine. They count instructions and time nothing. An image runs in the
/// sandbox of tools (worker/ToolWorker.h). One thread at a time.
class EmbeddedDevice {
public:
  /// `id`: one of ids(). Errors: ExecutionError for another one, for features
  /// that its target does not have, and if the emulator is not installed.
  static llvm::Expected<EmbeddedDevice>
  open(llvm::StringRef id, const EmbeddedDeviceOptions &options = {});
  EmbeddedDevice(EmbeddedDevice &&) noexcept;
  EmbeddedDevice &operator=(EmbeddedDevice &&) noexcept;
  ~EmbeddedDevice();

  /// "qemu:aarch64", "qemu:riscv64".
  static llvm::ArrayRef<const char *> ids();

  llvm::StringRef id() const;
  /// What images are made for. That of qemu:riscv64 has V.
  const Target &target() const;
  /// The emulator with its arguments, for people who run an image by hand.
  std::vector<std::string> command() const;

  struct Run {
    /// Ok, WrongResult, Crashed or TimedOut.
    Status status = Status::Ok;
    /// What the image printed, if it is not Ok.
    std::string message = {};
    /// Instructions of one call, if it is Ok; the same in each run.
    double instructions = 0;
  };
  /// Runs an image twice, with one call and with several. Errors:
  /// ExecutionError if the emulator cannot be started; InterruptedError.
  llvm::Expected<Run> flash(llvm::StringRef image, StopCheck *stop = nullptr);

private:
  EmbeddedDevice();
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_EMBEDDEDDEVICE_H
