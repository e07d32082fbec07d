//===- execution/kernels/Emulator.h - Runs code of other targets ----------===//
#ifndef MLIRGYM_EXECUTION_KERNELS_EMULATOR_H
#define MLIRGYM_EXECUTION_KERNELS_EMULATOR_H

#include "execution/lowering/Target.h"
#include <string>

namespace mlirgym {

/// The command of qemu-user to which a program for the target is appended, with
/// vector registers of the target's width; "" for the architecture of this
/// machine.
std::string emulatorCommand(const Target &target);

} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_KERNELS_EMULATOR_H
