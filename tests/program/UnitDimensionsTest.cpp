#include "Loading.h"
#include "program/normalform/Normalize.h"

using namespace mlirgym;
using namespace mlirgym::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

/// The loops of each operation, and whether all of them become vectors.
static std::vector<std::vector<int64_t>> loopsOf(const Program &program) {
  std::vector<std::vector<int64_t>> loops;
  for (const Operation &op : program.operations()) {
    loops.emplace_back(op.tripCounts.begin(), op.tripCounts.end());
    EXPECT_TRUE(op.vectorizable) << op.tag;
  }
  return loops;
}

TEST(UnitDimensionsTest, AMeanAndItsReaderDoWithoutTheKeptDimension) {
  // A mean of rows, as front ends write it, is subtracted from them.
  Program program = load(R"mlir(
#id = affine_map<(i, j) -> (i, j)>
#kept = affine_map<(i, j) -> (i, 0)>
func.func @f(%a: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %z = arith.constant 0.0 : f32
  %n = arith.constant 64.0 : f32
  %e = tensor.empty() : tensor<4x1xf32>
  %w = tensor.empty() : tensor<4x64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x1xf32>) -> tensor<4x1xf32>
  %sum = linalg.generic {indexing_maps = [#id, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x64xf32>) outs(%f : tensor<4x1xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %o, %x : f32
    linalg.yield %s : f32
  } -> tensor<4x1xf32>
  %mean = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%sum : tensor<4x1xf32>) outs(%e : tensor<4x1xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.divf %x, %n : f32
    linalg.yield %s : f32
  } -> tensor<4x1xf32>
  %r = linalg.generic {indexing_maps = [#id, #kept, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %mean : tensor<4x64xf32>, tensor<4x1xf32>) outs(%w : tensor<4x64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.subf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<4x64xf32>
  return %r : tensor<4x64xf32>
})mlir");
  EXPECT_THAT(loopsOf(program), ElementsAre(ElementsAre(4, 64), ElementsAre(4),
                                            ElementsAre(4, 64)));
  EXPECT_THAT(program.text().str(), Not(HasSubstr("_shape")));
  // Nothing comes between them that would prevent a fusion.
  EXPECT_EQ(program.operations()[1].inputs[0].producer, 0);
  EXPECT_EQ(program.operations()[2].inputs[1].producer, 1);
}

TEST(UnitDimensionsTest, AResultOfTheProgramKeepsItsShape) {
  Program program = load(R"mlir(
func.func @f(%a: tensor<1x64xf32>) -> tensor<1x1xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x1xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x1xf32>) -> tensor<1x1xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>],
      iterator_types = ["parallel", "reduction"]} ins(%a : tensor<1x64xf32>) outs(%f : tensor<1x1xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %o, %x : f32
    linalg.yield %s : f32
  } -> tensor<1x1xf32>
  %t = linalg.exp ins(%r : tensor<1x1xf32>) outs(%e : tensor<1x1xf32>) -> tensor<1x1xf32>
  return %t : tensor<1x1xf32>
})mlir");
  ASSERT_THAT(program.arguments(), SizeIs(2));
  EXPECT_THAT(program.arguments()[1].shape, ElementsAre(1, 1));
  EXPECT_THAT(loopsOf(program), ElementsAre(ElementsAre(1, 64), SizeIs(2)));
}

TEST(UnitDimensionsTest, AScalarHasALoopLeft) {
  Program program = load(R"mlir(
#id = affine_map<(i) -> (i)>
func.func @f(%a: tensor<f32>, %b: tensor<1xf32>) -> tensor<1xf32> {
  %w = tensor.expand_shape %a [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %e = tensor.empty() : tensor<1xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%w, %b : tensor<1xf32>, tensor<1xf32>) outs(%e : tensor<1xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<1xf32>
  return %r : tensor<1xf32>
})mlir");
  EXPECT_THAT(loopsOf(program), ElementsAre(ElementsAre(1)));
}

TEST(UnitDimensionsTest, TheUnusedIndexOfAMaximumIsNotComputed) {
  Program program = load(R"mlir(
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @f(%a: tensor<4x64xf32>) -> tensor<4xf32> {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %e = tensor.empty() : tensor<4xf32>
  %n = tensor.empty() : tensor<4xi64>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %g = linalg.fill ins(%zero : i64) outs(%n : tensor<4xi64>) -> tensor<4xi64>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x64xf32>) outs(%f, %g : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%x: f32, %o: f32, %at: i64):
    %j = linalg.index 1 : index
    %here = arith.index_cast %j : index to i64
    %max = arith.maximumf %x, %o : f32
    %isMore = arith.cmpf ogt, %x, %o : f32
    %place = arith.select %isMore, %here, %at : i64
    linalg.yield %max, %place : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0 : tensor<4xf32>
})mlir");
  EXPECT_THAT(loopsOf(program), ElementsAre(ElementsAre(4, 64)));
  EXPECT_THAT(program.text().str(), Not(HasSubstr("i64")));
}
