#include "actions/rules/OperandSlice.h"
#include "actions/LoopNest.h"
#include "program/Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace mlirgym {

llvm::SmallVector<SliceDim, 4> sliceOf(const Operand &operand,
                                       const LoopNest &nest) {
  llvm::SmallVector<SliceDim, 4> slice;
  for (const AffineTerm &term : operand.map) {
    assert(term.linear && "no slice of loops");
    SliceDim &dim = slice.emplace_back();
    dim.extent += std::max<int64_t>(term.constant, 0);
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

bool canBeTiled(const Operation &op) {
  auto isRising = [&](const AffineTerm &term) {
    return term.linear &&
           llvm::all_of(llvm::zip_equal(term.coefficients, op.tripCounts),
                        [](auto pair) {
                          auto [coefficient, tripCount] = pair;
                          return coefficient >= 0 || tripCount == 1;
                        });
  };
  auto hasSlices = [&](const Operand &operand) {
    return llvm::all_of(operand.map, isRising);
  };
  return llvm::all_of(op.inputs, hasSlices) &&
         llvm::all_of(op.inits, hasSlices);
}

} // namespace mlirgym
