// mlir-opt with the passes and pipelines of the lowering.

#include "lowering/KernelCompiler.h"
#include "lowering/LoweringPipeline.h"
#include "lowering/module/Dialects.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  mlir::DialectRegistry registry;
  mlirgym::lowering::registerLoweringDialects(registry);
  mlir::registerAllPasses();
  mlirgym::lowering::registerLoweringPasses();
  llvm::cl::opt<bool> printPipeline(
      "print-lowering-pipeline",
      llvm::cl::desc("Print the pipeline that a worker runs on this machine, "
                     "in the syntax of --pass-pipeline, and exit"));
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "mlirgym-opt: MLIR's passes and those of mlirgym\n",
      registry);
  if (printPipeline) {
    const mlirgym::lowering::LoweringPipeline pipeline =
        mlirgym::KernelCompilerOptions().pipeline;
    llvm::outs() << "builtin.module(" << pipeline.vectorize << ','
                 << pipeline.bufferize << ',' << pipeline.toLlvm << ")\n";
    return 0;
  }
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, input, output, registry));
}
