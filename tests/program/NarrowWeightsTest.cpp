#include "Loading.h"
#include <string>

using namespace mlirgym;
using namespace mlirgym::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

namespace {
/// A product of %x (4x64) and %w (64x32), which `weights` computes from %q (i8)
/// and %s (a scale per column), %rows (one per row) or %all, added to `init`.
std::string product(llvm::StringRef weights, llvm::StringRef init = "%z") {
  return R"mlir(
#id = affine_map<(k, n) -> (k, n)>
#col = affine_map<(k, n) -> (n)>
#row = affine_map<(k, n) -> (k)>
func.func @f(%x: tensor<4x64xf32>, %q: tensor<64x32xi8>, %s: tensor<32xf32>, %rows: tensor<64xf32>, %all: tensor<64x32xf32>, %init: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x32xf32>
  %d = tensor.empty() : tensor<4x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%d : tensor<4x32xf32>) -> tensor<4x32xf32>
)mlir" + weights.str() +
         "  %r = linalg.matmul ins(%x, %w : tensor<4x64xf32>, "
         "tensor<64x32xf32>) outs(" +
         init.str() +
         " : tensor<4x32xf32>) -> tensor<4x32xf32>\n"
         "  return %r : tensor<4x32xf32>\n}\n";
}

constexpr const char *converted = R"mlir(
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<64x32xi8>) outs(%e : tensor<64x32xf32>) {
  ^bb0(%b: i8, %o: f32):
    %c = arith.sitofp %b : i8 to f32
    linalg.yield %c : f32
  } -> tensor<64x32xf32>
)mlir";

/// Weights with a scale, of which there is one per column or per row.
std::string scaled(llvm::StringRef map, llvm::StringRef scales) {
  return R"mlir(
  %w = linalg.generic {indexing_maps = [#id, )mlir" +
         map.str() +
         R"mlir(, #id], iterator_types = ["parallel", "parallel"]}
      ins(%q, )mlir" +
         scales.str() + R"mlir() outs(%e : tensor<64x32xf32>) {
  ^bb0(%b: i8, %f: f32, %o: f32):
    %c = arith.sitofp %b : i8 to f32
    %p = arith.mulf %c, %f : f32
    linalg.yield %p : f32
  } -> tensor<64x32xf32>
)mlir";
}
std::string perColumn() {
  return scaled("#col", "%s : tensor<64x32xi8>, tensor<32xf32>");
}
std::string perRow() {
  return scaled("#row", "%rows : tensor<64x32xi8>, tensor<64xf32>");
}

/// The element types that the first operation reads.
std::vector<std::string> readBy(const Program &program) {
  std::vector<std::string> types;
  llvm::StringRef text = program.text();
  text = text.drop_front(text.find("^bb0("));
  for (llvm::StringRef argument :
       llvm::split(text.slice(5, text.find(')')), ", "))
    types.push_back(argument.split(": ").second.str());
  types.pop_back(); // the result
  return types;
}
} // namespace

TEST(NarrowWeightsTest, AProductReadsTheIntegers) {
  const Program program = load(product(converted));
  ASSERT_THAT(program.operations(), SizeIs(1));
  EXPECT_THAT(readBy(program), ElementsAre("f32", "i8"));
  EXPECT_EQ(load(program.text()).key().hex(), program.key().hex());
}

TEST(NarrowWeightsTest, AScalePerColumnIsMultipliedAfterTheSum) {
  const Program program = load(product(perColumn()));
  ASSERT_THAT(program.operations(), SizeIs(2));
  EXPECT_THAT(readBy(program), ElementsAre("f32", "i8"));
  const Operation &scaling = program.operations()[1];
  EXPECT_THAT(scaling.tripCounts, ElementsAre(4, 32));
  EXPECT_EQ(scaling.inputs[0].producer, 0);
  EXPECT_EQ(load(program.text()).key().hex(), program.key().hex());
}

TEST(NarrowWeightsTest, AScaleThatIsSummedOverRemainsInTheSum) {
  const Program program = load(product(perRow()));
  ASSERT_THAT(program.operations(), SizeIs(1));
  EXPECT_THAT(readBy(program), ElementsAre("f32", "i8", "f32"));
}

TEST(NarrowWeightsTest, WhatIsAddedToIsNotScaled) {
  const Program program = load(product(perColumn(), "%init"));
  ASSERT_THAT(program.operations(), SizeIs(1));
  EXPECT_THAT(readBy(program), ElementsAre("f32", "i8", "f32"));
}

TEST(NarrowWeightsTest, WeightsThatAreReadTwiceAreComputedOnce) {
  const std::string twice = std::string(converted) + R"mlir(
  %first = linalg.matmul ins(%x, %w : tensor<4x64xf32>, tensor<64x32xf32>)
      outs(%init : tensor<4x32xf32>) -> tensor<4x32xf32>
)mlir";
  const Program program = load(product(twice, "%first"));
  EXPECT_THAT(program.operations(), SizeIs(3));
}

