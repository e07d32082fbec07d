#include "program/generators/Family.h"
#include "program/generators/Generators.h"
#include "program/generators/PayloadText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

/// The contraction of lattice QCD: for each site b, matrices over a joint index
/// (j, k), spin and colour. If l combines the 12 values of spin and colour it
/// has five loops; if they are separate, contraction_B_I_J_K_L_M, it has six.
llvm::Expected<std::string> generateContraction(const FamilyRequest &request) {
  PayloadText text(request.type);
  int64_t b = request[0], i = request[1], j = request[2], k = request[3];
  llvm::ArrayRef<int64_t> free = request.numbers.drop_front(4);
  auto numFree = static_cast<unsigned>(free.size());

  // Loops: b, i, the free ones, then j and k.
  unsigned loopJ = 2 + numFree, loopK = 3 + numFree;
  Shape rightShape{b, j, k}, outShape{b, i};
  LoopList right{0, loopJ, loopK}, out{0, 1};
  for (auto [at, extent] : llvm::enumerate(free)) {
    rightShape.push_back(extent);
    outShape.push_back(extent);
    right.push_back(2 + at);
    out.push_back(2 + at);
  }
  Tensor lhs = text.argument({b, i, j, k});
  Tensor rhs = text.argument(rightShape);
  Tensor zeros = text.filled(text.zero(), outShape);
  return text.finish(
      text.generic(std::string(2 + numFree, 'p') + "rr",
                   {{lhs, {0, 1, loopJ, loopK}}, {rhs, right}}, {zeros, out},
                   "%p = $mul %in0, %in1 : $T\n%s = $add %out, %p : $T"));
}

} // namespace mlirgym
