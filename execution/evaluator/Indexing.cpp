#include "execution/evaluator/Indexing.h"
#include "execution/evaluator/Tensor.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace mlirgym::reference {

bool addLinear(mlir::AffineExpr expr, int64_t factor,
               llvm::MutableArrayRef<int64_t> sum) {
  if (auto dim = llvm::dyn_cast<mlir::AffineDimExpr>(expr)) {
    sum[dim.getPosition()] += factor;
    return true;
  }
  if (auto constant = llvm::dyn_cast<mlir::AffineConstantExpr>(expr)) {
    sum.back() += factor * constant.getValue();
    return true;
  }
  auto binary = llvm::dyn_cast<mlir::AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (expr.getKind() == mlir::AffineExprKind::Add)
    return addLinear(binary.getLHS(), factor, sum) &&
           addLinear(binary.getRHS(), factor, sum);
  auto scale = llvm::dyn_cast<mlir::AffineConstantExpr>(binary.getRHS());
  return expr.getKind() == mlir::AffineExprKind::Mul && scale &&
         addLinear(binary.getLHS(), factor * scale.getValue(), sum);
}

std::optional<llvm::SmallVector<int64_t, 8>>
linearOffset(mlir::AffineMap map, llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t, 8> sum(map.getNumDims() + 1, 0);
  for (auto [expr, stride] :
       llvm::zip_equal(map.getResults(), stridesOf(shape)))
    if (!addLinear(expr, stride, sum))
      return std::nullopt;
  return sum;
}

llvm::SmallVector<unsigned, 8> laneLoopsOf(mlir::linalg::LinalgOp op) {
  llvm::SmallVector<bool, 8> parallel(op.getNumLoops(), true);
  for (mlir::OpOperand &init : op.getDpsInitsMutable()) {
    mlir::AffineMap map = op.getMatchingIndexingMap(&init);
    llvm::SmallVector<bool, 8> seen(parallel.size(), false);
    bool plain = true;
    for (mlir::AffineExpr expr : map.getResults())
      if (auto dim = llvm::dyn_cast<mlir::AffineDimExpr>(expr))
        seen[dim.getPosition()] = true;
      else
        plain &= llvm::isa<mlir::AffineConstantExpr>(expr);
    for (size_t l = 0; l < parallel.size(); ++l)
      parallel[l] = parallel[l] && plain && seen[l];
  }
  llvm::SmallVector<unsigned, 8> loops;
  for (size_t l = 0; l < parallel.size(); ++l)
    if (parallel[l])
      loops.push_back(unsigned(l));
  return loops;
}

} // namespace mlirgym::reference
