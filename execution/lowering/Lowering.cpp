//===- execution/lowering/Lowering.cpp ------------------------------------===//
#include "execution/lowering/Lowering.h"

#include "execution/lowering/Cleanup.h"
#include "execution/lowering/Pipeline.h"
#include "execution/lowering/ToLlvm.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorTransforms.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace mlirgym::lowering {
namespace {

template <typename Populate>
FrozenRewritePatternSet freeze(MLIRContext &context, Populate &&populate) {
  RewritePatternSet patterns(&context);
  populate(patterns);
  return patterns;
}

/// Functions that become arithmetic, by MLIR's polynomials or a step of ours;
/// computed in f32 where the type is shorter.
bool isExpanded(StringRef name) {
  static const llvm::StringSet<> names = {
      math::AtanOp::getOperationName(), math::Atan2Op::getOperationName(),
      math::TanhOp::getOperationName(), math::LogOp::getOperationName(),
      math::Log2Op::getOperationName(), math::Log1pOp::getOperationName(),
      math::ErfOp::getOperationName(),  math::ErfcOp::getOperationName(),
      math::AsinOp::getOperationName(), math::AcosOp::getOperationName(),
      math::ExpOp::getOperationName(),  math::ExpM1Op::getOperationName(),
      math::CbrtOp::getOperationName(), math::SinOp::getOperationName(),
      math::CosOp::getOperationName()};
  return names.contains(name);
}

/// Of these, the ones whose polynomials are right.
bool isApproximated(StringRef name) {
  static const llvm::StringSet<> ours = {
      math::AtanOp::getOperationName(), math::Atan2Op::getOperationName(),
      math::CbrtOp::getOperationName(), math::SinOp::getOperationName(),
      math::CosOp::getOperationName(),  math::ExpOp::getOperationName()};
  return isExpanded(name) && !ours.contains(name);
}

/// A loop hands a tensor of one size from iteration to iteration: while that
/// size is asked for anew in each, no accumulator leaves the loop.
bool asksForCarriedSize(Operation *op) {
  auto dim = dyn_cast<tensor::DimOp>(op);
  return dim && isa<BlockArgument>(dim.getSource());
}

/// MLIR 22 crashes where it is to vectorise it.
void splitSincos(func::FuncOp func) {
  func.walk([](math::SincosOp op) {
    OpBuilder at(op);
    Value sine = math::SinOp::create(at, op.getLoc(), op.getOperand());
    Value cosine = math::CosOp::create(at, op.getLoc(), op.getOperand());
    op->replaceAllUsesWith(ValueRange{sine, cosine});
    op.erase();
  });
}
} // namespace

struct Lowering::Impl {
  Impl(MLIRContext &context, const VectorUnit &unit);

  MLIRContext &context;
  VectorUnit unit;
  StringRef step, leftOut;

  bool runs(StringRef name) const { return name != leftOut; }
  void expandFunctions(func::FuncOp func) const;

  Cleanup cleanup;
  FrozenRewritePatternSet tilingCanonicalization, mergeSlices, carriedSizes,
      vectorForm, foldSubsets, contractions, vectorShapes, transfers,
      loadsAndStores, longFloats, polynomials;
  Pipeline eliminateEmptyTensors, hoistBuffers, deallocate, toLoops;
  ToLlvm toLlvm;
};

