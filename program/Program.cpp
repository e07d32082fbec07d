#include "program/Program.h"
#include "program/EnumNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <optional>
#include <string>

namespace mlirgym {

unsigned sizeOfElement(ElementType type) {
  switch (type) {
  case ElementType::F64:
  case ElementType::I64:
    return 8;
  case ElementType::F32:
  case ElementType::I32:
    return 4;
  case ElementType::F16:
  case ElementType::BF16:
    return 2;
  case ElementType::I8:
    return 1;
  }
  llvm_unreachable("all element types are listed");
}

bool isFloat(ElementType type) {
  switch (type) {
  case ElementType::F64:
  case ElementType::F32:
  case ElementType::F16:
  case ElementType::BF16:
    return true;
  case ElementType::I64:
  case ElementType::I32:
  case ElementType::I8:
    return false;
  }
  llvm_unreachable("all element types are listed");
}

static constexpr EnumNames<ElementType::I8> elementNames = {
    {"f64", "f32", "f16", "bf16", "i64", "i32", "i8"}};

llvm::StringRef nameOfElement(ElementType type) {
  return elementNames.of(type);
}

std::optional<ElementType> parseElementType(llvm::StringRef name) {
  return elementNames.parse(name);
}

int64_t Argument::numElements() const { return llvm::product_of(shape); }

int64_t Argument::sizeBytes() const {
  return numElements() * sizeOfElement(elementType);
}

std::string ProgramKey::hex() const { return llvm::toHex(bytes, true); }

} // namespace mlirgym
