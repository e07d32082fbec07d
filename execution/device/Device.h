//===- execution/device/Device.h - What runs kernels ------------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_DEVICE_DEVICE_H
#define MLIRGYM_EXECUTION_DEVICE_DEVICE_H

#include "execution/device/DeviceDescription.h" // IWYU pragma: export
#include "execution/lowering/Target.h"
#include "execution/outcome/DeviceError.h" // IWYU pragma: export
#include "execution/outcome/Measurement.h"
#include "execution/outcome/Metric.h"
#include "execution/outcome/StopCheck.h"
#include "execution/timing/MeasureProtocol.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {
namespace worker {
// Not installed: only an Execution calls run().
struct KernelOutcome; // execution/worker/MeasureWorker.h
struct KernelRun;     // execution/worker/MeasureWorker.h
class MemoryFile;     // execution/worker/MemoryFile.h
class ProgramData;    // execution/worker/ProgramData.h
class QuietGate;      // execution/worker/QuietGate.h
} // namespace worker

struct DeviceOptions {
  /// Threads of a kernel. A device without threads refuses more than one.
  unsigned threads = 1;
  /// As ExecutionOptions::workerPath and memoryLimitBytes.
  std::string workerPath = {};
  uint64_t memoryLimitBytes = 8ull << 30;
  /// Wall time in milliseconds of one call of a kernel; of one image.
  double timeoutMs = 60'000;
  /// Processors to run kernels on; empty: any.
  std::vector<uint32_t> cpus = {};
  /// What run() counts, names of CounterEvent; a device leaves out what it
  /// cannot count. Empty: the usual events of this machine's processor.
  std::vector<std::string> counters = {};
  /// Held while a device of this machine takes times; null if there is none.
  worker::QuietGate *gate = nullptr;
  /// As ExecutionOptions::waiting.
  std::function<void(const std::string &)> waiting = nullptr;
};

// Handles. They are those of one device, and no other device takes them.
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

struct EvaluateOptions {
  /// One call without a time if it is not set.
  std::optional<MeasureProtocol> protocol = std::nullopt;
  /// Names of deviceCounters(), counted over the calls.
  std::vector<std::string> counters = {};
};

struct DeviceEvaluation {
  /// Of the calls, in the metric of the device.
  Timing timing;
  /// Per repeat, in order: see Samples::timesNs.
  std::vector<double> timesNs;
  /// Per call, in the order of the request; none where this machine has no such
  /// counter.
  std::vector<std::optional<double>> counters;
};

/// "cycles", "instructions", "cache-misses" and "branch-misses" of the
/// processor, in user mode; "task-clock" (nanoseconds of processor time) and
/// "page-faults" of the system.
llvm::ArrayRef<const char *> deviceCounters();
/// Their indices among these. Errors: ExecutionError for another name.
llvm::Expected<std::vector<uint8_t>>
findDeviceCounters(llvm::ArrayRef<std::string> names);

/// A device that is open: it loads object code of its target, has memory that
/// nothing else reads or writes, and calls functions on it. Its errors are
/// DeviceError with a status, unless something else is said. One line per class
/// is in Devices.def. run() may be called from any thread; the other methods
/// are for one thread at a time.
class Device {
public:
  /// All ids, of devices that are absent, too.
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

  // Code. A module is one relocatable object, or an archive.
  virtual llvm::Expected<DeviceModule> load(llvm::ArrayRef<char> object);
  /// Its functions go with it.
  virtual llvm::Error unload(DeviceModule module);
  /// `entry`: of a program, without a prefix.
  virtual llvm::Expected<DeviceFunction> lookUp(DeviceModule module,
                                                llvm::StringRef entry);

  // Memory. Nothing is readable or written but by these methods, and by the
  // functions that are called.
  virtual llvm::Expected<DeviceBuffer> allocate(uint64_t bytes);
  virtual llvm::Error free(DeviceBuffer buffer);
  virtual llvm::Error copyTo(DeviceBuffer buffer, uint64_t offset,
                             llvm::ArrayRef<char> bytes);
  virtual llvm::Error copyFrom(DeviceBuffer buffer, uint64_t offset,
                               llvm::MutableArrayRef<char> bytes);
  virtual llvm::Error fill(DeviceBuffer buffer, uint64_t offset, uint64_t bytes,
                           char value);

  /// Calls a function: once, or as the protocol says, and takes its time. What
  /// the buffers hold changes with each call. Errors: InterruptedError, and
  /// ExecutionError for a counter that there is not, with those that there are.
  virtual llvm::Expected<DeviceEvaluation>
  evaluate(DeviceFunction function, llvm::ArrayRef<DeviceArgument> arguments,
           const EvaluateOptions &options = {}, StopCheck *stop = nullptr);

  /// Runs the object code of a program on all sets of its inputs, compares the
  /// outputs, and measures it: everything that a sample of a search needs. What
  /// the kernel does wrong is a status of the outcome. A device that a kernel
  /// has lost is opened again for the next run; handles from before are gone.
  /// Errors: as MeasureWorker::run(); ExecutionError if there is no toolchain.
  virtual llvm::Expected<worker::KernelOutcome>
  run(const worker::ProgramData &data, const worker::MemoryFile &object,
      const worker::KernelRun &kernel, StopCheck *stop = nullptr) = 0;
  /// Processes that were started again after a failure.
  virtual uint64_t restarts() const { return 0; }

protected:
  explicit Device(DeviceDescription device) : facts(std::move(device)) {}
  /// DeviceStatus::Unsupported.
  llvm::Error unsupported(llvm::StringRef what) const;

private:
  const DeviceDescription facts;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_DEVICE_H
