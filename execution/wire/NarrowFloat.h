//===- execution/wire/NarrowFloat.h - f16 and bf16 as numbers ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WIRE_NARROWFLOAT_H
#define MLIRGYM_EXECUTION_WIRE_NARROWFLOAT_H

#include "program/Program.h"

namespace mlirgym::worker {

/// The values of the 65536 bit patterns of F16 or BF16. Computed once per
/// process.
const float *narrowFloatTable(ElementType type);
/// Bit pattern of `value`, rounded to nearest.
uint16_t toNarrowFloat(ElementType type, float value);
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WIRE_NARROWFLOAT_H
