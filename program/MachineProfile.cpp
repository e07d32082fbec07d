#include "program/MachineProfile.h"
#include "program/MachineClass.h"
#include "program/ProgramLoader.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace mlirgym {

using Json = nlohmann::ordered_json;

llvm::ArrayRef<MachineProfile::Field> MachineProfile::fields() {
  static constexpr llvm::StringLiteral multiplyAdds = "multiply-adds per cycle",
                                       bytes = "bytes per cycle";
  static constexpr Field all[] = {
      {"l1_bytes", "L1", "bytes", &MachineProfile::l1Bytes},
      {"l2_bytes", "L2", "bytes", &MachineProfile::l2Bytes},
      {"gigahertz", "clock", "GHz", &MachineProfile::gigahertz},
      {"f32_multiply_adds_per_cycle", "f32", multiplyAdds,
       &MachineProfile::f32},
      {"f64_multiply_adds_per_cycle", "f64", multiplyAdds,
       &MachineProfile::f64},
      {"bf16_multiply_adds_per_cycle", "bf16", multiplyAdds,
       &MachineProfile::bf16},
      {"i8_multiply_adds_per_cycle", "i8", multiplyAdds, &MachineProfile::i8},
      {"l1_bytes_per_cycle", "from L1", bytes, &MachineProfile::l1},
      {"l2_bytes_per_cycle", "from L2", bytes, &MachineProfile::l2},
      {"l3_bytes_per_cycle", "from L3", bytes, &MachineProfile::l3},
  };
  return all;
}

llvm::Expected<MachineProfile> MachineProfile::parse(llvm::StringRef text,
                                                     llvm::StringRef origin) {
  auto wrong = [origin](const llvm::Twine &what) {
    return llvm::make_error<ProgramError>(
        (origin + ": " + what + "; `mlirgym doctor --calibrate` writes one")
            .str());
  };
  const Json file = Json::parse(text.begin(), text.end(), nullptr,
                                /*allow_exceptions=*/false);
  if (!file.is_object())
    return wrong("not the profile of a machine");
  MachineProfile profile;
  bool hasClass = false;
  for (const auto &[key, value] : file.items()) {
    if (key == "machine" && value.is_string()) {
      profile.machine = value.get<std::string>();
      continue;
    }
    if (key == "class" && value.is_string()) {
      auto found = MachineClass::parse(value.get<std::string>());
      if (!found)
        return wrong("class: not a class of machines, such as 256x16");
      profile.vectors = *found;
      hasClass = true;
      continue;
    }
    const auto *field = llvm::find_if(
        fields(), [&](const Field &one) { return one.key == key; });
    if (field == fields().end())
      return wrong(llvm::Twine(key) + ": unknown key, or not a text");
    if (!value.is_number() || !(value.get<double>() > 0))
      return wrong(llvm::Twine(key) + ": not a positive number");
    profile.*field->value = value.get<double>();
  }
  if (!hasClass)
    return wrong("class: missing");
  return profile;
}

std::string MachineProfile::text() const {
  Json file = {{"machine", machine}, {"class", vectors.name()}};
  for (const Field &field : fields())
    if (this->*field.value > 0)
      file[field.key.str()] = this->*field.value;
  return file.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

double MachineProfile::vectorsPerCycle() const {
  return f32 / (vectors.vectorBits / 32.0);
}

double MachineProfile::distanceTo(const MachineProfile &other) const {
  auto doublings = [](double one, double another) {
    return one > 0 && another > 0 ? std::abs(std::log2(one / another)) : 0;
  };
  return vectors.distanceTo(other.vectors) + doublings(l1Bytes, other.l1Bytes) +
         doublings(l2Bytes, other.l2Bytes) +
         doublings(vectorsPerCycle(), other.vectorsPerCycle());
}

} // namespace mlirgym
