//===- execution/lowering/Lowering.h - The one fixed lowering ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_LOWERING_LOWERING_H
#define MLIRGYM_EXECUTION_LOWERING_LOWERING_H

#include "execution/lowering/Steps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>

namespace mlirgym::lowering {

/// From a scheduled program on tensors to the LLVM dialect. Every program and
/// every schedule goes the same way, the untransformed baseline too; what
/// schedules differ in are their loops and their marks. Pattern sets and pass
/// pipelines are built once and used for every module of the context.
class Lowering {
public:
  Lowering(mlir::MLIRContext &context, const VectorUnit &unit);
  ~Lowering();

  /// Stage 1, on tensors: marked ops become vectors held in registers.
  void vectorize(mlir::ModuleOp module);
  /// Stage 2: tensors become buffers, in place wherever the analysis allows.
  mlir::LogicalResult bufferize(mlir::ModuleOp module);
  /// Stage 3: loops, register-sized vectors, OpenMP, the LLVM dialect. Only
  /// `_mlir_ciface_<entry>` stays visible.
  mlir::LogicalResult toLlvm(mlir::ModuleOp module, llvm::StringRef entry);

  /// Name of the step that failed last.
  llvm::StringRef failedStep() const;

  /// Names of the steps that code is correct without, in their order.
  static llvm::ArrayRef<llvm::StringLiteral> optionalSteps();
  /// Lowers without one of optionalSteps() from here on; "" means with all.
  /// For measuring what a step buys: the lowering that users get is one.
  void leaveOut(llvm::StringRef step);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym::lowering
#endif // MLIRGYM_EXECUTION_LOWERING_LOWERING_H
