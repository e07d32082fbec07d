#include "execution/device/HostMachine.h"
#include "execution/device/DeviceDescription.h"
#include "lowering/target/Target.h"
#include "program/MachineClass.h"
#include "llvm/ADT/StringRef.h"
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

std::string DeviceDescription::machine() const {
  if (isNarrowerHost(*this))
    return Target::host().id() + "/" + target.machineClass().name() + "-" +
           target.id();
  if (isHost())
    return identity.empty() ? target.id() : identity;
  return (identity.empty() ? id : identity) + "/" + target.id();
}

} // namespace mlirgym
