#include "Loading.h"
#include "program/Program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlirgym;
using namespace mlirgym::test;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

TEST(SmallFloatsTest, WeightsOfF8AreBytes) {
  const Program program = load(R"mlir(
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x16xf8E4M3FN>)
    -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x16xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x16xf32>)
      -> tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf8E4M3FN>)
      outs(%fill : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %y : tensor<4x16xf32>
})mlir");
  EXPECT_THAT(program.operations(), SizeIs(1));
  ASSERT_THAT(program.arguments(), SizeIs(3));
  EXPECT_EQ(program.arguments()[1].elementType, ElementType::I8);
  EXPECT_THAT(program.text(),
              AllOf(HasSubstr("arith.bitcast"), Not(HasSubstr("f8E4M3FN"))));
}

TEST(SmallFloatsTest, ConstantsKeepTheirBits) {
  const Program program = load(R"mlir(
#map = affine_map<(d0) -> (d0)>
func.func @main(%x: tensor<2xf64>) -> (tensor<2xf64>, tensor<3xf8E5M2>) {
  %w = arith.constant dense<[1.0, -2.0]> : tensor<2xf8E5M2>
  %half = arith.constant 0.5 : f8E5M2
  %empty = tensor.empty() : tensor<2xf64>
  %y = linalg.generic {indexing_maps = [#map, #map, #map],
      iterator_types = ["parallel"]}
      ins(%x, %w : tensor<2xf64>, tensor<2xf8E5M2>)
      outs(%empty : tensor<2xf64>) {
  ^bb0(%a: f64, %b: f8E5M2, %out: f64):
    %wide = arith.extf %b : f8E5M2 to f64
    %product = arith.mulf %a, %wide : f64
    linalg.yield %product : f64
  } -> tensor<2xf64>
  %three = tensor.empty() : tensor<3xf8E5M2>
  %halves = linalg.fill ins(%half : f8E5M2) outs(%three : tensor<3xf8E5M2>)
      -> tensor<3xf8E5M2>
  return %y, %halves : tensor<2xf64>, tensor<3xf8E5M2>
})mlir");
  // 1.0 is 0x3C, -2.0 0xC0 and 0.5 0x38.
  EXPECT_THAT(program.text(), HasSubstr("dense<[60, -64]> : tensor<2xi8>"));
  EXPECT_THAT(program.text(), HasSubstr("arith.constant 56 : i8"));
}

TEST(SmallFloatsTest, OtherArithmeticIsRefused) {
  EXPECT_THAT(errorOf(R"mlir(
func.func @main(%x: tensor<4xf8E5M2>) -> tensor<4xf8E5M2> {
  %y = arith.addf %x, %x : tensor<4xf8E5M2>
  return %y : tensor<4xf8E5M2>
})mlir"),
              StartsWith("test.mlir:3:8: arith.addf of f8; elements of f8 are "
                         "stored only: extend them by arith.extf"));
  EXPECT_THAT(errorOf(R"mlir(
func.func @main(%x: tensor<4xf32>) -> tensor<4xf8E4M3FN> {
  %y = arith.truncf %x : tensor<4xf32> to tensor<4xf8E4M3FN>
  return %y : tensor<4xf8E4M3FN>
})mlir"),
              HasSubstr("arith.truncf of f8; "));
}
