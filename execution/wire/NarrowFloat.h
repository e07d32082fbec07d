//===- execution/wire/NarrowFloat.h - Elements as numbers -------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WIRE_NARROWFLOAT_H
#define MLIRGYM_EXECUTION_WIRE_NARROWFLOAT_H

#include "program/Program.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace mlirgym::worker {

/// The values of the 65536 bit patterns of F16 or BF16. Computed once per
/// process.
const float *narrowFloatTable(ElementType type);
/// Bit pattern of `value`, rounded to nearest.
uint16_t toNarrowFloat(ElementType type, float value);

/// Calls `visit` with a zero of the type that an element has in memory: of F16
/// and BF16 the bits.
template <typename Visit> auto withStorage(ElementType type, Visit visit) {
  switch (type) {
  case ElementType::F64:
    return visit(double(0));
  case ElementType::F32:
    return visit(float(0));
  case ElementType::F16:
  case ElementType::BF16:
    return visit(uint16_t(0));
  case ElementType::I64:
    return visit(int64_t(0));
  case ElementType::I32:
    return visit(int32_t(0));
  case ElementType::I8:
    return visit(int8_t(0));
  }
  llvm_unreachable("every element type is stored");
}

/// Writes a number in the format of the type, rounded to nearest.
template <typename Number>
void writeElement(ElementType type, Number value, char *target) {
  withStorage(type, [&](auto element) {
    if constexpr (std::is_same_v<decltype(element), uint16_t>)
      element = toNarrowFloat(type, static_cast<float>(value));
    else
      element = static_cast<decltype(element)>(value);
    std::memcpy(target, &element, sizeof(element));
  });
}
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WIRE_NARROWFLOAT_H
