//===- lowering/module/IfContains.cpp -------------------------------------===//
#include "lowering/module/Passes.h"
#include "lowering/module/Rewrite.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_IFCONTAINS
#include "lowering/module/Passes.h.inc"

namespace {

struct IfContains final : impl::IfContainsBase<IfContains> {
  using IfContainsBase::IfContainsBase;

  LogicalResult initializeOptions(
      StringRef options,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    if (failed(IfContainsBase::initializeOptions(options, errorHandler)))
      return failure();
    FailureOr<OpPassManager> parsed = parsePassPipeline(pipeline);
    if (failed(parsed))
      return errorHandler("no pipeline with its anchor: '" + pipeline + "'");
    passes = std::move(*parsed);
    return success();
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    if (passes)
      passes->getDependentDialects(registry);
  }

  void runOnOperation() override {
    auto isWanted = [&](Operation *op) {
      return llvm::is_contained(ops, op->getName().getStringRef()) ||
             llvm::is_contained(ops, op->getName().getDialectNamespace());
    };
    if (passes && contains(getOperation(), isWanted) &&
        failed(runPipeline(*passes, getOperation())))
      signalPassFailure();
  }

private:
  std::optional<OpPassManager> passes;
};
} // namespace
} // namespace mlirgym::lowering
