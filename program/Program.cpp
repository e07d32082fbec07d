#include "program/Program.h"
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

llvm::StringRef nameOfElement(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return "f64";
  case ElementType::F32:
    return "f32";
  case ElementType::F16:
    return "f16";
  case ElementType::BF16:
    return "bf16";
  case ElementType::I64:
    return "i64";
  case ElementType::I32:
    return "i32";
  case ElementType::I8:
    return "i8";
  }
  llvm_unreachable("all element types are listed");
}

std::optional<ElementType> parseElementType(llvm::StringRef name) {
  for (ElementType type :
       {ElementType::F64, ElementType::F32, ElementType::F16, ElementType::BF16,
        ElementType::I64, ElementType::I32, ElementType::I8})
    if (name == nameOfElement(type))
      return type;
  return std::nullopt;
}

int64_t Argument::numElements() const { return llvm::product_of(shape); }

int64_t Argument::sizeBytes() const {
  return numElements() * sizeOfElement(elementType);
}

std::string ProgramKey::hex() const { return llvm::toHex(bytes, true); }

} // namespace mlirgym
