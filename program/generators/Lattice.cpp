// Two-point correlators of lattice QCD. Three quarks are created at a site y of
// the source and annihilated at a site x of the sink; their propagators are
// contracted with a tensor of weights over the joint index of spin and colour,
// antisymmetric in colour, and with wave functions at both ends. Complex
// numbers are pairs of tensors, real and imaginary part.
#include "program/generators/Family.h"
#include "program/generators/Generators.h"
#include "program/generators/PayloadText.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlirgym {
namespace {

struct Complex {
  Tensor re, im;
};

/// Values of the joint index: three colours, and two components of spin, which
/// remain in the non-relativistic limit.
constexpr int64_t numQuarks = 6;

class Correlator : public PayloadText {
public:
  explicit Correlator(const FamilyRequest &request)
      : PayloadText(request.type), sites(request[0]) {}

  Complex complexArgument(const Shape &shape) {
    Tensor re = argument(shape);
    return {re, argument(shape)};
  }
  /// A propagator P[a, i, y, x]: from a at the source to i at the sink.
  Complex propagator() {
    return complexArgument({numQuarks, numQuarks, sites, sites});
  }
  /// W[a, b, c]
  Tensor weights() { return argument({numQuarks, numQuarks, numQuarks}); }

  /// The sum of a * b over the reduction loops.
  Complex product(llvm::StringRef iterators, const Complex &a,
                  const LoopList &inA, const Complex &b, const LoopList &inB,
                  const Shape &shape, const LoopList &out) {
    auto part = [&](const Tensor &second, const Tensor &fourth,
                    llvm::StringRef combine) {
      return generic(iterators,
                     {{a.re, inA}, {second, inB}, {a.im, inA}, {fourth, inB}},
                     {filled(zero(), shape), out},
                     "%p = $mul %in0, %in1 : $T\n"
                     "%q = $mul %in2, %in3 : $T\n"
                     "%r = " +
                         combine.str() +
                         " %p, %q : $T\n"
                         "%s = $add %out, %r : $T");
    };
    Tensor re = part(b.re, b.im, "$sub");
    return {re, part(b.im, b.re, "$add")};
  }
  /// The sum of a * b over the reduction loops, of a real a.
  Complex weighted(llvm::StringRef iterators, const Tensor &a,
                   const LoopList &inA, const Complex &b, const LoopList &inB,
                   const Shape &shape, const LoopList &out) {
    auto part = [&](const Tensor &of) {
      return generic(iterators, {{a, inA}, {of, inB}},
                     {filled(zero(), shape), out},
                     "%p = $mul %in0, %in1 : $T\n"
                     "%s = $add %out, %p : $T");
    };
    Tensor re = part(b.re);
    return {re, part(b.im)};
  }
  /// a - b, of each element.
  Complex difference(const Complex &a, const Complex &b) {
    auto part = [&](const Tensor &x, const Tensor &y) {
      return named("linalg.sub", {x, y}, empty(x.shape));
    };
    Tensor re = part(a.re, b.re);
    return {re, part(a.im, b.im)};
  }

  /// D[c, i, j, y, x], two quarks: the sum over a, b of W P0 P1.
  Complex pair(const Tensor &w, const Complex &p0, const Complex &p1) {
    const int64_t q = numQuarks, s = sites;
    // Loops: b, c, i, y, x, then a.
    Complex one = weighted("pppppr", w, {5, 0, 1}, p0, {5, 2, 3, 4},
                           {q, q, q, s, s}, {0, 1, 2, 3, 4});
    // Loops: c, i, j, y, x, then b.
    return product("pppppr", one, {5, 0, 1, 3, 4}, p1, {5, 2, 3, 4},
                   {q, q, q, s, s}, {0, 1, 2, 3, 4});
  }
  /// B[i, j, k, y, x], three quarks: the sum over c of D P2.
  Complex triple(const Complex &two, const Complex &p2) {
    const int64_t q = numQuarks, s = sites;
    return product("pppppr", two, {5, 0, 1, 3, 4}, p2, {5, 2, 3, 4},
                   {q, q, q, s, s}, {0, 1, 2, 3, 4});
  }
  /// L[i, j, k, x, m], the block of a baryon: the sum over y of B psi.
  Complex block(const Tensor &w, const Complex &psi, int64_t waves) {
    Complex p0 = propagator(), p1 = propagator(), p2 = propagator();
    Complex three = triple(pair(w, p0, p1), p2);
    return project(three, psi, waves);
  }
  Complex project(const Complex &three, const Complex &psi, int64_t waves) {
    const int64_t q = numQuarks;
    return product("pppppr", three, {0, 1, 2, 5, 3}, psi, {5, 4},
                   {q, q, q, sites, waves}, {0, 1, 2, 3, 4});
  }
  /// N[e, m], a baryon at the sink: the sum over i, j, k of W L[i, j, k, e, m].
  Complex annihilate(const Tensor &w, const Complex &block) {
    return weighted("pprrr", w, {2, 3, 4}, block, {2, 3, 4, 0, 1},
                    {block.re.shape[3], block.re.shape[4]}, {0, 1});
  }
  /// X[l, k, e, m], a baryon that lacks its third quark and has another one's:
  /// the sum over i, j of W[i, j, l] L[i, j, k, e, m].
  Complex exchange(const Tensor &w, const Complex &block) {
    const int64_t q = numQuarks;
    return weighted("pppprr", w, {4, 5, 0}, block, {4, 5, 1, 2, 3},
                    {q, q, block.re.shape[3], block.re.shape[4]}, {0, 1, 2, 3});
  }
  /// Two baryons at one place each: their product, less that in which they have
  /// exchanged a quark; both of shape [e, m].
  Complex together(const Tensor &w, const Complex &first,
                   const Complex &second) {
    const Shape shape{first.re.shape[3], first.re.shape[4]};
    Complex one = annihilate(w, first), other = annihilate(w, second);
    Complex direct = product("pp", one, {0, 1}, other, {0, 1}, shape, {0, 1});
    one = exchange(w, first);
    other = exchange(w, second);
    Complex crossed =
        product("pprr", one, {2, 3, 0, 1}, other, {3, 2, 0, 1}, shape, {0, 1});
    return difference(direct, crossed);
  }

