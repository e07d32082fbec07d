//===- execution/kernels/DeviceMeasuring.h - Programs on devices ----------===//
#ifndef MLIRGYM_EXECUTION_KERNELS_DEVICEMEASURING_H
#define MLIRGYM_EXECUTION_KERNELS_DEVICEMEASURING_H

#include "actions/Schedule.h"
#include "execution/device/EmbeddedDevice.h"
#include "execution/kernels/KernelOutliner.h"
#include "program/Program.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace mlirgym {

/// A scheduled program on a device, and the untransformed program there.
struct DeviceMeasurement {
  EmbeddedDevice::Run baseline, best;
  /// Instructions of the baseline / instructions under the schedule; 0 if one
  /// of the two is not Ok.
  double speedup = 0;
};

/// Makes an image of each (ProgramBinary.h) for the target of the device,
/// whatever that of `workers` is, and runs it. Stores nothing: exec data hold
/// times. Errors: as makeBinary() and EmbeddedDevice::flash().
llvm::Expected<DeviceMeasurement>
measureOn(EmbeddedDevice &device, const std::shared_ptr<const Program> &program,
          const Schedule &schedule, const KernelOutlinerOptions &workers = {});
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_KERNELS_DEVICEMEASURING_H
