//===- execution/device/AcceleratorDevice.h - Memory and calls --*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_DEVICE_ACCELERATORDEVICE_H
#define MLIRGYM_EXECUTION_DEVICE_ACCELERATORDEVICE_H

#include "execution/device/Device.h"
#include "execution/timing/MeasureProtocol.h"
#include "outcome/DeviceError.h" // IWYU pragma: export
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

// Handles. They are valid only for the device that returned them.
struct DeviceModule {
  uint64_t handle = 0;
};
struct DeviceFunction {
  uint64_t handle = 0;
};
struct DeviceBuffer {
  uint64_t handle = 0;
};

/// An argument of a function: elements in row-major order from the start of a
/// buffer.
struct DeviceArgument {
  DeviceBuffer buffer;
  std::vector<int64_t> shape;
  ElementType type = ElementType::F32;
};

struct DeviceCallOptions {
  /// If unset: one call that is not timed.
  std::optional<MeasureProtocol> protocol = std::nullopt;
  /// Names of deviceCounters(), counted over the calls.
  std::vector<std::string> counters = {};
};

struct DeviceCallResult {
  /// The measured amount of the calls, in the metric of the device.
  Timing timing;
  /// Per repeat, in order: see Samples::timesNs.
  std::vector<double> timesNs;
  /// Per call, in the order of the request; nullopt where this machine has no
  /// such counter.
  std::vector<std::optional<double>> counters;
};

/// "cycles", "instructions", "cache-misses" and "branch-misses" of the
/// processor, in user mode; "task-clock" (nanoseconds of processor time) and
/// "page-faults" of the system.
llvm::ArrayRef<const char *> deviceCounters();
/// Indices of `names` in deviceCounters(). Errors: ExecutionError for any other
/// name.
llvm::Expected<std::vector<uint8_t>>
findDeviceCounters(llvm::ArrayRef<std::string> names);

/// A device that loads object code of its target, has memory that nothing else
/// reads or writes, and calls functions on it: the devices with
/// DeviceDescription::hasMemory. Errors are DeviceError with a status, unless
/// stated otherwise. If run() reopens the device, all handles become invalid.
/// Call these methods from one thread at a time.
class AcceleratorDevice : public Device {
public:
  /// Errors: as Device::open(); DeviceStatus::Unsupported for a device that
  /// runs whole programs only.
  static llvm::Expected<std::unique_ptr<AcceleratorDevice>>
  open(llvm::StringRef id, llvm::StringRef features = "",
       const DeviceOptions &options = {});

  // Code. A module is one relocatable object, or an archive.
  virtual llvm::Expected<DeviceModule> load(llvm::ArrayRef<char> object) = 0;
  /// Its functions become invalid.
  virtual llvm::Error unload(DeviceModule module) = 0;
  /// `entry`: the entry of a program, without a prefix.
  virtual llvm::Expected<DeviceFunction> lookUp(DeviceModule module,
                                                llvm::StringRef entry) = 0;

  // Memory. Only these methods and the called functions read and write it.
  virtual llvm::Expected<DeviceBuffer> allocate(uint64_t bytes) = 0;
  virtual llvm::Error free(DeviceBuffer buffer) = 0;
  virtual llvm::Error copyTo(DeviceBuffer buffer, uint64_t offset,
                             llvm::ArrayRef<char> bytes) = 0;
  virtual llvm::Error copyFrom(DeviceBuffer buffer, uint64_t offset,
                               llvm::MutableArrayRef<char> bytes) = 0;
  virtual llvm::Error fill(DeviceBuffer buffer, uint64_t offset, uint64_t bytes,
                           char value) = 0;

  /// Calls a function, once or as the protocol says, and measures it. Each call
  /// may change the contents of the buffers. Errors: InterruptedError;
  /// ExecutionError for an unknown counter, listing the known ones.
  virtual llvm::Expected<DeviceCallResult>
  call(DeviceFunction function, llvm::ArrayRef<DeviceArgument> arguments,
       const DeviceCallOptions &options = {}, StopCheck *stop = nullptr) = 0;

protected:
  using Device::Device;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_ACCELERATORDEVICE_H
