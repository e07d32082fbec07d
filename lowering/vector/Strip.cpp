#include "lowering/vector/Strip.h"
#include "lowering/target/VectorUnit.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;

namespace mlirgym::lowering {

Strip Strip::elementAt(ArrayRef<int64_t> position) {
  Strip strip;
  strip.position.assign(position.begin(), position.end());
  return strip;
}

Type Strip::typeIn(Type vectorOrScalar) const {
  Type element = getElementTypeOrSelf(vectorOrScalar);
  return isElement() ? element : VectorType::get({count}, element);
}

Strip Strip::lane(int64_t lane) const {
  Strip element = elementAt(position);
  if (!isElement())
    element.position[dim] += lane;
  return element;
}

bool Strip::overlaps(const Strip &other) const {
  for (int i = 0, rank = position.size(); i < rank; ++i) {
    int64_t extent = i == dim ? count : 1;
    int64_t otherExtent = i == other.dim ? other.count : 1;
    if (position[i] + extent <= other.position[i] ||
        other.position[i] + otherExtent <= position[i])
      return false;
  }
  return true;
}

int64_t linearIndex(ArrayRef<int64_t> shape, ArrayRef<int64_t> position) {
  return linearize(position, computeSuffixProduct(shape));
}

SmallVector<int64_t> positionOf(ArrayRef<int64_t> shape, int64_t linear) {
  return delinearize(linear, computeSuffixProduct(shape));
}

/// Number of lanes of the strip at `offset` of a row of `extent` elements: full
/// registers, then the powers of two that the remainder consists of.
static int64_t lanesAt(int64_t offset, int64_t extent, int64_t lanes) {
  int64_t left = extent - offset;
  return left >= lanes ? lanes
                       : static_cast<int64_t>(
                             llvm::bit_floor(static_cast<uint64_t>(left)));
}

SmallVector<Strip> stripsAlong(VectorType type, int dim, int64_t lanes) {
  if (type.getRank() == 0)
    return {Strip()};
  SmallVector<int64_t> rows(type.getShape());
  int64_t extent = rows[dim];
  rows[dim] = 1;
  SmallVector<Strip> strips;
  int64_t numRows = type.getNumElements() / extent;
  for (int64_t row = 0; row < numRows; ++row)
    for (int64_t offset = 0; offset < extent;) {
      Strip strip;
      strip.position = positionOf(rows, row);
      strip.position[dim] = offset;
      strip.dim = dim;
      strip.count = lanesAt(offset, extent, lanes);
      offset += strip.count;
      strips.push_back(std::move(strip));
    }
  return strips;
}

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

SmallVector<SmallVector<Strip>> registerGroups(VectorType type, int64_t lanes,
                                               const VectorUnit &unit) {
  SmallVector<Strip> strips =
      stripsAlong(type, static_cast<int>(type.getRank()) - 1, lanes);
  if (type.getRank() == 0)
    return {strips};
  int64_t bits =
      type.getElementType().isIntOrFloat() ? type.getElementTypeBitWidth() : 64;
  int64_t registersAStrip =
      std::max<int64_t>(1, llvm::divideCeil(lanes * bits, unit.bits));
  int64_t registers = unit.registers / registersAStrip;
  int64_t rows = type.getNumElements() / type.getShape().back();
  int64_t columns = static_cast<int64_t>(strips.size()) / rows;
  // If all strips fit, they form one group: one pass over the operands.
  if (rows * columns <= registers - std::max<int64_t>(3, registers / 8))
    return {strips};
  GroupShape shape = chooseGroup(rows, columns, registers);
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
