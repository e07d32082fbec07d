//===- execution/lowering/ToLlvm.cpp --------------------------------------===//
#include "execution/lowering/ToLlvm.h"

#include "execution/lowering/Cleanup.h"
#include "execution/lowering/Pipeline.h"
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
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace mlirgym::lowering {
namespace {

FrozenRewritePatternSet metadataPatterns(MLIRContext &context) {
  RewritePatternSet patterns(&context);
  memref::populateExpandStridedMetadataPatterns(patterns);
  return patterns;
}

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
} // namespace

struct ToLlvm::Impl {
  explicit Impl(MLIRContext &context)
      : converter(&context), metadata(metadataPatterns(context)),
        controlFlow(controlFlowPatterns(context)),
        llvm(llvmPatterns(context, converter)),
        openMp(context, "scf-forall-to-parallel,convert-scf-to-openmp"),
        // For what the math dialect has and LLVM has no intrinsic for.
        // log(1 + x) is 0 for a small x.
        libm(context, "convert-math-to-llvm{approximate-log1p=false},"
                      "convert-math-to-libm") {}

  LLVMTypeConverter converter;
  FrozenRewritePatternSet metadata, controlFlow, llvm;
  Pipeline openMp, libm;
};

ToLlvm::ToLlvm(MLIRContext &context) : impl(std::make_unique<Impl>(context)) {}
ToLlvm::~ToLlvm() = default;

LogicalResult ToLlvm::run(ModuleOp module) const {
  MLIRContext *context = module.getContext();
  if (contains(module,
               [](Operation *op) {
                 return isa<scf::ForallOp, scf::ParallelOp>(op);
               }) &&
      failed(impl->openMp.run(module)))
    return failure();
  if (contains(module,
               [](Operation *op) {
                 return isa_and_present<math::MathDialect>(op->getDialect());
               }) &&
      failed(impl->libm.run(module)))
    return failure();
  applyAll(module, impl->metadata);

  ConversionTarget structured(*context);
  structured.addIllegalDialect<affine::AffineDialect, scf::SCFDialect>();
  structured.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  if (failed(applyPartialConversion(module, structured, impl->controlFlow)))
    return failure();

  LLVMConversionTarget target(*context);
  target.addLegalOp<ModuleOp>();
  configureOpenMPToLLVMConversionLegality(target, impl->converter);
  ConversionConfig config;
  // Twice as fast; what fails is thrown away as a whole anyway.
  config.allowPatternRollback = false;
  config.foldingMode = DialectConversionFoldingMode::Never;
  if (failed(applyFullConversion(module, target, impl->llvm, config)))
    return failure();
  // Each its address anew: a third of all ops.
  IRRewriter rewriter(context);
  DominanceInfo dominance;
  eliminateCommonSubExpressions(rewriter, dominance, module);
  return success();
}
} // namespace mlirgym::lowering
