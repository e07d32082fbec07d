//===- lowering/buffer/StreamedRowsTest.cpp - Rows of any length ----------===//
#include "tests/lowering/LoweringFixture.h"

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace mlirgym {
namespace {

using scalar::Tensor;
using Inputs = std::vector<Tensor>;

/// A bias for each column, so that the rows cannot be flattened.
constexpr llvm::StringRef biasOfColumns = R"(
#all = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j)>
func.func @bias(%a: tensor<ROWSxCOLUMNSxTYPE>, %b: tensor<COLUMNSxTYPE>, %c: tensor<ROWSxCOLUMNSxTYPE>) -> tensor<ROWSxCOLUMNSxTYPE> {
  %0 = linalg.generic {indexing_maps = [#all, #columns, #all], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<ROWSxCOLUMNSxTYPE>, tensor<COLUMNSxTYPE>) outs(%c : tensor<ROWSxCOLUMNSxTYPE>) {
  ^bb0(%x: TYPE, %y: TYPE, %z: TYPE):
    %sum = ADD %x, %y : TYPE
    linalg.yield %sum : TYPE
  } -> tensor<ROWSxCOLUMNSxTYPE>
  return %0 : tensor<ROWSxCOLUMNSxTYPE>
}
)";

struct Rows {
  llvm::StringRef type, add;
  int64_t columns;
};

class StreamedRows : public LoweringTest,
                     public testing::WithParamInterface<Rows> {};

TEST_P(StreamedRows, AreWhatOrdinaryStoresWrite) {
  useThreads(2);
  check(
      loadText(fillIn(biasOfColumns.str(),
                      {{"ROWS", "99"},
                       {"COLUMNS", std::to_string(GetParam().columns)},
                       {"TYPE", GetParam().type},
                       {"ADD", GetParam().add}})),
      {"op0: tile(8,0) stream vectorize", "op0: tile(1,0) stream vectorize",
       "op0: tile(1,16) stream vectorize",
       "op0: tile(16,0) tile(3,0) stream vectorize",
       "op0: tile(0,16) tile(1,0) stream vectorize",
       "op0: tile_parallel(50,0) tile(4,0) stream vectorize",
       "op0: tile_parallel(48,0) tile(1,8) stream vectorize",
       "op0: tile_parallel(0,19) tile(1,0) stream vectorize"},
      [](const Inputs &in) { return scalar::addBias(in[0], in[1], 1); }, 0);
}

constexpr Rows lengths[] = {
    {"f32", "arith.addf", 57},  {"f32", "arith.addf", 88},
    {"f32", "arith.addf", 23},  {"f64", "arith.addf", 57},
    {"bf16", "arith.addf", 57}, {"i8", "arith.addi", 100}};
INSTANTIATE_TEST_SUITE_P(OfAnyLength, StreamedRows, testing::ValuesIn(lengths),
                         [](const testing::TestParamInfo<Rows> &info) {
                           return info.param.type.str() +
                                  std::to_string(info.param.columns);
                         });

/// Rows of 7 x 7 planes, which lie behind each other if a tile has them all.
TEST_F(LoweringTest, StreamedPlanes) {
  check(
      loadText(R"(
#all = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channels = affine_map<(n, c, h, w) -> (c)>
func.func @bias(%a: tensor<3x5x7x7xf32>, %b: tensor<5xf32>, %c: tensor<3x5x7x7xf32>) -> tensor<3x5x7x7xf32> {
  %0 = linalg.generic {indexing_maps = [#all, #channels, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b : tensor<3x5x7x7xf32>, tensor<5xf32>) outs(%c : tensor<3x5x7x7xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %sum = arith.addf %x, %y : f32
    linalg.yield %sum : f32
  } -> tensor<3x5x7x7xf32>
  return %0 : tensor<3x5x7x7xf32>
}
)"),
      {"op0: tile(1,1,0,0) stream vectorize",
       "op0: tile(1,1,2,0) stream vectorize",
       "op0: tile(1,2,0,0) stream vectorize",
       "op0: tile(0,1,1,0) stream vectorize",
       "op0: interchange(1,0,2,3) tile(1,1,1,0) stream vectorize"},
      [](const Inputs &in) { return scalar::addBias(in[0], in[1], 1); }, 0);
}

} // namespace
} // namespace mlirgym
