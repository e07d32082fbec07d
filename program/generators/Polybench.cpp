// The kernels of PolyBench 4.2 that are products of matrices and vectors. An
// array that a kernel changes in place is an argument and a result here. Of
// triangular kernels the whole square is computed, with zeros or the previous
// values outside of the triangle.
#include "program/generators/Family.h"
#include "program/generators/Generators.h"
#include "program/generators/PayloadText.h"
#include "program/generators/Pieces.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {
namespace {

/// Writes the operations of a kernel; loops are numbered as in the comments.
class Kernel : public PayloadText {
public:
  explicit Kernel(const FamilyRequest &request)
      : PayloadText(request.type), alpha(constant(1.5)), beta(constant(1.2)) {}

  /// factor * x, of each element.
  Tensor scaled(const Tensor &x, llvm::StringRef factor) {
    LoopList loops = allLoops(x.shape.size());
    return generic(std::string(loops.size(), 'p'), {{x, loops}},
                   {empty(x.shape), loops},
                   ("%s = $mul %in0, " + factor + " : $T").str());
  }
  Tensor sum(const Tensor &x, const Tensor &y) {
    return named("linalg.add", {x, y}, empty(x.shape));
  }
  Tensor zeros(Shape shape) { return filled(zero(), std::move(shape)); }
  /// `init` plus the sum of factor * a * b over the reduction loops; without a
  /// factor, of a * b.
  Tensor product(llvm::StringRef iterators, const Access &a, const Access &b,
                 const Access &init, llvm::StringRef factor = "") {
    std::string body = "%p = $mul %in0, %in1 : $T\n";
    if (!factor.empty())
      body = "%f = $mul %in0, " + factor.str() +
             " : $T\n%p = $mul %f, %in1 : $T\n";
    return generic(iterators, {a, b}, init, body + "%s = $add %out, %p : $T");
  }
  /// A x, or A^T x: `init` plus the sum over the columns, or the rows.
  Tensor applied(const Tensor &a, const Tensor &x, const Tensor &init,
                 bool transposed = false, llvm::StringRef factor = "") {
    const LoopList matrix = transposed ? LoopList{1, 0} : LoopList{0, 1};
    return product("pr", {a, matrix}, {x, {1}}, {init, {0}}, factor);
  }
  /// In the lower triangle, j <= i, the elements of `lower`, else of `upper`.
  Tensor lowerOf(const Tensor &lower, const Tensor &upper) {
    return generic("pp", {{lower, {0, 1}}, {upper, {0, 1}}},
                   {empty(lower.shape), {0, 1}},
                   "%i = linalg.index 0 : index\n"
                   "%j = linalg.index 1 : index\n"
                   "%c = arith.cmpi ule, %j, %i : index\n"
                   "%s = arith.select %c, %in0, %in1 : $T");
  }

  const std::string alpha, beta;
};
} // namespace

llvm::Expected<std::string> generatePolybenchGemm(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.argument({r[0], r[2]}), b = k.argument({r[2], r[1]});
  Tensor c = k.scaled(k.argument({r[0], r[1]}), k.beta);
  return k.finish(
      k.product("ppr", {a, {0, 2}}, {b, {2, 1}}, {c, {0, 1}}, k.alpha));
}

llvm::Expected<std::string> generatePolybench2mm(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.argument({r[0], r[2]}), b = k.argument({r[2], r[1]});
  Tensor c = k.argument({r[1], r[3]}), d = k.argument({r[0], r[3]});
  Tensor ab = k.product("ppr", {a, {0, 2}}, {b, {2, 1}},
                        {k.zeros({r[0], r[1]}), {0, 1}}, k.alpha);
  return k.finish(k.product("ppr", {ab, {0, 2}}, {c, {2, 1}},
                            {k.scaled(d, k.beta), {0, 1}}));
}

llvm::Expected<std::string> generatePolybench3mm(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.argument({r[0], r[2]}), b = k.argument({r[2], r[1]});
  Tensor c = k.argument({r[1], r[4]}), d = k.argument({r[4], r[3]});
  Tensor ab = emitMatmul(k, a, b);
  Tensor cd = emitMatmul(k, c, d);
  return k.finish(emitMatmul(k, ab, cd));
}

llvm::Expected<std::string> generatePolybenchAtax(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.argument({r[0], r[1]}), x = k.argument({r[1]});
  Tensor ax = k.applied(a, x, k.zeros({r[0]}));
  return k.finish(k.applied(a, ax, k.zeros({r[1]}), /*transposed=*/true));
}

llvm::Expected<std::string> generatePolybenchBicg(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.argument({r[1], r[0]});
  Tensor p = k.argument({r[0]}), residual = k.argument({r[1]});
  Tensor s = k.applied(a, residual, k.zeros({r[0]}), /*transposed=*/true);
  return k.finish({s, k.applied(a, p, k.zeros({r[1]}))});
}

llvm::Expected<std::string> generatePolybenchMvt(const FamilyRequest &r) {
  Kernel k(r);
  Shape vector{r[0]};
  Tensor a = k.argument({r[0], r[0]});
  Tensor x1 = k.argument(vector), x2 = k.argument(vector);
  Tensor y1 = k.argument(vector), y2 = k.argument(vector);
  Tensor first = k.applied(a, y1, x1);
  return k.finish({first, k.applied(a, y2, x2, /*transposed=*/true)});
}

