//===- execution/device/ServedDevice.h - A device in a process --*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_DEVICE_SERVEDDEVICE_H
#define MLIRGYM_EXECUTION_DEVICE_SERVEDDEVICE_H

#include "execution/device/AcceleratorDevice.h"
#include "execution/process/RestartingWorker.h"
#include "execution/process/WorkerProcess.h"
#include "execution/wire/DeviceMessages.h"
#include "execution/worker/QuietGate.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// A device whose code and memory are in a worker process of its own
/// (server/DeviceServer.h), in the sandbox of kernels. The process is started
/// by the first call. A function that crashes ends it: the device is then lost,
/// and every call is an error until reopen().
class ServedDevice : public AcceleratorDevice {
public:
  llvm::Expected<DeviceModule> load(llvm::ArrayRef<char> object) override;
  llvm::Error unload(DeviceModule module) override;
  llvm::Expected<DeviceFunction> lookUp(DeviceModule module,
                                        llvm::StringRef entry) override;
  llvm::Expected<DeviceBuffer> allocate(uint64_t bytes) override;
  llvm::Error free(DeviceBuffer buffer) override;
  llvm::Error copyTo(DeviceBuffer buffer, uint64_t offset,
                     llvm::ArrayRef<char> bytes) override;
  llvm::Error copyFrom(DeviceBuffer buffer, uint64_t offset,
                       llvm::MutableArrayRef<char> bytes) override;
  llvm::Error fill(DeviceBuffer buffer, uint64_t offset, uint64_t bytes,
                   char value) override;
  llvm::Expected<DeviceCallResult>
  call(DeviceFunction function, llvm::ArrayRef<DeviceArgument> arguments,
       const DeviceCallOptions &options = {},
       StopCheck *stop = nullptr) override;
  uint64_t restarts() const override { return worker.restarts(); }

  /// Restarts a lost device, which is then empty.
  void reopen() {
    lost.clear();
    end.reset();
  }

protected:
  ServedDevice(DeviceDescription device, const DeviceOptions &options,
               std::string workerPath);
  /// Options of the worker process of a device.
  static worker::WorkerOptions processOf(const DeviceOptions &options,
                                         std::string path);
  /// Ends its process, which loses all modules and buffers; the next call
  /// starts another.
  void restart() {
    worker.retire();
    isOpen = false;
  }
  /// restart() if the process has no processor time left for a request.
  void restartIfUsedUp() {
    if (worker.isRunning() && !worker.hasTimeForARequest())
      restart();
  }
  /// The end of the process, if the device is lost.
  std::optional<worker::WorkerDeath> &lastEnd() { return end; }
  /// The DeviceOptions::counters that deviceCounters() contains.
  const std::vector<std::string> &counters() const { return counted; }
  /// Errors: DeviceError; ExecutionError if no process can be started;
  /// InterruptedError.
  llvm::Expected<worker::DeviceReplyMessage>
  ask(const worker::DeviceRequestMessage &request, StopCheck *stop = nullptr);

private:
  worker::RestartingWorker worker;
  worker::QuietGate *gate;
  std::vector<std::string> counted;
  /// The reason why the device is lost; "" if it is not.
  std::string lost;
  std::optional<worker::WorkerDeath> end;
  bool isOpen = false;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_SERVEDDEVICE_H
