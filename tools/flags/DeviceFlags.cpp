#include "tools/flags/DeviceFlags.h"
#include "tools/Options.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/flags/KernelFlags.h"
#include "tools/flags/SubstitutionFlags.h"

namespace mlirgym::tools {

Option addDeviceTo(CLI::App &command, ExecutionFlags &flags) {
  Option device = flags.addDeviceTo(command);
  for (const KernelFlags::Place &place : KernelFlags::everyPlace)
    device.excludes(place.option);
  for (const char *name : SubstitutionFlags::everyName())
    device.excludes(name);
  return device;
}
} // namespace mlirgym::tools