llvm::Expected<std::string> generatePolybenchGesummv(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.argument({r[0], r[0]}), b = k.argument({r[0], r[0]});
  Tensor x = k.argument({r[0]});
  Tensor ax = k.scaled(k.applied(a, x, k.zeros({r[0]})), k.alpha);
  Tensor bx = k.scaled(k.applied(b, x, k.zeros({r[0]})), k.beta);
  return k.finish(k.sum(ax, bx));
}

llvm::Expected<std::string> generatePolybenchGemver(const FamilyRequest &r) {
  Kernel k(r);
  Shape vector{r[0]};
  Tensor a = k.argument({r[0], r[0]});
  Tensor u1 = k.argument(vector), v1 = k.argument(vector);
  Tensor u2 = k.argument(vector), v2 = k.argument(vector);
  Tensor x = k.argument(vector), y = k.argument(vector);
  Tensor z = k.argument(vector), w = k.argument(vector);
  Tensor updated =
      k.generic("pp", {{a, {0, 1}}, {u1, {0}}, {v1, {1}}, {u2, {0}}, {v2, {1}}},
                {k.empty(a.shape), {0, 1}},
                "%p = $mul %in1, %in2 : $T\n"
                "%q = $mul %in3, %in4 : $T\n"
                "%t = $add %in0, %p : $T\n"
                "%s = $add %t, %q : $T");
  Tensor moved = k.sum(
      k.applied(updated, y, x, /*transposed=*/true, /*factor=*/k.beta), z);
  Tensor result =
      k.applied(updated, moved, w, /*transposed=*/false, /*factor=*/k.alpha);
  return k.finish({updated, moved, result});
}

llvm::Expected<std::string> generatePolybenchDoitgen(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.argument({r[1], r[0], r[2]});
  Tensor c4 = k.argument({r[2], r[2]});
  return k.finish(k.product("pppr", {a, {0, 1, 3}}, {c4, {3, 2}},
                            {k.zeros(a.shape), {0, 1, 2}}));
}

llvm::Expected<std::string> generatePolybenchSyrk(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.argument({r[1], r[0]}), c = k.argument({r[1], r[1]});
  Tensor all = k.product("ppr", {a, {0, 2}}, {a, {1, 2}},
                         {k.scaled(c, k.beta), {0, 1}}, k.alpha);
  return k.finish(k.lowerOf(all, c));
}

llvm::Expected<std::string> generatePolybenchSyr2k(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.argument({r[1], r[0]}), b = k.argument({r[1], r[0]});
  Tensor c = k.argument({r[1], r[1]});
  Tensor all = k.generic(
      "ppr", {{a, {1, 2}}, {b, {0, 2}}, {b, {1, 2}}, {a, {0, 2}}},
      {k.scaled(c, k.beta), {0, 1}},
      "%f = $mul %in0, " + k.alpha + " : $T\n%p = $mul %f, %in1 : $T\n" +
          "%g = $mul %in2, " + k.alpha + " : $T\n%q = $mul %g, %in3 : $T\n" +
          "%t = $add %p, %q : $T\n%s = $add %out, %t : $T");
  return k.finish(k.lowerOf(all, c));
}

/// alpha A^T B, of the lower triangle of A with ones on its diagonal.
llvm::Expected<std::string> generatePolybenchTrmm(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.argument({r[0], r[0]}), b = k.argument({r[0], r[1]});
  std::string zero = k.zero();
  Tensor all = k.generic("ppr", {{a, {2, 0}}, {b, {2, 1}}}, {b, {0, 1}},
                         "%i = linalg.index 0 : index\n"
                         "%k = linalg.index 2 : index\n"
                         "%c = arith.cmpi ugt, %k, %i : index\n"
                         "%a = arith.select %c, %in0, " +
                             zero +
                             " : $T\n%p = $mul %a, %in1 : $T\n"
                             "%s = $add %out, %p : $T");
  return k.finish(k.scaled(all, k.alpha));
}

/// alpha A B + beta C, of a symmetric A whose lower triangle is given.
llvm::Expected<std::string> generatePolybenchSymm(const FamilyRequest &r) {
  Kernel k(r);
  Tensor a = k.argument({r[0], r[0]}), b = k.argument({r[0], r[1]});
  Tensor c = k.argument({r[0], r[1]});
  return k.finish(k.generic("ppr", {{a, {0, 2}}, {a, {2, 0}}, {b, {2, 1}}},
                            {k.scaled(c, k.beta), {0, 1}},
                            "%i = linalg.index 0 : index\n"
                            "%k = linalg.index 2 : index\n"
                            "%c = arith.cmpi ule, %k, %i : index\n"
                            "%a = arith.select %c, %in0, %in1 : $T\n"
                            "%f = $mul %a, " +
                                k.alpha +
                                " : $T\n%p = $mul %f, %in2 : $T\n"
                                "%s = $add %out, %p : $T"));
}

} // namespace mlirgym