Lowering::Impl::Impl(MLIRContext &context, const VectorUnit &unit)
    : context(context), unit(unit), cleanup(context),
      tilingCanonicalization(freeze(
          context,
          [](RewritePatternSet &patterns) {
            linalg::populateLinalgTilingCanonicalizationPatterns(patterns);
          })),
      mergeSlices(freeze(
          context,
          [](RewritePatternSet &patterns) {
            tensor::populateMergeConsecutiveInsertExtractSlicePatterns(
                patterns);
            tensor::populateDropRedundantInsertSliceRankExpansionPatterns(
                patterns);
            populateWholeInsertPatterns(patterns);
          })),
      carriedSizes(freeze(context,
                          [](RewritePatternSet &patterns) {
                            scf::populateSCFForLoopCanonicalizationPatterns(
                                patterns);
                          })),
      vectorForm(freeze(
          context,
          [](RewritePatternSet &patterns) {
            vector::populateVectorMaskLoweringPatternsForSideEffectingOps(
                patterns);
          })),
      foldSubsets(
          freeze(context,
                 [](RewritePatternSet &patterns) {
                   tensor::populateFoldTensorSubsetIntoVectorTransferPatterns(
                       patterns);
                   populateMaskedReadPatterns(patterns);
                 })),
      contractions(freeze(
          context,
          [](RewritePatternSet &patterns) {
            vector::populateVectorMaskOpLoweringPatterns(patterns);
            vector::populateVectorContractLoweringPatterns(
                patterns, vector::VectorContractLowering::OuterProduct, 1);
            vector::populateVectorMultiReductionLoweringPatterns(
                patterns, vector::VectorMultiReductionLowering::InnerParallel,
                1);
            vector::populateVectorTransferPermutationMapLoweringPatterns(
                patterns);
            vector::populateVectorOuterProductLoweringPatterns(patterns, 1);
          })),
      vectorShapes(freeze(
          context,
          [](RewritePatternSet &patterns) {
            vector::populateVectorMaskOpLoweringPatterns(patterns);
            vector::populateVectorOuterProductLoweringPatterns(patterns, 1);
            vector::populateVectorTransposeLoweringPatterns(
                patterns, vector::VectorTransposeLowering::Shuffle16x16, 1);
            vector::populateVectorShapeCastLoweringPatterns(patterns, 1);
            vector::populateVectorBroadcastLoweringPatterns(patterns, 1);
            vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
            vector::populateVectorStepLoweringPatterns(patterns, 1);
            vector::populateVectorMaskMaterializationPatterns(
                patterns, /*force32BitVectorIndices=*/true);
          })),
      transfers(freeze(context,
                       [](RewritePatternSet &patterns) {
                         VectorTransferToSCFOptions options;
                         options.enableFullUnroll(true);
                         populateVectorToSCFConversionPatterns(patterns,
                                                               options);
                         populateStridedTransferPatterns(patterns);
                       })),
      loadsAndStores(freeze(context,
                            [](RewritePatternSet &patterns) {
                              populateStridedTransferPatterns(patterns);
                              vector::populateVectorTransferLoweringPatterns(
                                  patterns, 1);
                            })),
      longFloats(freeze(context,
                        [](RewritePatternSet &patterns) {
                          populateMissingMathPatterns(patterns);
                          populateMathF32ExpansionPatterns(patterns,
                                                           isExpanded);
                        })),
      polynomials(freeze(context,
                         [](RewritePatternSet &patterns) {
                           populateMathPolynomialApproximationPatterns(
                               patterns, isApproximated);
                         })),
      eliminateEmptyTensors(context, "eliminate-empty-tensors"),
      hoistBuffers(context, "func.func(buffer-loop-hoisting)"),
      deallocate(context, "buffer-deallocation-pipeline"),
      toLoops(context,
              "convert-bufferization-to-memref,convert-linalg-to-loops"),
      toLlvm(context) {}

Lowering::Lowering(MLIRContext &context, const VectorUnit &unit)
    : impl(std::make_unique<Impl>(context, unit)) {}
Lowering::~Lowering() = default;

StringRef Lowering::failedStep() const { return impl->step; }

ArrayRef<StringLiteral> Lowering::optionalSteps() {
  static constexpr StringLiteral names[] = {
      "fresh",    "lay-out",      "peel",  "cut-rows", "simplify",
      "unstride", "merge-slices", "hoist", "hint",     "fast-math"};
  return names;
}

void Lowering::leaveOut(StringRef step) {
  const auto *known = llvm::find(optionalSteps(), step);
  assert((step.empty() || known != optionalSteps().end()) &&
         "no optional step of this name");
  impl->leftOut = step.empty() ? StringRef() : StringRef(*known);
}

void Lowering::vectorize(ModuleOp module) {
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func.isExternal())
      continue;
    markStreamedArguments(func);
    splitSincos(func);
    applyAll(func, impl->tilingCanonicalization);
    if (impl->runs("fresh"))
      freshDestinations(func);
    if (impl->runs("lay-out"))
      layOutPromoted(func);
    if (impl->runs("peel"))
      peelRemainders(func);
    impl->cleanup.run(func);
    if (impl->runs("cut-rows"))
      tileRows(func, impl->unit);
    impl->cleanup.run(func);
    if (impl->runs("simplify"))
      simplifyMarked(func);
    impl->cleanup.run(func);
    if (impl->runs("unstride"))
      stridedOperands(func);
    // Slices merge but do not yet fold into transfers: hoisting moves a slice
    // out of a loop more easily than a transfer with many indices.
    if (impl->runs("merge-slices"))
      applyAll(func, impl->mergeSlices);
    impl->cleanup.run(func);
    if (contains(func, asksForCarriedSize)) {
      applyAll(func, impl->carriedSizes);
      impl->cleanup.run(func);
    }
    vectorizeMarked(func, impl->unit);
    applyAll(func, impl->vectorForm);
    impl->cleanup.run(func);
    if (impl->runs("hoist"))
      hoistSubsets(func);
    // What one loop inserts and the next extracts stays a vector.
    impl->cleanup.run(func);
    applyAll(func, impl->foldSubsets);
    impl->cleanup.run(func);
  }
}

