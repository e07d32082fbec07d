//===- execution/lowering/Arguments.h - Arguments of kernels ----*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_LOWERING_ARGUMENTS_H
#define MLIRGYM_EXECUTION_LOWERING_ARGUMENTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Value.h"
#include "mlir/Support/LLVM.h"

namespace mlirgym::lowering {

/// The value as an argument of a function that is called from outside of its
/// module; null for any other value. Such arguments do not overlap (the
/// contract of Program and of given modules); those of a private function may.
inline mlir::BlockArgument argumentOfKernel(mlir::Value value) {
  auto argument = mlir::dyn_cast<mlir::BlockArgument>(value);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return {};
  auto function =
      mlir::dyn_cast<mlir::func::FuncOp>(argument.getOwner()->getParentOp());
  return function && !function.isPrivate() ? argument : mlir::BlockArgument();
}

} // namespace mlirgym::lowering
#endif // MLIRGYM_EXECUTION_LOWERING_ARGUMENTS_H
