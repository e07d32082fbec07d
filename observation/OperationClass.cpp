#include "observation/OperationClass.h"
#include "program/Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace mlirgym {

OperationClass classOf(const Operation &operation) {
  llvm::StringRef kind = operation.kind;
  if (kind.contains("depthwise_conv"))
    return OperationClass::DepthwiseConvolution;
  if (kind.contains("conv_"))
    return OperationClass::Convolution;
  if (kind.contains("pooling"))
    return OperationClass::Pooling;
  if (kind.contains("batch_matmul"))
    return OperationClass::BatchMatmul;
  if (kind.contains("matmul"))
    return OperationClass::Matmul;
  if (!operation.hasReduction())
    return OperationClass::Elementwise;
  bool sumsProducts = operation.inputs.size() >= 2 &&
                      operation.counts.mul > 0 && operation.counts.add > 0;
  return sumsProducts ? OperationClass::Contraction : OperationClass::Reduction;
}

double flopsOf(const Operation &operation) {
  return llvm::product_of(operation.tripCounts, 1.0) * operation.counts.total();
}

} // namespace mlirgym