LogicalResult Lowering::bufferize(ModuleOp module) {
  for (auto func : module.getOps<func::FuncOp>())
    showPartialWrites(func);
  impl->step = "eliminate-empty-tensors";
  bool hasEmpty = contains(module, llvm::IsaPred<tensor::EmptyOp>);
  // It analyses the whole module as bufferisation itself will.
  if (hasEmpty && failed(impl->eliminateEmptyTensors.run(module)))
    return failure();
  impl->step = "one-shot-bufferize";
  bufferization::OneShotBufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.allowReturnAllocsFromLoops = true;
  options.setFunctionBoundaryTypeConversion(
      bufferization::LayoutMapOption::IdentityLayoutMap);
  options.bufferAlignment = 64;
  bufferization::BufferizationState state;
  if (failed(bufferization::runOneShotModuleBufferize(module, options, state)))
    return failure();
  impl->cleanup.run(module);
  if (!contains(module, llvm::IsaPred<memref::AllocOp>))
    return success();
  impl->step = "buffer-loop-hoisting";
  if (failed(impl->hoistBuffers.run(module)))
    return failure();
  impl->step = "buffer-deallocation";
  return impl->deallocate.run(module);
}

/// The entry becomes local to the object, so that its code is there once (in
/// the C interface function, which inlines it) and its name never meets one of
/// the process. Its buffers do not overlap: that is what `restrict` says.
static void hideEntry(ModuleOp module, StringRef entry) {
  for (auto func : module.getOps<LLVM::LLVMFuncOp>()) {
    if (func.getName() != entry)
      continue;
    func.setLinkage(LLVM::Linkage::Internal);
    func.setAlwaysInline(true);
    for (unsigned i = 0; i < func.getNumArguments(); ++i)
      if (isa<LLVM::LLVMPointerType>(func.getArgument(i).getType()))
        func.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                        UnitAttr::get(module.getContext()));
  }
}

/// Vectors of another rank than one, and ops on vectors that have no
/// counterpart in LLVM.
static bool hasUnsplitVectors(func::FuncOp func) {
  auto isUnsplit = [](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector && vector.getRank() != 1;
  };
  return contains(func, [&](Operation *op) {
    return isa<VectorTransferOpInterface, vector::CreateMaskOp,
               vector::ConstantMaskOp, vector::ShapeCastOp,
               vector::InsertStridedSliceOp, vector::ExtractStridedSliceOp,
               vector::StepOp, vector::MaskOp>(op) ||
           llvm::any_of(op->getResultTypes(), isUnsplit) ||
           llvm::any_of(op->getOperandTypes(), isUnsplit);
  });
}

static bool hasMath(func::FuncOp func) {
  return contains(func, [](Operation *op) {
    return isa_and_present<math::MathDialect>(op->getDialect()) ||
           isa<arith::MaxNumFOp, arith::MinNumFOp>(op);
  });
}

void Lowering::Impl::expandFunctions(func::FuncOp func) const {
  applyAll(func, longFloats);
  expandTrigonometry(func);
  expandCubeRoots(func);
  scaleLogarithms(func);
  applyAll(func, polynomials);
  expandExponentials(func); // polynomials may have made some
}

LogicalResult Lowering::toLlvm(ModuleOp module, StringRef entry) {
  impl->step = "convert-linalg-to-loops";
  for (auto func : module.getOps<func::FuncOp>())
    expandStridedCopies(func);
  if (failed(impl->toLoops.run(module)))
    return failure();
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func.isExternal())
      continue;
    splitVectors(func, impl->unit);
    unmarkStreamedArguments(func);
    if (hasUnsplitVectors(func)) {
      applyAll(func, impl->contractions);
      applyAll(func, impl->vectorShapes);
      applyAll(func, impl->transfers);
      applyAll(func, impl->loadsAndStores);
    }
    if (impl->runs("fast-math"))
      setFastMath(func);
    // After it: rearranged, (x + 1) - 1 of log1p would be x.
    if (hasMath(func))
      impl->expandFunctions(func);
    impl->cleanup.run(func);
    // Canonicalisation makes shape casts of broadcasts to dimensions of 1.
    if (hasUnsplitVectors(func))
      applyAll(func, impl->vectorShapes);
    if (impl->runs("hint"))
      hintLoops(func);
  }
  impl->step = "convert-to-llvm";
  if (failed(impl->toLlvm.run(module)))
    return failure();
  hideEntry(module, entry);
  return success();
}
} // namespace mlirgym::lowering
