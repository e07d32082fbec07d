// The kernels of PolyBench 4.2 that are products of matrices and vectors. An
// array that a kernel changes in place is an argument and a result here. Of
// triangular kernels the whole square is computed, with zeros or the previous
// values outside of the triangle.
#include "program/generators/Family.h"
#include "program/generators/Generators.h"
#include "program/generators/PayloadText.h"
#include "program/generators/Pieces.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {
namespace {

/// Writes the operations of a kernel; loops are numbered as in the comments.
class Kernel {
public:
  explicit Kernel(const FamilyRequest &request)
      : text(request.type), alpha(text.constant(1.5)),
        beta(text.constant(1.2)) {}

  /// "%name = a op b", a line of a block.
  std::string line(llvm::StringRef name, llvm::StringRef a, llvm::StringRef op,
                   llvm::StringRef b) const {
    return ("%" + name + " = " + text.arith(op) + " " + a + ", " + b +
            " : $T\n")
        .str();
  }
  static std::string yield(llvm::StringRef name) {
    return ("linalg.yield %" + name + " : $T").str();
  }

  /// factor * x, of each element.
  Tensor scaled(const Tensor &x, llvm::StringRef factor) {
    LoopList loops = allLoops(x.shape.size());
    return text.generic(std::string(loops.size(), 'p'), {{x, loops}},
                        {text.empty(x.shape), loops},
                        line("s", "%in0", "mul", factor) + yield("s"));
  }
  Tensor sum(const Tensor &x, const Tensor &y) {
    return text.named("linalg.add", {x, y}, text.empty(x.shape));
  }
  Tensor zeros(Shape shape) {
    return text.filled(text.zero(), std::move(shape));
  }
  /// `init` plus the sum of factor * a * b over the reduction loops; without a
  /// factor, of a * b.
  Tensor product(llvm::StringRef iterators, const Access &a, const Access &b,
                 const Access &init, llvm::StringRef factor = "") {
    std::string body = factor.empty() ? "" : line("f", "%in0", "mul", factor);
    body += line("p", factor.empty() ? "%in0" : "%f", "mul", "%in1");
    return text.generic(iterators, {a, b}, init,
                        body + line("s", "%out", "add", "%p") + yield("s"));
  }
  /// A x, or A^T x: `init` plus the sum over the columns, or the rows.
  Tensor applied(const Tensor &a, const Tensor &x, const Tensor &init,
                 bool transposed = false, llvm::StringRef factor = "") {
    const LoopList matrix = transposed ? LoopList{1, 0} : LoopList{0, 1};
    return product("pr", {a, matrix}, {x, {1}}, {init, {0}}, factor);
  }
  /// In the lower triangle, j <= i, the elements of `lower`, else of `upper`.
  Tensor lowerOf(const Tensor &lower, const Tensor &upper) {
    return text.generic("pp", {{lower, {0, 1}}, {upper, {0, 1}}},
                        {text.empty(lower.shape), {0, 1}},
                        "%i = linalg.index 0 : index\n"
                        "%j = linalg.index 1 : index\n"
                        "%c = arith.cmpi ule, %j, %i : index\n"
                        "%s = arith.select %c, %in0, %in1 : $T\n" +
                            yield("s"));
  }

  PayloadText text;
  const std::string alpha, beta;
};
} // namespace

llvm::Expected<std::string> generatePolybenchGemm(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.text.argument({r[0], r[2]}), b = k.text.argument({r[2], r[1]});
  Tensor c = k.scaled(k.text.argument({r[0], r[1]}), k.beta);
  return k.text.finish(
      k.product("ppr", {a, {0, 2}}, {b, {2, 1}}, {c, {0, 1}}, k.alpha));
}

llvm::Expected<std::string> generatePolybench2mm(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.text.argument({r[0], r[2]}), b = k.text.argument({r[2], r[1]});
  Tensor c = k.text.argument({r[1], r[3]}), d = k.text.argument({r[0], r[3]});
  Tensor ab = k.product("ppr", {a, {0, 2}}, {b, {2, 1}},
                        {k.zeros({r[0], r[1]}), {0, 1}}, k.alpha);
  return k.text.finish(k.product("ppr", {ab, {0, 2}}, {c, {2, 1}},
                                 {k.scaled(d, k.beta), {0, 1}}));
}

llvm::Expected<std::string> generatePolybench3mm(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.text.argument({r[0], r[2]}), b = k.text.argument({r[2], r[1]});
  Tensor c = k.text.argument({r[1], r[4]}), d = k.text.argument({r[4], r[3]});
  Tensor ab = emitMatmul(k.text, a, b);
  Tensor cd = emitMatmul(k.text, c, d);
  return k.text.finish(emitMatmul(k.text, ab, cd));
}

llvm::Expected<std::string> generatePolybenchAtax(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.text.argument({r[0], r[1]}), x = k.text.argument({r[1]});
  Tensor ax = k.applied(a, x, k.zeros({r[0]}));
  return k.text.finish(k.applied(a, ax, k.zeros({r[1]}), /*transposed=*/true));
}

llvm::Expected<std::string> generatePolybenchBicg(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.text.argument({r[1], r[0]});
  Tensor p = k.text.argument({r[0]}), residual = k.text.argument({r[1]});
  Tensor s = k.applied(a, residual, k.zeros({r[0]}), /*transposed=*/true);
  return k.text.finish({s, k.applied(a, p, k.zeros({r[1]}))});
}

