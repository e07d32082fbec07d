#include "lowering/vector/RegisterGroups.h"

#include "lowering/target/VectorUnit.h"
#include "lowering/vector/Strip.h"
#include "lowering/vector/StripBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;

namespace mlirgym::lowering {
namespace {

/// Finds the leading dimensions of a vector along which the right operand of a
/// sum of products varies.
class ColumnDims {
public:
  explicit ColumnDims(Value vector)
      : varies(cast<VectorType>(vector.getType()).getRank() - 1) {
    visit(vector, llvm::to_vector(llvm::seq<int64_t>(varies.size() + 1)));
    // Operands that vary along all dimensions between them have no rows.
    if (!llvm::is_contained(varies, false))
      llvm::fill(varies, false);
  }
  bool operator[](size_t dim) const { return varies[dim]; }

private:
  /// `dims[i]` is the dimension of `value` that becomes dimension i of the
  /// vector.
  void visit(Value value, ArrayRef<int64_t> dims);
  void take(vector::TransferReadOp read, ArrayRef<int64_t> dims);

  SmallVector<bool> varies;
  llvm::DenseSet<Value> seen;
};

void ColumnDims::visit(Value value, ArrayRef<int64_t> dims) {
  Operation *op = value.getDefiningOp();
  if (!op || !seen.insert(value).second)
    return;
  if (auto read = dyn_cast<vector::TransferReadOp>(op)) {
    take(read, dims);
  } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
    visit(loop.getYieldedValues()[cast<OpResult>(value).getResultNumber()],
          dims);
  } else if (auto sum = dyn_cast<vector::MultiDimReductionOp>(op)) {
    SmallVector<int64_t> kept;
    for (auto [dim, isReduced] : llvm::enumerate(sum.getReductionMask()))
      if (!isReduced)
        kept.push_back(static_cast<int64_t>(dim));
    visit(sum.getSource(),
          llvm::map_to_vector(dims, [&](int64_t dim) { return kept[dim]; }));
  } else if (isElementwise(op)) {
    for (Value operand : op->getOperands())
      if (isa<VectorType>(operand.getType()))
        visit(operand, dims);
  }
}

void ColumnDims::take(vector::TransferReadOp read, ArrayRef<int64_t> dims) {
  SmallVector<bool> along = llvm::map_to_vector(dims, [&](int64_t dim) {
    return !isa<AffineConstantExpr>(
        read.getPermutationMap().getResult(static_cast<unsigned>(dim)));
  });
  const bool isRight = along.pop_back_val() && llvm::is_contained(along, false);
  for (auto [dim, isAlong] : llvm::enumerate(along))
    varies[dim] |= isRight && isAlong;
}
} // namespace

GroupShape chooseGroup(int64_t rows, int64_t columns, int64_t registers) {
  auto evenOut = [](int64_t extent, int64_t size) {
    return llvm::divideCeil(extent, llvm::divideCeil(extent, size));
  };
  GroupShape best;
  double bestRatio = 0;
  for (int64_t size = 1; size <= columns; ++size) {
    // A row of the right operand and an element of the left stay in registers
    // too.
    int64_t mostRows = (registers - 1 - size) / size;
    if (mostRows < 1)
      break;
    GroupShape shape;
    shape.columns = evenOut(columns, size);
    shape.rows = evenOut(rows, std::min(rows, mostRows));
    double ratio = static_cast<double>(shape.rows * shape.columns) /
                   static_cast<double>(shape.rows + shape.columns);
    if (ratio > bestRatio) {
      best = shape;
      bestRatio = ratio;
    }
  }
  return best;
}

SmallVector<SmallVector<Strip>> registerGroups(Value vector, int64_t lanes,
                                               const VectorUnit &unit) {
  auto type = cast<VectorType>(vector.getType());
  SmallVector<Strip> strips = stripsAlong(type, lastDim(type), lanes);
  if (type.getRank() == 0)
    return {strips};
  int64_t bits =
      type.getElementType().isIntOrFloat() ? type.getElementTypeBitWidth() : 64;
  int64_t registersAStrip =
      std::max<int64_t>(1, llvm::divideCeil(lanes * bits, unit.bits));
  int64_t registers = unit.registers / registersAStrip;
  const auto numStrips = static_cast<int64_t>(strips.size());
  // If all strips fit, they form one group: one pass over the operands.
  if (numStrips <= registers - std::max<int64_t>(3, registers / 8))
    return {strips};
  const ColumnDims isColumn(vector);
  int64_t rows = 1;
  for (int64_t dim = 0; dim < lastDim(type); ++dim)
    rows *= isColumn[dim] ? 1 : type.getDimSize(dim);
  const int64_t columns = numStrips / rows;
  // Row by row, from the first column to the last.
  llvm::sort(strips, [&](const Strip &a, const Strip &b) {
    for (int64_t dim = 0; dim < lastDim(type); ++dim)
      if (!isColumn[dim] && a.position[dim] != b.position[dim])
        return a.position[dim] < b.position[dim];
    return a.position < b.position;
  });
  // A product that is added by an instruction of its own needs a register.
  const GroupShape shape =
      chooseGroup(rows, columns, registers - (unit.hasMultiplyAdd() ? 0 : 1));
  SmallVector<SmallVector<Strip>> groups;
  for (int64_t column = 0; column < columns; column += shape.columns)
    for (int64_t row = 0; row < rows; row += shape.rows) {
      SmallVector<Strip> &group = groups.emplace_back();
      for (int64_t r = row; r < std::min(rows, row + shape.rows); ++r)
        for (int64_t c = column; c < std::min(columns, column + shape.columns);
             ++c)
          group.push_back(strips[r * columns + c]);
    }
  return groups;
}
} // namespace mlirgym::lowering
