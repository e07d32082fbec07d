#include "Loading.h"
#include "program/payload/PayloadAnalysis.h"

using namespace mlirgym;
using namespace mlirgym::test;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(OperationAnalysisTest, ReadsLoopsAndAccessesOfAMatmul) {
  Program program = loadNamed("matmul_3_5_7");
  const Operation &op = program.operations()[0];
  EXPECT_EQ(op.tag, "op0");
  EXPECT_THAT(op.tripCounts, ElementsAre(3, 7, 5)); // m, n, k
  EXPECT_THAT(op.iteratorTypes,
              ElementsAre(IteratorType::Parallel, IteratorType::Parallel,
                          IteratorType::Reduction));
  ASSERT_EQ(op.inputs.size(), 2u);
  EXPECT_THAT(op.inputs[1].map[0].coefficients, ElementsAre(0, 0, 1));
  EXPECT_THAT(op.inputs[1].map[1].coefficients, ElementsAre(0, 1, 0));
  EXPECT_THAT(op.inputs[1].shape, ElementsAre(5, 7));
  EXPECT_EQ(op.inputs[0].source, Operand::Source::Argument);
  EXPECT_EQ(op.inits[0].source, Operand::Source::Fill);
  EXPECT_EQ(op.counts, (ArithmeticCounts{.add = 1, .mul = 1}));
  EXPECT_TRUE(op.hasCombiner);
  EXPECT_TRUE(op.vectorizable);
}

TEST(OperationAnalysisTest, ReadsStridesAsCoefficients) {
  Program program = loadNamed("pooling_nchw_max_1_2_9_11_3_4_9");
  const Operation &op = program.operations()[0];
  EXPECT_THAT(op.inputs[0].map[2].coefficients, ElementsAre(0, 0, 2, 0, 1, 0));
  EXPECT_THAT(op.inputs[0].map[3].coefficients, ElementsAre(0, 0, 0, 1, 0, 1));
  EXPECT_EQ(op.inputs[1].source, Operand::Source::Empty);
  EXPECT_EQ(op.counts.max, 1);
}

TEST(OperationAnalysisTest, LinksProducersAndConsumers) {
  Program program = loadNamed("softmax_4_8");
  auto ops = program.operations();
  ASSERT_EQ(ops.size(), 4u);
  EXPECT_THAT(ops[0].consumers, ElementsAre(1u));
  EXPECT_THAT(ops[1].consumers, ElementsAre(2u, 3u));
  EXPECT_THAT(ops[3].consumers, IsEmpty());
  EXPECT_EQ(ops[3].inputs[0].producer, 1);
  EXPECT_EQ(ops[3].inputs[1].source, Operand::Source::Operation);
  EXPECT_FALSE(ops[1].hasCombiner); // no reduction
  EXPECT_EQ(ops[1].counts, (ArithmeticCounts{.sub = 1, .exp = 1}));
}

TEST(OperationAnalysisTest, CountsAConsumerOnce) {
  Program program = load(R"mlir(
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %x = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.mul ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
})mlir");
  EXPECT_THAT(program.operations()[0].consumers, ElementsAre(1u));
}

TEST(OperationAnalysisTest, CountsACompareAndSelectAsOne) {
  Program program = load(R"mlir(
#m = affine_map<(i) -> (i)>
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %p = arith.cmpf ugt, %x, %z : f32
    %y = arith.select %p, %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
})mlir");
  EXPECT_EQ(program.operations()[0].counts, (ArithmeticCounts{.max = 1}));
}

TEST(OperationAnalysisTest, CountsNoCasts) {
  Program program = load(R"mlir(
func.func @f(%a: tensor<4x8xi8>, %b: tensor<8x6xi8>) -> tensor<4x6xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4x6xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<4x6xi32>) -> tensor<4x6xi32>
  %r = linalg.matmul ins(%a, %b : tensor<4x8xi8>, tensor<8x6xi8>) outs(%f : tensor<4x6xi32>) -> tensor<4x6xi32>
  return %r : tensor<4x6xi32>
})mlir");
  const Operation &op = program.operations()[0];
  EXPECT_EQ(op.counts, (ArithmeticCounts{.add = 1, .mul = 1}));
  EXPECT_EQ(op.inputs[0].elementType, ElementType::I8);
  EXPECT_EQ(op.inits[0].elementType, ElementType::I32);
}

