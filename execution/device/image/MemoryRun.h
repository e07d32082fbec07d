//===- execution/device/image/MemoryRun.h - A run by explicit copies ------===//
#ifndef MLIRGYM_EXECUTION_DEVICE_IMAGE_MEMORYRUN_H
#define MLIRGYM_EXECUTION_DEVICE_IMAGE_MEMORYRUN_H

#include "execution/device/AcceleratorDevice.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureWorker.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlirgym {

/// Device::run() for a device with explicit memory: copies the inputs to it,
/// calls the kernel, copies the outputs back and compares them here.
class MemoryRun {
public:
  /// All must outlive this.
  MemoryRun(AcceleratorDevice &onDevice, const worker::ProgramData &programData,
            const worker::KernelRun &kernelRun,
            std::vector<std::string> namesOfCounters = {})
      : device(onDevice), data(programData), kernel(kernelRun),
        counters(std::move(namesOfCounters)) {}

  /// Frees the buffers and unloads the module that it has made on the device.
  /// Errors: as Device::run(); failures of the kernel or the device are a
  /// status.
  llvm::Expected<worker::KernelOutcome> run(llvm::ArrayRef<char> object,
                                            StopCheck &stop);

private:
  /// Loads the module and allocates the buffers. Errors: as AcceleratorDevice.
  llvm::Error prepare(llvm::ArrayRef<char> object);
  llvm::Error release();
  enum class Arguments : uint8_t {
    All,
    /// Arguments that are not resident, and resident ones that a call both
    /// reads and writes.
    ToCallAgain,
  };
  bool isCopied(size_t argument, Arguments which) const;
  /// One call on a set of inputs; its outputs are appended.
  llvm::Error callOnce(uint32_t set, StopCheck &stop, Arguments which);
  llvm::Error copyInputs(uint32_t set, Arguments which);
  /// The copies of one call: see Timing::transferNs.
  llvm::Error copyAroundCall();
  llvm::Expected<double> transferNs(StopCheck &stop);
  /// True if no argument that is only read has changed.
  llvm::Expected<bool> inputsAreIntact(uint32_t set);
  llvm::Error measureAndCompare(worker::KernelOutcome &outcome,
                                StopCheck &stop);

  AcceleratorDevice &device;
  const worker::ProgramData &data;
  const worker::KernelRun &kernel;
  /// Of deviceCounters(), counted while times are taken.
  std::vector<std::string> counters;
  DeviceModule module;
  DeviceFunction function;
  std::vector<DeviceArgument> arguments;
  std::vector<size_t> sizes; ///< in bytes, per argument
  std::vector<char> scratch; ///< of copies that are only timed
  std::vector<char> outputs; ///< of all calls: see OutputCheck::take()
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_IMAGE_MEMORYRUN_H
