#include "program/generators/Family.h"
#include "program/generators/Generators.h"
#include "program/generators/PayloadText.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

llvm::Expected<std::string> generateAdd(const FamilyRequest &request) {
  PayloadText text(request.type);
  Shape shape(request.numbers);
  Tensor a = text.argument(shape);
  Tensor b = text.argument(shape);
  return text.finish(text.named("linalg.add", {a, b}, text.empty(shape)));
}

llvm::Expected<std::string> generateRelu(const FamilyRequest &request) {
  PayloadText text(request.type);
  Shape shape(request.numbers);
  LoopList loops = allLoops(shape.size());
  Tensor x = text.argument(shape);
  std::string zero = text.zero();
  Tensor init = text.empty(shape);
  return text.finish(text.generic(std::string(shape.size(), 'p'), {{x, loops}},
                                  {init, loops},
                                  "%m = $max %in0, " + zero + " : $T"));
}

} // namespace mlirgym
