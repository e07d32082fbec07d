//===- lowering/math/Passes.h - Functions by arithmetic -------------------===//
//
// A file that implements a pass defines GEN_PASS_DEF_<PASS> and includes
// Passes.h.inc, which TableGen makes from Passes.td.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_LOWERING_MATH_PASSES_H
#define MLIRGYM_LOWERING_MATH_PASSES_H

#include "lowering/module/PassBase.h" // IWYU pragma: keep

namespace mlirgym::lowering {
#define GEN_PASS_DECL
#include "lowering/math/Passes.h.inc"
} // namespace mlirgym::lowering
#endif // MLIRGYM_LOWERING_MATH_PASSES_H