llvm::Expected<std::string> generatePolybenchMvt(const FamilyRequest &r) {
  Kernel k(r);
  Shape vector{r[0]};
  Tensor a = k.text.argument({r[0], r[0]});
  Tensor x1 = k.text.argument(vector), x2 = k.text.argument(vector);
  Tensor y1 = k.text.argument(vector), y2 = k.text.argument(vector);
  Tensor first = k.applied(a, y1, x1);
  return k.text.finish({first, k.applied(a, y2, x2, /*transposed=*/true)});
}

llvm::Expected<std::string> generatePolybenchGesummv(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.text.argument({r[0], r[0]}), b = k.text.argument({r[0], r[0]});
  Tensor x = k.text.argument({r[0]});
  Tensor ax = k.scaled(k.applied(a, x, k.zeros({r[0]})), k.alpha);
  Tensor bx = k.scaled(k.applied(b, x, k.zeros({r[0]})), k.beta);
  return k.text.finish(k.sum(ax, bx));
}

llvm::Expected<std::string> generatePolybenchGemver(const FamilyRequest &r) {
  Kernel k(r);
  Shape vector{r[0]};
  Tensor a = k.text.argument({r[0], r[0]});
  Tensor u1 = k.text.argument(vector), v1 = k.text.argument(vector);
  Tensor u2 = k.text.argument(vector), v2 = k.text.argument(vector);
  Tensor x = k.text.argument(vector), y = k.text.argument(vector);
  Tensor z = k.text.argument(vector), w = k.text.argument(vector);
  Tensor updated = k.text.generic(
      "pp", {{a, {0, 1}}, {u1, {0}}, {v1, {1}}, {u2, {0}}, {v2, {1}}},
      {k.text.empty(a.shape), {0, 1}},
      k.line("p", "%in1", "mul", "%in2") + k.line("q", "%in3", "mul", "%in4") +
          k.line("t", "%in0", "add", "%p") + k.line("s", "%t", "add", "%q") +
          k.yield("s"));
  Tensor moved = k.sum(
      k.applied(updated, y, x, /*transposed=*/true, /*factor=*/k.beta), z);
  Tensor result =
      k.applied(updated, moved, w, /*transposed=*/false, /*factor=*/k.alpha);
  return k.text.finish({updated, moved, result});
}

llvm::Expected<std::string> generatePolybenchDoitgen(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.text.argument({r[1], r[0], r[2]});
  Tensor c4 = k.text.argument({r[2], r[2]});
  return k.text.finish(k.product("pppr", {a, {0, 1, 3}}, {c4, {3, 2}},
                                 {k.zeros(a.shape), {0, 1, 2}}));
}

llvm::Expected<std::string> generatePolybenchSyrk(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.text.argument({r[1], r[0]}), c = k.text.argument({r[1], r[1]});
  Tensor all = k.product("ppr", {a, {0, 2}}, {a, {1, 2}},
                         {k.scaled(c, k.beta), {0, 1}}, k.alpha);
  return k.text.finish(k.lowerOf(all, c));
}

llvm::Expected<std::string> generatePolybenchSyr2k(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.text.argument({r[1], r[0]}), b = k.text.argument({r[1], r[0]});
  Tensor c = k.text.argument({r[1], r[1]});
  Tensor all = k.text.generic(
      "ppr", {{a, {1, 2}}, {b, {0, 2}}, {b, {1, 2}}, {a, {0, 2}}},
      {k.scaled(c, k.beta), {0, 1}},
      k.line("f", "%in0", "mul", k.alpha) + k.line("p", "%f", "mul", "%in1") +
          k.line("g", "%in2", "mul", k.alpha) +
          k.line("q", "%g", "mul", "%in3") + k.line("t", "%p", "add", "%q") +
          k.line("s", "%out", "add", "%t") + k.yield("s"));
  return k.text.finish(k.lowerOf(all, c));
}

/// alpha A^T B, of the lower triangle of A with ones on its diagonal.
llvm::Expected<std::string> generatePolybenchTrmm(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.text.argument({r[0], r[0]}), b = k.text.argument({r[0], r[1]});
  std::string zero = k.text.zero();
  Tensor all =
      k.text.generic("ppr", {{a, {2, 0}}, {b, {2, 1}}}, {b, {0, 1}},
                     "%i = linalg.index 0 : index\n"
                     "%k = linalg.index 2 : index\n"
                     "%c = arith.cmpi ugt, %k, %i : index\n"
                     "%a = arith.select %c, %in0, " +
                         zero + " : $T\n" + k.line("p", "%a", "mul", "%in1") +
                         k.line("s", "%out", "add", "%p") + k.yield("s"));
  return k.text.finish(k.scaled(all, k.alpha));
}

/// alpha A B + beta C, of a symmetric A whose lower triangle is given.
llvm::Expected<std::string> generatePolybenchSymm(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.text.argument({r[0], r[0]}), b = k.text.argument({r[0], r[1]});
  Tensor c = k.text.argument({r[0], r[1]});
  return k.text.finish(k.text.generic(
      "ppr", {{a, {0, 2}}, {a, {2, 0}}, {b, {2, 1}}},
      {k.scaled(c, k.beta), {0, 1}},
      "%i = linalg.index 0 : index\n"
      "%k = linalg.index 2 : index\n"
      "%c = arith.cmpi ule, %k, %i : index\n"
      "%a = arith.select %c, %in0, %in1 : $T\n" +
          k.line("f", "%a", "mul", k.alpha) + k.line("p", "%f", "mul", "%in2") +
          k.line("s", "%out", "add", "%p") + k.yield("s")));
}

} // namespace mlirgym
