//===- execution/lowering/Pipeline.h - Passes built once -------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_LOWERING_PIPELINE_H
#define MLIRGYM_EXECUTION_LOWERING_PIPELINE_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

namespace mlirgym::lowering {

/// A pipeline of registered passes that is run on modules, again and again. The
/// names are ours, so a name that does not parse is a bug of ours.
class Pipeline {
public:
  Pipeline(mlir::MLIRContext &context, llvm::StringRef text)
      : passes(&context) {
    // Each pass would verify the whole module: KernelCompiler does once.
    passes.enableVerifier(false);
    [[maybe_unused]] mlir::LogicalResult parsed =
        mlir::parsePassPipeline(text, passes);
    assert(mlir::succeeded(parsed) && "pipeline of unknown passes");
  }
  mlir::LogicalResult run(mlir::ModuleOp module) { return passes.run(module); }

private:
  mlir::PassManager passes;
};
} // namespace mlirgym::lowering
#endif // MLIRGYM_EXECUTION_LOWERING_PIPELINE_H
