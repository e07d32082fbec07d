//===- execution/device/HostMachine.h - Names of this machine ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_DEVICE_HOSTMACHINE_H
#define MLIRGYM_EXECUTION_DEVICE_HOSTMACHINE_H

#include "execution/device/DeviceDescription.h"
#include "program/MachineClass.h"
#include "program/MachineProfile.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace mlirgym {

/// True for this machine with code that does not use some of its features. Its
/// DeviceDescription::machine() consists of that of the whole machine, and the
/// class and the target of the code: "znver4-1a2b3c4d/256x16-znver4-5e6f7a8b".
bool isNarrowerHost(const DeviceDescription &device);
/// The class in such a text, of this or another machine; nullopt for any other
/// text.
std::optional<MachineClass> classOfNarrowerHost(llvm::StringRef machine);
/// True for DeviceDescription::machine() of this machine, whole or narrower.
bool isOfThisMachine(llvm::StringRef machine);

/// The file of this machine's profile, beside the schedules that were found on
/// it: MACHINE.json in FoundReferences::folder().
std::string profileFile();
/// The profile of the machine that a device's code is for: for this machine
/// with all of its features the one in profileFile(), if there is one. For all
/// others, what their target says, without any rate. Errors: ProgramError
/// naming the file, if it is damaged.
llvm::Expected<MachineProfile> profileOf(const DeviceDescription &device);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_DEVICE_HOSTMACHINE_H
