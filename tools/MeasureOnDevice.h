//===- tools/MeasureOnDevice.h - measure --device ---------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_MEASUREONDEVICE_H
#define MLIRGYM_TOOLS_MEASUREONDEVICE_H

#include "execution/ExecutionRequest.h"
#include "execution/device/EmbeddedDevice.h"
#include "tools/OutputFlags.h"

namespace mlirgym::tools {

/// Verifies a scheduled program on a device, and reports its instructions.
/// Returns the exit code.
int measureOnDevice(EmbeddedDevice &device, const ExecutionRequest &request,
                    const OutputFlags &output);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_MEASUREONDEVICE_H
