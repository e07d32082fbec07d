#include "actions/OperandSlice.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

namespace mlirgym {

llvm::SmallVector<SliceDim, 4> sliceOf(const Operand &operand,
                                       const LoopNest &nest) {
  llvm::SmallVector<SliceDim, 4> slice;
  for (auto [term, extent] : llvm::zip_equal(operand.map, operand.shape)) {
    SliceDim &dim = slice.emplace_back();
    if (!term.linear) {
      dim = {.extent = extent, .isStatic = false, .loops = ~uint64_t(0)};
      continue;
    }
    for (const Loop &loop : nest.loops) {
      int64_t coefficient = term.coefficients[loop.source];
      if (coefficient == 0)
        continue;
      dim.extent += std::abs(coefficient) * (loop.tripCount - 1);
      dim.isStatic &= loop.isStatic;
      dim.loops |= uint64_t(1) << loop.source;
    }
  }
  return slice;
}

} // namespace mlirgym
