#include "execution/kernels/Emulator.h"
#include "execution/lowering/Target.h"
#include "llvm/TargetParser/Triple.h"
#include <string>

namespace mlirgym {

std::string emulatorCommand(const Target &target) {
  const llvm::Triple triple(target.triple), host(Target::host().triple);
  if (triple.getArch() == host.getArch())
    return "";
  std::string command = ("qemu-" + triple.getArchName()).str();
  // Its generic RISC-V processor has no vectors unless they are asked for.
  constexpr unsigned shortest = 128;
  if (triple.isRISCV64() && target.vectorBits >= shortest)
    command += " -cpu rv64,v=true,vext_spec=v1.0,vlen=" +
               std::to_string(target.vectorBits);
  return command;
}

} // namespace mlirgym
