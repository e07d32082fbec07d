#include "program/Try.h"
#include "program/generators/Family.h"
#include "program/generators/Generators.h"
#include "program/generators/PayloadText.h"
#include "program/generators/Pieces.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cmath>

namespace mlirgym {

static llvm::Error requireFloat(const PayloadText &text) {
  if (text.isFloat())
    return llvm::Error::success();
  return llvm::createStringError(
      "an exponential of integers; use f32, f64, f16 or bf16");
}

/// Combines the last dimension of `x` with `op`, "$max", starting from `start`.
static Tensor emitReduction(PayloadText &text, const Tensor &x,
                            llvm::StringRef op, llvm::StringRef start) {
  Shape rows(llvm::ArrayRef(x.shape).drop_back());
  Tensor init = text.filled(start, rows);
  return text.generic(
      std::string(rows.size(), 'p') + "r", {{x, allLoops(x.shape.size())}},
      {init, allLoops(rows.size())}, ("%r = " + op + " %out, %in0 : $T").str());
}

/// Combines each element of `x` with its row's element of `rows`.
static Tensor emitRowwise(PayloadText &text, const Tensor &x,
                          const Tensor &rows, llvm::StringRef body) {
  LoopList loops = allLoops(x.shape.size());
  Tensor init = text.empty(x.shape);
  return text.generic(std::string(loops.size(), 'p'),
                      {{x, loops}, {rows, allLoops(rows.shape.size())}},
                      {init, loops}, body);
}

Tensor emitSoftmax(PayloadText &text, const Tensor &x, double scale) {
  Tensor largest = emitReduction(text, x, "$max", text.lowest());
  std::string exponential = "%d = $sub %in0, %in1 : $T\n";
  std::string argument = "%d";
  if (scale != 1) {
    exponential += "%p = $mul %d, " + text.constant(scale) + " : $T\n";
    argument = "%p";
  }
  exponential += "%e = math.exp " + argument + " : $T";
  Tensor powers = emitRowwise(text, x, largest, exponential);
  Tensor sums = emitReduction(text, powers, "$add", text.zero());
  return emitRowwise(text, powers, sums, "%q = $div %in0, %in1 : $T");
}

llvm::Expected<std::string> generateSoftmax(const FamilyRequest &request) {
  PayloadText text(request.type);
  MLIRGYM_TRY_TO(requireFloat(text));
  Tensor x = text.argument({request[0], request[1]});
  return text.finish(emitSoftmax(text, x, 1));
}

llvm::Expected<std::string> generateAttention(const FamilyRequest &request) {
  PayloadText text(request.type);
  MLIRGYM_TRY_TO(requireFloat(text));
  int64_t heads = request[0], length = request[1], depth = request[2];
  Tensor q = text.argument({heads, length, depth});
  Tensor k = text.argument({heads, length, depth});
  Tensor v = text.argument({heads, length, depth});
  // K is read transposed, so this is not a linalg.batch_matmul.
  Tensor scores = text.generic(
      "pppr", {{q, {0, 1, 3}}, {k, {0, 2, 3}}},
      {text.filled(text.zero(), {heads, length, length}), {0, 1, 2}},
      "%p = $mul %in0, %in1 : $T\n"
      "%s = $add %out, %p : $T");
  Tensor weights =
      emitSoftmax(text, scores, 1 / std::sqrt(static_cast<double>(depth)));
  Tensor zeros = text.filled(text.zero(), {heads, length, depth});
  return text.finish(text.named("linalg.batch_matmul", {weights, v}, zeros));
}

} // namespace mlirgym
