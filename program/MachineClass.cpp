#include "program/MachineClass.h"
#include "llvm/ADT/StringRef.h"
#include <cmath>
#include <optional>
#include <string>

namespace mlirgym {

std::string MachineClass::name() const {
  return std::to_string(vectorBits) + "x" + std::to_string(vectorRegisters);
}

std::optional<MachineClass> MachineClass::parse(llvm::StringRef name) {
  auto [bits, registers] = name.split('x');
  MachineClass found;
  if (bits.getAsInteger(10, found.vectorBits) ||
      registers.getAsInteger(10, found.vectorRegisters) ||
      found.vectorBits == 0 || found.vectorRegisters == 0 ||
      found.name() != name)
    return std::nullopt;
  return found;
}

static double doublings(unsigned one, unsigned other) {
  return std::abs(std::log2(double(one) / other));
}

double MachineClass::distanceTo(const MachineClass &other) const {
  return doublings(vectorBits, other.vectorBits) +
         doublings(vectorRegisters, other.vectorRegisters);
}

} // namespace mlirgym
