//===- lowering/buffer/UnmarkStreams.cpp ----------------------------------===//
#include "lowering/buffer/Passes.h"
#include "lowering/module/Marks.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_UNMARKSTREAMS
#include "lowering/buffer/Passes.h.inc"

namespace {
struct UnmarkStreams final : impl::UnmarkStreamsBase<UnmarkStreams> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    for (unsigned i = 0; i < func.getNumArguments(); ++i)
      func.removeArgAttr(i, streamMark);
  }
};
} // namespace
} // namespace mlirgym::lowering
