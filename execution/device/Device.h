//===- execution/device/Device.h - Runs kernels -----------------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_DEVICE_DEVICE_H
#define MLIRGYM_EXECUTION_DEVICE_DEVICE_H

#include "execution/device/DeviceDescription.h" // IWYU pragma: export
#include "lowering/target/Target.h"
#include "outcome/Metric.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {
namespace worker {
// Not installed: only an Execution calls run().
struct KernelOutcome; // execution/worker/MeasureWorker.h
struct KernelRun;     // execution/worker/MeasureWorker.h
class MemoryFile;     // execution/wire/MemoryFile.h
class ProgramData;    // execution/wire/ProgramData.h
class QuietGate;      // execution/worker/QuietGate.h
} // namespace worker

struct DeviceOptions {
  /// Threads of a kernel. A device without threads refuses more than one.
  unsigned threads = 1;
  /// As ExecutionOptions::workerPath and memoryLimitBytes.
  std::string workerPath = {};
  uint64_t memoryLimitBytes = 8ull << 30;
  /// Wall time in milliseconds of one call of a kernel, or of one image.
  double timeoutMs = 60'000;
  /// Processors to run kernels on; empty: any.
  std::vector<uint32_t> cpus = {};
  /// Counters of run(), names of CounterEvent; a device leaves out those that
  /// it cannot count. Empty: the usual events of this machine's processor.
  std::vector<std::string> counters = {};
  /// Held while a device of this machine measures; null for no gate.
  worker::QuietGate *gate = nullptr;
  /// As ExecutionOptions::waiting.
  std::function<void(const std::string &)> waiting = nullptr;
};

/// An open device: it runs whole programs. Some devices can also load and call
/// code (AcceleratorDevice.h). Devices.def has one line per class.
class Device {
public:
  /// All devices, including absent ones.
  static std::vector<DeviceDescription> known();
  /// `features` are added to those of the device ("+zvl256b"), or removed from
  /// those of the host ("-avx512f"). Errors: ExecutionError for an
  /// unknown id or feature.
  static llvm::Expected<DeviceDescription>
  describe(llvm::StringRef id, llvm::StringRef features = "");
  /// Errors: as describe(); ExecutionError with the reason why it is absent.
  static llvm::Expected<std::unique_ptr<Device>>
  open(llvm::StringRef id, llvm::StringRef features = "",
       const DeviceOptions &options = {});
  static llvm::Expected<std::unique_ptr<Device>>
  open(const DeviceDescription &device, const DeviceOptions &options = {});
  virtual ~Device() = default;

  const DeviceDescription &description() const { return facts; }
  llvm::StringRef id() const { return facts.id; }
  const Target &target() const { return facts.target; }
  Metric metric() const { return facts.metric; }

  /// Runs the object code of a program on all sets of its inputs, compares the
  /// outputs, and measures it: everything that a sample of a search needs.
  /// Failures of the kernel are a status of the outcome. A device that was lost
  /// through a kernel is reopened for the next run. May be called from any
  /// thread. Errors: as MeasureWorker::run(); ExecutionError if there is no
  /// toolchain.
  virtual llvm::Expected<worker::KernelOutcome>
  run(const worker::ProgramData &data, const worker::MemoryFile &object,
      const worker::KernelRun &kernel, StopCheck *stop = nullptr) = 0;
  /// Number of processes that were restarted after a failure.
  virtual uint64_t restarts() const { return 0; }

protected:
  explicit Device(DeviceDescription device) : facts(std::move(device)) {}

private:
  const DeviceDescription facts;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_DEVICE_H
