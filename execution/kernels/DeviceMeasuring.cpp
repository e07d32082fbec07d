#include "execution/kernels/DeviceMeasuring.h"
#include "actions/Schedule.h"
#include "execution/device/EmbeddedDevice.h"
#include "execution/kernels/KernelOutliner.h"
#include "execution/kernels/ProgramBinary.h"
#include "execution/outcome/Measurement.h"
#include "execution/outcome/StopCheck.h"
#include "program/Program.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace mlirgym {

llvm::Expected<DeviceMeasurement>
measureOn(EmbeddedDevice &device, const std::shared_ptr<const Program> &program,
          const Schedule &schedule, const KernelOutlinerOptions &workers) {
  KernelOutlinerOptions options = workers;
  options.target = device.target();
  StopCheck stop(workers.interrupted, {});
  auto run = [&](const Schedule &under) -> llvm::Expected<EmbeddedDevice::Run> {
    auto image = makeBinary(program, under, BinaryForm::Executable, options);
    if (!image)
      return image.takeError();
    return device.flash(*image, &stop);
  };
  DeviceMeasurement result;
  auto baseline = run(Schedule());
  if (!baseline)
    return baseline.takeError();
  auto best = run(schedule);
  if (!best)
    return best.takeError();
  result.baseline = std::move(*baseline);
  result.best = std::move(*best);
  if (result.baseline.status == Status::Ok && result.best.status == Status::Ok)
    result.speedup = result.baseline.instructions / result.best.instructions;
  return result;
}

} // namespace mlirgym
