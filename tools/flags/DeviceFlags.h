//===- tools/flags/DeviceFlags.h - The device of a command ------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_FLAGS_DEVICEFLAGS_H
#define MLIRGYM_TOOLS_FLAGS_DEVICEFLAGS_H

#include "tools/Options.h"
#include "tools/flags/ExecutionFlags.h"

namespace mlirgym::tools {

/// `--device`, for a command that already has options for kernels and
/// substitutions, which need the host as device.
Option addDeviceTo(CLI::App &command, ExecutionFlags &flags);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_FLAGS_DEVICEFLAGS_H
