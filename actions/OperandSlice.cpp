#include "actions/OperandSlice.h"
#include <cassert>
#include <cstdlib>

namespace mlirgym {

llvm::SmallVector<SliceDim, 4> sliceOf(const Operand &operand,
                                       const LoopNest &nest) {
  llvm::SmallVector<SliceDim, 4> slice;
  for (const AffineTerm &term : operand.map) {
    assert(term.linear && "no slice of loops");
    SliceDim &dim = slice.emplace_back();
    for (const Loop &loop : nest.loops) {
      int64_t coefficient = term.coefficients[loop.source];
      if (coefficient == 0)
        continue;
      dim.extent += std::abs(coefficient) * (loop.tripCount - 1);
      dim.loops |= uint64_t(1) << loop.source;
    }
  }
  return slice;
}

} // namespace mlirgym
