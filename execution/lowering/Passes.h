//===- execution/lowering/Passes.h - Passes of the lowering -----*- C++ -*-===//
//
// Passes.td describes them. A file that implements one defines
// GEN_PASS_DEF_<PASS> and includes Passes.h.inc itself.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_EXECUTION_LOWERING_PASSES_H
#define MLIRGYM_EXECUTION_LOWERING_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include <memory>

namespace mlirgym::lowering {
#define GEN_PASS_DECL
#include "execution/lowering/Passes.h.inc"
} // namespace mlirgym::lowering
#endif // MLIRGYM_EXECUTION_LOWERING_PASSES_H
