#include "lowering/target/VectorUnit.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <string>
#include <utility>

namespace mlirgym::lowering {

static constexpr std::pair<const char *, bool DotInstructions::*> allDots[] = {
    {"i8", &DotInstructions::i8},     {"i16", &DotInstructions::i16},
    {"bf16", &DotInstructions::bf16}, {"alike", &DotInstructions::alike},
    {"arm", &DotInstructions::arm},   {"tiles", &DotInstructions::tiles}};

DotInstructions DotInstructions::named(llvm::ArrayRef<std::string> names) {
  DotInstructions dots;
  for (const auto &[name, member] : allDots)
    dots.*member = llvm::is_contained(names, name);
  return dots;
}

std::string DotInstructions::names() const {
  std::string text;
  for (const auto &[name, member] : allDots)
    if (this->*member)
      text += (text.empty() ? "" : ",") + std::string(name);
  return text;
}

} // namespace mlirgym::lowering
