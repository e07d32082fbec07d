#include "lowering/LoweringStage.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include <optional>

namespace mlirgym {

std::optional<LoweringStage> parseLoweringStage(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<LoweringStage>>(name)
      .Case("scheduled", LoweringStage::Scheduled)
      .Case("vectorized", LoweringStage::Vectorized)
      .Case("bufferized", LoweringStage::Bufferized)
      .Case("llvm", LoweringStage::Llvm)
      .Cases({"asm", "assembly"}, LoweringStage::Assembly)
      .Default(std::nullopt);
}
} // namespace mlirgym
