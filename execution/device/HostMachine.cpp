#include "execution/device/HostMachine.h"
#include "execution/device/DeviceDescription.h"
#include "lowering/target/Target.h"
#include "program/MachineClass.h"
#include "program/MachineProfile.h"
#include "program/Try.h"
#include "program/files/PathIn.h"
#include "program/files/RegularFile.h"
#include "program/suites/FoundReferences.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <optional>
#include <string>

namespace mlirgym {

bool isNarrowerHost(const DeviceDescription &device) {
  return device.isHost() && device.identity.empty() && !device.target.isHost();
}

std::optional<MachineClass> classOfNarrowerHost(llvm::StringRef machine) {
  return MachineClass::parse(machine.split('/').second.split('-').first);
}

bool isOfThisMachine(llvm::StringRef machine) {
  return machine.split('/').first == Target::host().id();
}

std::string profileFile() {
  return pathIn(FoundReferences::folder(), Target::host().id() + ".json");
}

llvm::Expected<MachineProfile> profileOf(const DeviceDescription &device) {
  const Target &target = device.target;
  const std::string path = profileFile();
  if (!device.isHost() || !target.isHost() || !device.identity.empty() ||
      !llvm::sys::fs::exists(path))
    return MachineProfile{.machine = target.cpu,
                          .vectors = target.machineClass(),
                          .l1Bytes = double(target.l1Bytes),
                          .l2Bytes = double(target.l2Bytes)};
  MLIRGYM_TRY(auto text, readText(path));
  return MachineProfile::parse(text, path);
}

std::string DeviceDescription::machine() const {
  if (isNarrowerHost(*this))
    return Target::host().id() + "/" + target.machineClass().name() + "-" +
           target.id();
  if (isHost())
    return identity.empty() ? target.id() : identity;
  return (identity.empty() ? id : identity) + "/" + target.id();
}

} // namespace mlirgym
