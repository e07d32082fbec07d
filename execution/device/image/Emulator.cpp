#include "execution/device/image/Emulator.h"
#include "lowering/target/Target.h"
#include "llvm/TargetParser/Triple.h"
#include <string>
#include <vector>

namespace mlirgym {

std::vector<std::string> emulatorOf(const Target &target) {
  const llvm::Triple triple(target.triple);
  std::vector<std::string> words = {("qemu-" + triple.getArchName()).str()};
  // Its generic RISC-V processor has no vectors unless they are asked for.
  constexpr unsigned shortest = 128;
  const unsigned length = target.vectorBits / target.registerGroup;
  if (triple.isRISCV64() && length >= shortest) {
    words.emplace_back("-cpu");
    words.push_back("rv64,v=true,vext_spec=v1.0,vlen=" +
                    std::to_string(length));
  }
  if (triple.isAArch64() && length > shortest) {
    words.emplace_back("-cpu");
    words.push_back("max,sve-default-vector-length=" +
                    std::to_string(length / 8));
  }
  return words;
}

} // namespace mlirgym
