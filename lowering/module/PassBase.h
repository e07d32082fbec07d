//===- lowering/module/PassBase.h - Headers of all passes -----------------===//
//
// Passes.h.inc of a stage names the dialects that its passes depend on. Their
// headers are included here, except LLVMDialect.h, which takes longer to parse
// than the rest of a pass; the few passes that create its operations include
// it.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_LOWERING_MODULE_PASSBASE_H
#define MLIRGYM_LOWERING_MODULE_PASSBASE_H

// IWYU pragma: begin_keep
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include <memory>
// IWYU pragma: end_keep

#endif // MLIRGYM_LOWERING_MODULE_PASSBASE_H
