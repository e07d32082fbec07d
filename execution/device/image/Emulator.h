//===- execution/device/image/Emulator.h - The emulator of a target -------===//
#ifndef MLIRGYM_EXECUTION_DEVICE_IMAGE_EMULATOR_H
#define MLIRGYM_EXECUTION_DEVICE_IMAGE_EMULATOR_H

#include "lowering/target/Target.h"
#include <string>
#include <vector>

namespace mlirgym {

/// qemu-user for the architecture of the target, with vector registers of the
/// target's width: name and arguments, to which a program is appended.
std::vector<std::string> emulatorOf(const Target &target);

} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_IMAGE_EMULATOR_H
