//===- lowering/target/ConvertToLlvm.cpp ----------------------------------===//
#include "lowering/target/Passes.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/OpenMPToLLVM/ConvertOpenMPToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Transforms/DialectConversion.h"
#include <memory>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_CONVERTTOLLVM
#include "lowering/target/Passes.h.inc"

namespace {

FrozenRewritePatternSet controlFlowPatterns(MLIRContext &context) {
  RewritePatternSet patterns(&context);
  populateAffineToStdConversionPatterns(patterns);
  populateSCFToControlFlowConversionPatterns(patterns);
  return patterns;
}

FrozenRewritePatternSet llvmPatterns(MLIRContext &context,
                                     LLVMTypeConverter &converter) {
  RewritePatternSet patterns(&context);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  cf::populateAssertToLLVMConversionPattern(converter, patterns);
  index::populateIndexToLLVMConversionPatterns(converter, patterns);
  populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
  populateFuncToLLVMConversionPatterns(converter, patterns);
  populateMathToLLVMConversionPatterns(converter, patterns);
  populateOpenMPToLLVMConversionPatterns(converter, patterns);
  populateVectorToLLVMConversionPatterns(converter, patterns,
                                         /*reassociateFPReductions=*/true);
  ub::populateUBToLLVMConversionPatterns(converter, patterns);
  return patterns;
}

struct ConvertToLlvm final : impl::ConvertToLlvmBase<ConvertToLlvm> {
  LogicalResult initialize(MLIRContext *context) override {
    converter = std::make_shared<LLVMTypeConverter>(context);
    controlFlow = controlFlowPatterns(*context);
    llvm = llvmPatterns(*context, *converter);
    return success();
  }
  void runOnOperation() override;

private:
  /// Shared by clones of the pass, since their patterns refer to it.
  std::shared_ptr<LLVMTypeConverter> converter;
  FrozenRewritePatternSet controlFlow, llvm;
};
} // namespace

void ConvertToLlvm::runOnOperation() {
  ModuleOp module = getOperation();
  ConversionTarget structured(getContext());
  structured.addIllegalDialect<affine::AffineDialect, scf::SCFDialect>();
  structured.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  if (failed(applyPartialConversion(module, structured, controlFlow)))
    return signalPassFailure();

  LLVMConversionTarget target(getContext());
  target.addLegalOp<ModuleOp>();
  configureOpenMPToLLVMConversionLegality(target, *converter);
  ConversionConfig config;
  // Without rollback, conversion is twice as fast; after a failure the whole
  // module is discarded anyway.
  config.allowPatternRollback = false;
  config.foldingMode = DialectConversionFoldingMode::Never;
  if (failed(applyFullConversion(module, target, llvm, config)))
    signalPassFailure();
}
} // namespace mlirgym::lowering
