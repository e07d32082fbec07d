#include "lowering/module/GpuMapping.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace mlirgym::lowering {

bool isForThreads(scf::ForallOp loops) {
  return llvm::any_of(loops.getDeviceMappingAttrs(),
                      llvm::IsaPred<gpu::GPUThreadMappingAttr>);
}

bool isForWarps(scf::ForallOp loops) {
  return llvm::any_of(loops.getDeviceMappingAttrs(),
                      llvm::IsaPred<gpu::GPUWarpMappingAttr>);
}

bool isInThread(Operation *op) {
  for (auto loops = op->getParentOfType<scf::ForallOp>(); loops;
       loops = loops->getParentOfType<scf::ForallOp>())
    if (isForThreads(loops))
      return true;
  return false;
}

bool isForGpu(scf::ForallOp loops) {
  return isForThreads(loops) || isForWarps(loops) ||
         llvm::any_of(loops.getDeviceMappingAttrs(),
                      llvm::IsaPred<gpu::GPUBlockMappingAttr>);
}

} // namespace mlirgym::lowering
