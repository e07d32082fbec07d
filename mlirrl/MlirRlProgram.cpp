#include "mlirrl/MlirRlProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Parser/Parser.h"
#include "program/ProgramLoader.h"
#include "program/payload/PayloadDialects.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

namespace mlirgym {
namespace {
using mlir::linalg::FillOp;

void takeColumns(mlir::IRRewriter &rewriter, mlir::ModuleOp module) {
  llvm::SmallVector<mlir::linalg::LinalgOp> operations;
  module.walk([&](mlir::linalg::LinalgOp op) { operations.push_back(op); });
  for (mlir::linalg::LinalgOp op : operations) {
    rewriter.setInsertionPoint(op);
    // A failure leaves the convolution as it is.
    llvm::TypeSwitch<mlir::Operation *>(op.getOperation())
        .Case<mlir::linalg::Conv2DNchwFchwOp, mlir::linalg::Conv2DNhwcHwcfOp,
              mlir::linalg::Conv2DNhwcFhwcOp>([&](auto convolution) {
          (void)mlir::linalg::rewriteInIm2Col(rewriter, convolution);
        });
  }
}

/// The normal form makes a fill a part of the operation that it initialises; a
/// linalg.generic that writes the constant is one like any other.
void separateFills(mlir::IRRewriter &rewriter, mlir::ModuleOp module) {
  llvm::SmallVector<FillOp> fills;
  module.walk([&](FillOp fill) { fills.push_back(fill); });
  for (FillOp fill : fills) {
    rewriter.setInsertionPoint(fill);
    mlir::Value init = fill.getOutputs().front();
    const auto rank = static_cast<unsigned>(fill.getNumLoops());
    rewriter.replaceOpWithNewOp<mlir::linalg::GenericOp>(
        fill, mlir::TypeRange{init.getType()}, mlir::ValueRange{},
        mlir::ValueRange{init},
        llvm::ArrayRef{rewriter.getMultiDimIdentityMap(rank)},
        llvm::SmallVector<mlir::utils::IteratorType>(
            rank, mlir::utils::IteratorType::parallel),
        [&](mlir::OpBuilder &builder, mlir::Location where, mlir::ValueRange) {
          mlir::linalg::YieldOp::create(builder, where,
                                        fill.getInputs().front());
        });
  }
}
} // namespace

bool mlirRlTakesColumns(llvm::StringRef programName) {
  return programName.starts_with("conv_2d_");
}

static mlir::DialectRegistry registry() {
  mlir::DialectRegistry dialects;
  registerPayloadDialects(dialects);
  return dialects;
}

struct MlirRlRewriter::Impl {
  // Rewriting makes operations of dialects that the program need not have.
  Impl() : context(registry(), mlir::MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
  }
  mlir::MLIRContext context;
  ProgramLoader loader;
};

MlirRlRewriter::MlirRlRewriter() : impl(std::make_unique<Impl>()) {}
MlirRlRewriter::~MlirRlRewriter() = default;

llvm::Expected<Program> MlirRlRewriter::rewrite(const Program &program,
                                                MlirRlForm form) {
  auto module =
      mlir::parseSourceString<mlir::ModuleOp>(program.text(), &impl->context);
  if (!module)
    return llvm::make_error<ProgramError>(
        (program.name() + ": its normal form cannot be parsed; this is a "
                          "defect of mlirgym, please report it")
            .str());
  mlir::IRRewriter rewriter(&impl->context);
  if (form.img2col)
    takeColumns(rewriter, *module);
  if (form.fillsApart)
    separateFills(rewriter, *module);
  std::string text;
  llvm::raw_string_ostream(text) << *module;
  return impl->loader.loadText(text, program.name(), program.name());
}

} // namespace mlirgym
