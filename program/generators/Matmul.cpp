#include "program/generators/Family.h"
#include "program/generators/Generators.h"
#include "program/generators/PayloadText.h"
#include "program/generators/Pieces.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {

Tensor emitMatmul(PayloadText &text, const Tensor &a, const Tensor &b) {
  Tensor zeros = text.filled(text.zero(), {a.shape[0], b.shape[1]});
  return text.named("linalg.matmul", {a, b}, zeros);
}

Tensor emitBias(PayloadText &text, const Tensor &x, unsigned dim,
                Activation activation) {
  Tensor bias = text.argument({x.shape[dim]});
  LoopList loops = allLoops(x.shape.size());
  std::string body = "%s = $add %in0, %in1 : $T\n";
  if (activation == Activation::Relu)
    body += "%m = $max %s, " + text.zero() + " : $T";
  Tensor init = text.empty(x.shape);
  return text.generic(std::string(loops.size(), 'p'),
                      {{x, loops}, {bias, {dim}}}, {init, loops}, body);
}

llvm::Expected<std::string> generateMatmul(const FamilyRequest &request) {
  PayloadText text(request.type, request.argumentType);
  Tensor a = text.argument({request[0], request[1]});
  Tensor b = text.argument({request[1], request[2]});
  return text.finish(emitMatmul(text, a, b));
}

llvm::Expected<std::string> generateBatchMatmul(const FamilyRequest &request) {
  PayloadText text(request.type, request.argumentType);
  Tensor a = text.argument({request[0], request[1], request[2]});
  Tensor b = text.argument({request[0], request[2], request[3]});
  Tensor zeros = text.filled(text.zero(), {request[0], request[1], request[3]});
  return text.finish(text.named("linalg.batch_matmul", {a, b}, zeros));
}

llvm::Expected<std::string>
generateMatmulBiasRelu(const FamilyRequest &request) {
  PayloadText text(request.type);
  Tensor a = text.argument({request[0], request[1]});
  Tensor b = text.argument({request[1], request[2]});
  return text.finish(
      emitBias(text, emitMatmul(text, a, b), 1, Activation::Relu));
}

llvm::Expected<std::string> generateMlp(const FamilyRequest &request) {
  PayloadText text(request.type);
  Tensor x = text.argument({request[0], request[1]});
  for (size_t layer = 2; layer < request.numbers.size(); ++layer) {
    bool isLast = layer + 1 == request.numbers.size();
    Tensor weights = text.argument({request[layer - 1], request[layer]});
    x = emitBias(text, emitMatmul(text, x, weights), 1,
                 isLast ? Activation::None : Activation::Relu);
  }
  return text.finish(x);
}

} // namespace mlirgym
