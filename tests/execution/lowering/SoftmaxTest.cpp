//===- lowering/SoftmaxTest.cpp - Maxima that start from -inf -------------===//
#include "LoweringFixture.h"

#include <cmath>
#include <limits>

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
  std::string text = causalSoftmax;
  for (auto [from, to] :
       {std::pair<llvm::StringRef, llvm::StringRef>{"TYPE", type},
        {"BITS", bits},
        {"LESS", less}})
    for (size_t at; (at = text.find(from.str())) != std::string::npos;)
      text.replace(at, from.size(), to.str());
  return text;
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
