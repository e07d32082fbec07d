//===- execution/device/cuda/CudaDevice.h - NVIDIA's GPUs -------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_DEVICE_CUDA_CUDADEVICE_H
#define MLIRGYM_EXECUTION_DEVICE_CUDA_CUDADEVICE_H

#include "execution/device/AcceleratorDevice.h"
#include "execution/device/Device.h"
#include "execution/device/DeviceDescription.h"
#include "execution/device/cuda/CudaCalls.h"
#include "execution/device/cuda/CudaDriver.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureWorker.h"
#include "lowering/gpu/LaunchPlan.h"
#include "outcome/DeviceError.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// A GPU: "cuda:0" and so on, one for each that the driver reports; needs only
/// the driver (CudaDriver.h). "cuda:sm_90" describes any GPU of this processor,
/// for replays and bundles, and cannot be opened. A module is PTX with its
/// LaunchPlan. Each buffer is surrounded by 256 bytes that no kernel may
/// change. Times are measured by events on a stream. A kernel that fails or
/// hangs destroys the driver's context, and so all modules and buffers: the
/// device is lost.
class CudaDevice : public AcceleratorDevice {
public:
  static std::vector<DeviceDescription> known();
  static std::optional<llvm::Expected<DeviceDescription>>
  describe(llvm::StringRef id, llvm::StringRef features);
  /// DeviceDescription::identity of a GPU: "cuda:sm_90/NVIDIA-H100-PCIe".
  static std::string identityOf(llvm::StringRef processor,
                                llvm::StringRef name);
  static llvm::Expected<std::unique_ptr<Device>>
  open(DeviceDescription device, const DeviceOptions &options);
  ~CudaDevice() override;

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
  llvm::Expected<worker::KernelOutcome> run(const worker::ProgramData &data,
                                            const worker::MemoryFile &object,
                                            const worker::KernelRun &kernel,
                                            StopCheck *stop = nullptr) override;
  uint64_t restarts() const override { return timesReopened; }

private:
  struct Module {
    void *handle = nullptr;
    LaunchPlan plan;
    std::vector<CudaKernel> kernels; ///< per launch
    std::vector<CudaPointer> scratch;
  };
  class Call;

  CudaDevice(DeviceDescription device, const DeviceOptions &options,
             std::unique_ptr<CudaDriver> openDriver, int ordinal);
  /// Creates the context, the stream and the events.
  llvm::Error start();
  /// Releases all resources of the driver.
  void stop();
  /// Restarts the device if it is lost.
  llvm::Error reopen();
  /// Makes the context current. Error if the device is lost.
  llvm::Error enter();
  /// Converts a result of the driver to an error with a status.
  llvm::Error check(CudaResult result, llvm::StringRef what);
  llvm::Error lose(DeviceStatus status, std::string why);
  llvm::Error wrongHandle(uint64_t handle, llvm::StringRef what) const;
  llvm::Error failure(DeviceStatus status, llvm::StringRef why) const;
  /// The device address of a range.
  llvm::Expected<CudaPointer> range(DeviceBuffer buffer, uint64_t offset,
                                    uint64_t bytes);
  llvm::Error checkGuards();
  llvm::Error release(const Module &module);

  std::unique_ptr<CudaDriver> driver;
  const int ordinal;
  const uint64_t mostBytes;
  const double timeoutMs;
  void *context = nullptr, *stream = nullptr, *begin = nullptr, *end = nullptr;
  /// The reason why the device is lost; "" if it is not.
  std::string lost;
  uint64_t usedBytes = 0, timesReopened = 0;
  uint64_t next = 1; ///< the next handle; smaller ones have been given out
  std::map<uint64_t, Module> modules;
  std::map<uint64_t, uint64_t> functions; ///< their modules
  std::map<uint64_t, CudaBuffer> buffers;
  std::timed_mutex mutex; ///< guards run()
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_CUDA_CUDADEVICE_H
