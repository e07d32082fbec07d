//===- lowering/SoftmaxTest.cpp - Maxima that start from -inf -------------===//
#include "LoweringFixture.h"

#include <cmath>
#include <limits>
#include <string>
#include <tuple>

namespace mlirgym {
namespace {

using scalar::Tensor;
using Inputs = std::vector<Tensor>;

class Softmax : public LoweringTest {};

/// With nnan or ninf on the maximum all of this is NaN.
TEST_F(Softmax, RowsOfAnyLength) {
  for (const char *name :
       {"softmax_3_1", "softmax_4_7", "softmax_5_16", "softmax_3_61"})
    check(
        name, {""}, [](const Inputs &in) { return scalar::softmax(in[0]); },
        61);
}

TEST_F(Softmax, EverySchedule) {
  useThreads(2);
  check(
      "softmax_21_64",
      {"op3: tile(1,32) vectorize; op2: tile(1,0); op1: tile(1,32) vectorize",
       "op3: tile_fuse(4,0)", "op3: tile_parallel_fuse(5,0)",
       "op3: tile_fuse(4,0) tile(1,32) vectorize; "
       "op2: tile_reduction(0,32) vectorize; op1: tile(1,32) vectorize; "
       "op0: tile_reduction(0,32) vectorize",
       "op3: tile_parallel_fuse(1,0) vectorize; op2: vectorize; "
       "op1: vectorize; op0: vectorize"},
      [](const Inputs &in) { return scalar::softmax(in[0]); }, 64);
}

/// Attention masks: -inf in a row, and in its last columns, is an exact zero.
constexpr char causalSoftmax[] = R"(
  #row = affine_map<(d0, d1) -> (d0, d1)>
  func.func @causal(%a: tensor<13x27xTYPE>) -> tensor<13x27xTYPE> {
    %ninf = arith.constant BITS : TYPE
    %empty = tensor.empty() : tensor<13x27xTYPE>
    %masked = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<13x27xTYPE>) outs(%empty : tensor<13x27xTYPE>) {
    ^bb0(%in: TYPE, %out: TYPE):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %later = arith.cmpi LESS, %i, %j : index
      %value = arith.select %later, %ninf, %in : TYPE
      linalg.yield %value : TYPE
    } -> tensor<13x27xTYPE>
    %result = linalg.softmax dimension(1) ins(%masked : tensor<13x27xTYPE>)
        outs(%empty : tensor<13x27xTYPE>) -> tensor<13x27xTYPE>
    return %result : tensor<13x27xTYPE>
  })";

std::string causal(llvm::StringRef type, llvm::StringRef bits,
                   llvm::StringRef less) {
  return fillIn(causalSoftmax,
                {{"TYPE", type}, {"BITS", bits}, {"LESS", less}});
}

/// `isMasked(i, j)` elements are -inf before the softmax.
template <typename Mask> Tensor maskedSoftmax(Tensor a, Mask isMasked) {
  for (int64_t i = 0; i < a.shape[0]; ++i)
    for (int64_t j = 0; j < a.shape[1]; ++j)
      if (isMasked(i, j))
        a.at(i, j) = -std::numeric_limits<double>::infinity();
  return scalar::softmax(a);
}

TEST_F(Softmax, MasksOfInfinities) {
  for (auto [type, bits] :
       {std::pair<const char *, const char *>{"f32", "0xFF800000"},
        {"f64", "0xFFF0000000000000"}}) {
    check(
        loadText(causal(type, bits, "slt")),
        {"", "op4: tile_fuse(4,0)",
         "op4: tile(1,8) vectorize; op3: tile(1,0); op2: tile(1,8) "
         "vectorize; op1: tile(1,9) vectorize; op0: tile(1,8) vectorize",
         "op4: tile_parallel_fuse(1,0)"},
        [](const Inputs &in) {
          return maskedSoftmax(in[0],
                               [](int64_t i, int64_t j) { return i < j; });
        },
        27);
  }
}

/// e^x of the first input, by scalars and by vectors.
constexpr char exponential[] = R"(
  #id = affine_map<(d0) -> (d0)>
  func.func @exponential(%a: tensor<37xTYPE>) -> tensor<37xTYPE> {
    %scale = arith.constant SCALE : TYPE
    %empty = tensor.empty() : tensor<37xTYPE>
    %result = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%a : tensor<37xTYPE>) outs(%empty : tensor<37xTYPE>) {
    ^bb0(%in: TYPE, %out: TYPE):
      %x = arith.divf %in, %scale : TYPE
      %e = math.exp %x : TYPE
      linalg.yield %e : TYPE
    } -> tensor<37xTYPE>
    return %result : tensor<37xTYPE>
  })";

/// Inputs are between -1 and 1: divided by the scale they reach over all
/// results that are normal numbers, by 0 they are infinities.
TEST_F(Softmax, Exponentials) {
  for (auto [type, scale, factor] :
       {std::tuple<const char *, const char *, double>{"f32", "0.0115", 0.0115},
        {"f32", "4.0", 4},
        {"f32", "0.001", 0.001},
        {"f32", "0.0", 0},
        {"f64", "0.00143", 0.00143},
        {"f64", "4.0", 4},
        {"f64", "0.0001", 0.0001},
        {"f64", "0.0", 0},
        {"f16", "0.125", 0.125},
        {"bf16", "0.125", 0.125}}) {
    Program program =
        loadText(fillIn(exponential, {{"TYPE", type}, {"SCALE", scale}}));
    for (const char *schedule : {"", "op0: tile(8) vectorize"}) {
      SCOPED_TRACE(std::string(type) + " / " + scale + ": " + schedule);
      std::optional<KernelRunData> ran = run(program, schedule);
      ASSERT_TRUE(ran);
      const bool isDouble = ran->type == ElementType::F64;
      const double highest = isDouble ? 709.78 : 88.72;
      const double lowest = isDouble ? -708.05 : -86.99;
      // x / scale is rounded: e^x then differs by as much as x does.
      const double epsilon = isDouble                        ? 0x1p-52
                             : ran->type == ElementType::F32 ? 0x1p-23
                             : ran->type == ElementType::F16 ? 0x1p-10
                                                             : 0x1p-7;
      for (auto [in, out] :
           llvm::zip_equal(ran->inputs[0].values, ran->output.values)) {
        const double x = in / factor;
        if (std::isnan(x))
          EXPECT_TRUE(std::isnan(out)) << x;
        else if (x > highest)
          EXPECT_TRUE(std::isinf(out) || x < highest * 1.0001) << x;
        else if (x < lowest)
          EXPECT_LE(out, std::exp(lowest) * 1.01) << x;
        else
          EXPECT_NEAR(out / std::exp(x), 1, epsilon * (3 + std::abs(x))) << x;
      }
    }
  }
}

/// Of a row that is -inf throughout the maximum is -inf, the result NaN, and
/// its neighbours are none the wiser.
TEST_F(Softmax, ARowOfInfinitiesAlone) {
  // i <= j in row 0: all of it. (Row i keeps i elements.)
  check(
      loadText(causal("f32", "0xFF800000", "sle")),
      {"", "op4: tile_fuse(4,0)",
       "op4: tile(1,8) vectorize; op2: tile(1,8) vectorize"},
      [](const Inputs &in) {
        Tensor expected =
            maskedSoftmax(in[0], [](int64_t i, int64_t j) { return i <= j; });
        EXPECT_TRUE(std::isnan(expected.at(0, 0)));
        EXPECT_FALSE(std::isnan(expected.at(1, 0)));
        return expected;
      },
      27);
}

} // namespace
} // namespace mlirgym