TEST(OperationAnalysisTest, MarksAccessesThatAreNotLinear) {
  Program program = load(R"mlir(
func.func @f(%a: tensor<4xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i floordiv 2)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
})mlir");
  const Operation &op = program.operations()[0];
  EXPECT_FALSE(op.inputs[0].map[0].linear);
  EXPECT_FALSE(op.vectorizable);
}

TEST(OperationAnalysisTest, GathersAreNotVectorizable) {
  Program program = load(R"mlir(
#m = affine_map<(i) -> (i)>
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#m], iterator_types = ["parallel"]} outs(%e : tensor<4xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = arith.subi %c3, %i : index
    %y = tensor.extract %a[%j] : tensor<4xf32>
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
})mlir");
  EXPECT_FALSE(program.operations()[0].vectorizable);
  EXPECT_EQ(program.operations()[0].counts.total(), 0u); // index arithmetic
}

TEST(OperationAnalysisTest,
     AReductionWithoutACombinerIsNeitherNorVectorizable) {
  Program program = load(R"mlir(
func.func @f(%a: tensor<4x8xf32>) -> tensor<4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x8xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %h = arith.mulf %o, %o : f32
    %s = arith.subf %h, %x : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
})mlir");
  EXPECT_FALSE(program.operations()[0].hasCombiner);
  EXPECT_FALSE(program.operations()[0].vectorizable);
}

TEST(OperationAnalysisTest, ASumThatKeepsItsDimensionHasPartialResults) {
  Program program = load(R"mlir(
func.func @f(%a: tensor<4x64xf32>) -> tensor<4x1xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x1xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x1xf32>) -> tensor<4x1xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>],
      iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x64xf32>) outs(%f : tensor<4x1xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %o, %x : f32
    linalg.yield %s : f32
  } -> tensor<4x1xf32>
  return %r : tensor<4x1xf32>
})mlir");
  EXPECT_TRUE(program.operations()[0].hasCombiner);
  EXPECT_TRUE(program.operations()[0].vectorizable);
}

TEST(OperationAnalysisTest, ASumOverIndicesHasVectorsButNoPartialResults) {
  Program program = load(R"mlir(
func.func @f(%a: tensor<4x64xi64>) -> tensor<4xi64> {
  %z = arith.constant 0 : i64
  %e = tensor.empty() : tensor<4xi64>
  %f = linalg.fill ins(%z : i64) outs(%e : tensor<4xi64>) -> tensor<4xi64>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x64xi64>) outs(%f : tensor<4xi64>) {
  ^bb0(%x: i64, %o: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    %p = arith.muli %x, %n : i64
    %s = arith.addi %o, %p : i64
    linalg.yield %s : i64
  } -> tensor<4xi64>
  return %r : tensor<4xi64>
})mlir");
  EXPECT_FALSE(program.operations()[0].hasCombiner);
  EXPECT_TRUE(program.operations()[0].vectorizable);
}

TEST(OperationAnalysisTest, OneElementOfAllIterationsIsNotVectorizable) {
  Program program = load(R"mlir(
func.func @f(%a: tensor<4x8xf32>) -> tensor<f32> {
  %e = tensor.empty() : tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
      iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  } -> tensor<f32>
  return %r : tensor<f32>
})mlir");
  EXPECT_FALSE(program.operations()[0].vectorizable);
}

TEST(OperationAnalysisTest, SaysWhatIsNeverFusedThrough) {
  Program program = load(R"mlir(
func.func @f(%a: tensor<4x6xf32>) -> tensor<24xf32> {
  %x = linalg.exp ins(%a : tensor<4x6xf32>) outs(%a : tensor<4x6xf32>) -> tensor<4x6xf32>
  %c = tensor.collapse_shape %x [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
  %e = tensor.empty() : tensor<24xf32>
  %r = linalg.negf ins(%c : tensor<24xf32>) outs(%e : tensor<24xf32>) -> tensor<24xf32>
  return %r : tensor<24xf32>
})mlir");
  EXPECT_EQ(program.operations()[1].inputs[0].source, Operand::Source::Other);
  EXPECT_EQ(program.operations()[1].inputs[0].producer, -1);
  EXPECT_THAT(program.operations()[0].consumers, IsEmpty());
}