TEST(NarrowWeightsTest, FloatsThatAreMaskedAreComputedOnce) {
  // Each element would be computed for each row of the product.
  const std::string masked =
      scaled("#id", "%all : tensor<64x32xi8>, tensor<64x32xf32>");
  EXPECT_THAT(load(product(masked)).operations(), SizeIs(2));
}

TEST(NarrowWeightsTest, FloatsThatTakeLongAreComputedOnce) {
  std::string exponential = converted;
  const std::string cast = "    linalg.yield %c";
  exponential.replace(exponential.find(cast), cast.size(),
                      "    %p = math.exp %c : f32\n    linalg.yield %p");
  EXPECT_THAT(load(product(exponential)).operations(), SizeIs(2));
}

TEST(NarrowWeightsTest, FrameworksTransposeAndScaleByGroupsInStepsOfTheirOwn) {
  // nn.Linear of 64 inputs whose weights have a scale per 16 of them.
  const Program program = load(R"mlir(
#id = affine_map<(a, b) -> (a, b)>
#id3 = affine_map<(a, b, c) -> (a, b, c)>
#group = affine_map<(a, b, c) -> (a, b, 0)>
func.func @f(%x: tensor<4x64xf32>, %q: tensor<32x64xi8>, %s: tensor<32x4x1xf32>) -> tensor<4x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64xf32>
  %f = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<32x64xi8>) outs(%e : tensor<32x64xf32>) {
  ^bb0(%b: i8, %o: f32):
    %c = arith.sitofp %b : i8 to f32
    linalg.yield %c : f32
  } -> tensor<32x64xf32>
  %g = tensor.expand_shape %f [[0], [1, 2]] output_shape [32, 4, 16]
      : tensor<32x64xf32> into tensor<32x4x16xf32>
  %ge = tensor.empty() : tensor<32x4x16xf32>
  %m = linalg.generic {indexing_maps = [#id3, #group, #id3],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%g, %s : tensor<32x4x16xf32>, tensor<32x4x1xf32>) outs(%ge : tensor<32x4x16xf32>) {
  ^bb0(%b: f32, %c: f32, %o: f32):
    %p = arith.mulf %b, %c : f32
    linalg.yield %p : f32
  } -> tensor<32x4x16xf32>
  %w = tensor.collapse_shape %m [[0], [1, 2]] : tensor<32x4x16xf32> into tensor<32x64xf32>
  %te = tensor.empty() : tensor<64x32xf32>
  %t = linalg.transpose ins(%w : tensor<32x64xf32>) outs(%te : tensor<64x32xf32>)
      permutation = [1, 0]
  %d = tensor.empty() : tensor<4x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%d : tensor<4x32xf32>) -> tensor<4x32xf32>
  %r = linalg.matmul ins(%x, %t : tensor<4x64xf32>, tensor<64x32xf32>)
      outs(%z : tensor<4x32xf32>) -> tensor<4x32xf32>
  return %r : tensor<4x32xf32>
})mlir");
  ASSERT_THAT(program.operations(), SizeIs(1));
  EXPECT_THAT(program.operations()[0].tripCounts, ElementsAre(4, 32, 4, 16));
  EXPECT_TRUE(program.operations()[0].vectorizable);
  EXPECT_THAT(readBy(program), ElementsAre("f32", "i8", "f32"));
  EXPECT_EQ(load(program.text()).key().hex(), program.key().hex());
}

TEST(NarrowWeightsTest, AConvolutionStaysOne) {
  const Program program = load(R"mlir(
#id = affine_map<(a, b, c, d) -> (a, b, c, d)>
func.func @f(%x: tensor<1x2x8x8xf32>, %q: tensor<4x2x3x3xi8>) -> tensor<1x4x6x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x2x3x3xf32>
  %w = linalg.generic {indexing_maps = [#id, #id],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%q : tensor<4x2x3x3xi8>) outs(%e : tensor<4x2x3x3xf32>) {
  ^bb0(%b: i8, %o: f32):
    %c = arith.sitofp %b : i8 to f32
    linalg.yield %c : f32
  } -> tensor<4x2x3x3xf32>
  %d = tensor.empty() : tensor<1x4x6x6xf32>
  %z = linalg.fill ins(%zero : f32) outs(%d : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x2x8x8xf32>, tensor<4x2x3x3xf32>)
      outs(%z : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  return %r : tensor<1x4x6x6xf32>
})mlir");
  EXPECT_THAT(program.operations(), SizeIs(2));
  EXPECT_THAT(program.text().str(), HasSubstr("linalg.conv_2d_nchw_fchw"));
}
