//===- execution/device/image/ImageDevice.h - Devices that run images -----===//
#ifndef MLIRGYM_EXECUTION_DEVICE_IMAGE_IMAGEDEVICE_H
#define MLIRGYM_EXECUTION_DEVICE_IMAGE_IMAGEDEVICE_H

#include "execution/device/Device.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/ProgramData.h"
#include "execution/worker/MeasureWorker.h"
#include "execution/worker/ToolWorker.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace mlirgym {

/// A device that accepts only whole programs: an image (Image.h) contains its
/// inputs, calls the code once, and then as often as its argument says. Its
/// exit code is 0 on success and 1 if the code is wrong. Images, and the tools
/// that make them, run in the sandbox of tools (worker/ToolWorker.h).
class ImageDevice : public Device {
public:
  struct Flashed {
    /// Ok, CompileFailed, WrongResult, Crashed, TimedOut or OutOfMemory.
    Status status = Status::Ok;
    /// Output of the image, if it is not Ok.
    std::string message = {};
    /// Amount of one call, in the metric of the device, if the status is Ok. 0
    /// unless requested.
    double amount = 0;
    /// Number of calls that were measured; 0 if none was requested.
    unsigned calls = 0;
    /// Counters of one call.
    std::vector<CounterValue> counters = {};
    /// The file "outputs" that the last run has written; "" if there is none.
    std::string outputs = {};
  };
  enum class Count : uint8_t { Nothing, Calls };

  llvm::Expected<worker::KernelOutcome> run(const worker::ProgramData &data,
                                            const worker::MemoryFile &object,
                                            const worker::KernelRun &kernel,
                                            StopCheck *stop = nullptr) final;

protected:
  using Device::Device;

  /// Makes the image of a kernel and runs it. Not thread safe. Errors: as
  /// run().
  virtual llvm::Expected<Flashed> runKernel(const worker::ProgramData &data,
                                            llvm::ArrayRef<char> object,
                                            const worker::KernelRun &kernel,
                                            PhaseTimes &phases,
                                            StopCheck &stop) = 0;

  /// True if an image ended with code 0. Otherwise `run` gets the status, which
  /// is WrongResult for code 1 if the image `hasRun`, and the message.
  static bool tookPlace(const worker::ToolWorker::Result &ran, bool hasRun,
                        Flashed &run);

private:
  std::timed_mutex mutex; ///< guards runKernel()
};

/// Contents of a file that an image or a tool may have written; "" unless it is
/// a regular file.
std::string contentsOfMade(const std::string &path);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_IMAGE_IMAGEDEVICE_H
