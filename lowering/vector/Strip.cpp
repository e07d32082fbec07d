#include "lowering/vector/Strip.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/bit.h"

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
} // namespace mlirgym::lowering
