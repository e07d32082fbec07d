//===- execution/lowering/ToLlvm.h - Into the LLVM dialect ------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_LOWERING_TOLLVM_H
#define MLIRGYM_EXECUTION_LOWERING_TOLLVM_H

#include "mlir/IR/BuiltinOps.h"
#include <memory>

namespace mlirgym::lowering {

/// Loops, buffers, register-sized vectors and arithmetic into the LLVM dialect;
/// scf.forall into OpenMP. The conversions of the single dialects run as one:
/// a pass each took ten times as long. Patterns are collected once.
class ToLlvm {
public:
  explicit ToLlvm(mlir::MLIRContext &context);
  ~ToLlvm();

  /// On failure a diagnostic names the op that has no lowering.
  mlir::LogicalResult run(mlir::ModuleOp module) const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym::lowering
#endif // MLIRGYM_EXECUTION_LOWERING_TOLLVM_H