  const int64_t sites;
};
} // namespace

llvm::Expected<std::string>
generateBaryonCorrelator(const FamilyRequest &request) {
  Correlator c(request);
  const int64_t waves = request[1];
  Tensor w = c.weights();
  Complex psi = c.complexArgument({c.sites, waves}),
          phi = c.complexArgument({c.sites, waves});
  Complex nucleon = c.annihilate(w, c.block(w, psi, waves));
  // Loops: m, n, then x.
  Complex result =
      c.product("ppr", nucleon, {2, 0}, phi, {2, 1}, {waves, waves}, {0, 1});
  return c.finish({result.re, result.im});
}

/// Each baryon has a site of its own at the sink, x and z. When they exchange a
/// quark, two quarks of a block end at one of them and the third at the other.
llvm::Expected<std::string>
generateDibaryonCorrelator(const FamilyRequest &request) {
  Correlator c(request);
  const int64_t q = numQuarks, s = c.sites, waves = request[1];
  Tensor w = c.weights();
  Complex psi = c.complexArgument({s}), phi = c.complexArgument({s, s, waves});
  Complex single[2], crossed[2];
  for (unsigned baryon : {0, 1}) {
    Complex p0 = c.propagator(), p1 = c.propagator(), p2 = c.propagator();
    // F[c, i, j, y, x], two quarks of a source.
    Complex from = c.product("ppppp", c.pair(w, p0, p1), {0, 1, 2, 3, 4}, psi,
                             {3}, {q, q, q, s, s}, {0, 1, 2, 3, 4});
    // Loops: i, j, k, x, then c, y.
    Complex whole = c.product("pppprr", from, {4, 0, 1, 5, 3}, p2, {4, 2, 5, 3},
                              {q, q, q, s}, {0, 1, 2, 3});
    single[baryon] =
        c.weighted("prrr", w, {1, 2, 3}, whole, {1, 2, 3, 0}, {s}, {0});
    // Loops: i, j, k, x, z, then c, y.
    Complex split = c.product("ppppprr", from, {5, 0, 1, 6, 3}, p2,
                              {5, 2, 6, 4}, {q, q, q, s, s}, {0, 1, 2, 3, 4});
    crossed[baryon] = c.exchange(w, split);
  }
  Complex direct =
      c.product("pp", single[0], {0}, single[1], {1}, {s, s}, {0, 1});
  Complex swapped = c.product("pprr", crossed[0], {2, 3, 0, 1}, crossed[1],
                              {3, 2, 1, 0}, {s, s}, {0, 1});
  // Loops: n, then x, z.
  Complex result = c.product("prr", c.difference(direct, swapped), {1, 2}, phi,
                             {1, 2, 0}, {waves}, {0});
  return c.finish({result.re, result.im});
}

/// Two baryons at the source, whose sites are summed separately, and all six
/// quarks at one site of the sink.
llvm::Expected<std::string>
generateDibaryonHexaquarkCorrelator(const FamilyRequest &request) {
  Correlator c(request);
  const int64_t waves = request[1];
  Tensor w = c.weights();
  Complex psi = c.complexArgument({c.sites, waves}),
          phi = c.complexArgument({c.sites, waves});
  Complex first = c.block(w, psi, waves), second = c.block(w, psi, waves);
  Complex six = c.together(w, first, second); // [x, m]
  Complex result =
      c.product("ppr", six, {2, 0}, phi, {2, 1}, {waves, waves}, {0, 1});
  return c.finish({result.re, result.im});
}

/// All six quarks at one site at both ends.
llvm::Expected<std::string>
generateHexaquarkCorrelator(const FamilyRequest &request) {
  Correlator c(request);
  const int64_t waves = request[1], s = c.sites;
  Tensor w = c.weights();
  Complex psi = c.complexArgument({s, waves}),
          phi = c.complexArgument({s, waves});
  Complex triples[2];
  for (Complex &three : triples) {
    Complex p0 = c.propagator(), p1 = c.propagator(), p2 = c.propagator();
    three = c.triple(c.pair(w, p0, p1), p2);
  }
  Complex six = c.together(w, triples[0], triples[1]); // [y, x]
  // Loops: x, m, then y.
  Complex half = c.product("ppr", six, {2, 0}, psi, {2, 1}, {s, waves}, {0, 1});
  Complex result =
      c.product("ppr", half, {2, 0}, phi, {2, 1}, {waves, waves}, {0, 1});
  return c.finish({result.re, result.im});
}

} // namespace mlirgym
