//===- lowering/SchedulesTest.cpp - Every action, alone and combined ------===//
#include "LoweringFixture.h"

namespace mlirgym {
namespace {

using scalar::Tensor;
using Inputs = std::vector<Tensor>;

Tensor matmulOf(const Inputs &in) { return scalar::matmul(in[0], in[1]); }

Tensor layer(const Tensor &in, const Tensor &weight, const Tensor &bias) {
  return scalar::addBias(scalar::matmul(in, weight), bias, 1);
}

class Schedules : public LoweringTest {};

TEST_F(Schedules, VectorsWithoutATile) {
  check("matmul_4_6_16", {"op0: vectorize"}, matmulOf, 6);
  check(
      "relu_2_17", {"op0: vectorize"},
      [](const Inputs &in) { return scalar::relu(in[0]); }, 0);
}

TEST_F(Schedules, TilesWithoutVectors) {
  check("matmul_23_29_31",
        {"op0: tile(4,0,0)", "op0: tile(0,8,0)", "op0: tile(0,0,5)",
         "op0: tile(8,16,7) tile(3,5,2)", "op0: tile(1,1,1)"},
        matmulOf, 29);
}

TEST_F(Schedules, PartialTilesWithVectors) {
  check("matmul_6_29_32",
        {"op0: tile(0,0,1) vectorize", "op0: tile(0,16,2) vectorize",
         "op0: tile(1,0,4) vectorize", "op0: tile(5,31,1) vectorize"},
        matmulOf, 29);
}

TEST_F(Schedules, LoopsInAnotherOrder) {
  check("matmul_18_20_35",
        {"op0: interchange(2,0,1)", "op0: interchange(1,0,2) tile(16,4,1)",
         "op0: tile(9,32,10) interchange(2,1,0) tile(1,16,3) vectorize"},
        matmulOf, 20);
}

TEST_F(Schedules, OneLoopOverAllElements) {
  useThreads(2);
  check(
      "add_13_19",
      {"op0: flatten", "op0: flatten vectorize",
       "op0: flatten tile(64) vectorize", "op0: flatten tile(1)",
       "op0: flatten tile(19) promote(0) tile(5) vectorize",
       "op0: flatten tile(48) stream vectorize",
       "op0: flatten tile_parallel(100) tile(16) vectorize",
       "op0: flatten tile_parallel(128) stream vectorize"},
      [](const Inputs &in) { return scalar::add(in[0], in[1]); }, 0);
}

TEST_F(Schedules, ThreadsShareTiles) {
  useThreads(2);
  check("matmul_37_41_50",
        {"op0: tile_parallel(8,0,0)", "op0: tile_parallel(10,32,0)",
         "op0: tile_parallel(36,0,0) tile(4,16,1) vectorize",
         "op0: tile_parallel(1,0,0) tile(0,16,1) vectorize",
         "op0: tile_parallel_fuse(8,20,0) tile(4,16,1) vectorize"},
        matmulOf, 41);
}

TEST_F(Schedules, TilesInContiguousBuffers) {
  check("matmul_48_64_80",
        {"op0: tile(0,16,0) promote(1) tile(4,0,1) vectorize",
         "op0: tile(24,0,32) promote(0) tile(0,16,0) promote(1) tile(6,0,1) "
         "vectorize",
         "op0: tile(0,16,16) promote(1)",
         // Rows that fill no register, and of one element.
         "op0: tile(0,5,0) promote(1) tile(4,0,1) vectorize",
         "op0: tile(0,0,1) promote(0) tile(4,16,0) vectorize"},
        matmulOf, 64);
  // Rows that are copied by a loop.
  check("matmul_8_6_300",
        {"op0: tile(0,150,0) promote(1) tile(4,8,1) vectorize"}, matmulOf, 6);
  useThreads(2); // a buffer a thread
  check("matmul_48_64_80",
        {"op0: tile_parallel(12,0,0) tile(0,16,0) promote(1) tile(4,0,1) "
         "vectorize"},
        matmulOf, 64);
}

/// The last tile is smaller: it takes a part of the same buffer.
TEST_F(Schedules, VaryingTilesInContiguousBuffers) {
  const Program program = generate("matmul_37_41_50");
  check(program,
        {"op0: tile(0,16,0) promote(1) tile(4,0,1) vectorize",
         "op0: tile(0,24,0) promote(1) tile(6,16,5) vectorize",
         "op0: tile(10,0,7) promote(0) promote(1) tile(0,16,0) promote(1) "
         "tile(4,0,1) vectorize",
         "op0: tile(0,16,16) promote(1)"},
        matmulOf, 41);
  check(
      "conv_2d_nchw_fchw_2_3_27_27_7_3_3_13_13",
      {"op0: tile(1,0,3,0,0,0,0) promote(0) tile(0,4,1,8,1,1,1) vectorize",
       "op0: tile(0,3,0,0,2,0,0) promote(1) tile(1,2,1,8,1,1,1) vectorize"},
      [](const Inputs &in) { return scalar::convNchw(in[0], in[1], 2); }, 27);
  useThreads(2);
  check(program,
        {"op0: tile_parallel(20,0,0) tile(0,16,0) promote(1) tile(6,0,5) "
         "vectorize",
         "op0: tile_parallel(8,24,0) promote(0) promote(1) tile(4,16,1) "
         "vectorize",
         // Accumulators of a tile that only the thread knows the width of.
         "op0: tile_parallel_fuse(0,32,0) tile_fuse(0,8,0) promote(1) "
         "tile_fuse(6,0,0) tile(0,0,4) vectorize"},
        matmulOf, 41);
}

TEST_F(Schedules, PartialResults) {
  check("matmul_9_64_5",
        {"op0: tile_reduction(0,0,8)",
         "op0: tile(3,0,0) tile_reduction(0,0,16) vectorize"},
        matmulOf, 64);
  check(
      "softmax_6_64",
      {"op2: tile(1,0) tile_reduction(0,16) vectorize; "
       "op0: tile(1,0) tile_reduction(0,16) vectorize"},
      [](const Inputs &in) { return scalar::softmax(in[0]); }, 64);
}

TEST_F(Schedules, PartOfATileThatIsFilledOnceForAllIterations) {
  // Of ten columns eight are written, then two: both start from the zeros that
  // were written before the loop over the rows.
  check(
      "mlp_4_12_16_10_128",
      {"op5: tile_fuse(1,24); op2: tile(0,8,4) vectorize",
       "op5: tile_fuse(1,24); op2: tile(0,4,4) interchange(1,2,0) vectorize"},
      [](const Inputs &in) {
        Tensor hidden = scalar::relu(layer(in[0], in[1], in[2]));
        hidden = scalar::relu(layer(hidden, in[3], in[4]));
        return layer(hidden, in[5], in[6]);
      },
      16);
}

TEST_F(Schedules, ProducersInTheTilesOfTheirConsumer) {
  useThreads(2);
  check(
      "matmul_bias_relu_25_30_45",
      {"", "op1: tile_fuse(4,16) vectorize; op0: tile(0,0,1) vectorize",
       "op1: tile_parallel_fuse(13,32) tile_fuse(4,16) vectorize; "
       "op0: tile(0,0,1) vectorize",
       "op1: tile_fuse(7,0)",
       "op1: tile(1,16) vectorize; op0: tile(4,16,1) vectorize"},
      [](const Inputs &in) { return scalar::relu(layer(in[0], in[1], in[2])); },
      30);
}

TEST_F(Schedules, ChainsOfLayers) {
  useThreads(2);
  check(
      "mlp_17_24_33_10",
      {"",
       "op3: tile_parallel_fuse(5,0) vectorize; op2: tile(1,8,1) vectorize; "
       "op1: tile(1,16) vectorize; op0: tile(4,16,1) vectorize",
       "op3: tile_fuse(4,8) vectorize; op2: tile(0,0,1) vectorize; "
       "op1: tile(1,0) vectorize"},
      [](const Inputs &in) {
        Tensor hidden = scalar::relu(layer(in[0], in[1], in[2]));
        return layer(hidden, in[3], in[4]);
      },
      33);
}

TEST_F(Schedules, Attention) {
  useThreads(2);
  check(
      "attention_2_19_16",
      {"",
       "op5: tile_parallel(1,0,0,0) tile(0,4,0,1) vectorize; "
       "op4: tile(1,1,16) vectorize; op2: tile(1,1,16) vectorize; "
       "op0: tile(1,4,4,1) vectorize",
       "op5: tile_parallel_fuse(1,0,0,0) tile(0,4,0,1) vectorize",
       "op5: tile_fuse(1,0,0,0) tile_fuse(0,4,0,0) tile(0,0,8,1) vectorize; "
       "op4: tile(0,1,0) vectorize; op3: tile(0,1,0) vectorize; "
       "op2: tile(0,1,0) vectorize; op1: tile(0,1,0) vectorize; "
       "op0: promote(1) tile(0,3,8,1) vectorize",
       // More slices than bufferization compares in detail.
       "op5: tile_fuse(1,7,0,0) tile(0,4,3,0) tile(0,0,2,5) vectorize; "
       "op4: tile(0,3,5) interchange(0,2,1) tile(0,2,0) vectorize; "
       "op3: tile(0,3,0) tile(0,0,4) vectorize; "
       "op2: tile(0,3,7) tile(0,2,4) vectorize; "
       "op1: tile(0,2,0) tile(0,0,5) vectorize; "
       "op0: tile(0,5,3,0) tile(0,2,2,7) tile(0,1,0,2) vectorize"},
      [](const Inputs &in) { return scalar::attention(in[0], in[1], in[2]); },
      19);
}

/// The copy of an input that is read along its slow dimension is transposed.
TEST_F(Schedules, PromotedInTheOrderOfTheLanes) {
  Program program = loadText(R"(
    func.func @transposed(%a: tensor<12x20xf32>, %b: tensor<48x20xf32>)
        -> tensor<12x48xf32> {
      %zero = arith.constant 0.0 : f32
      %empty = tensor.empty() : tensor<12x48xf32>
      %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<12x48xf32>)
          -> tensor<12x48xf32>
      %d = linalg.generic {
          indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                           affine_map<(m, n, k) -> (n, k)>,
                           affine_map<(m, n, k) -> (m, n)>],
          iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%a, %b : tensor<12x20xf32>, tensor<48x20xf32>)
          outs(%init : tensor<12x48xf32>) {
      ^bb0(%x: f32, %y: f32, %sum: f32):
        %product = arith.mulf %x, %y : f32
        %next = arith.addf %sum, %product : f32
        linalg.yield %next : f32
      } -> tensor<12x48xf32>
      return %d : tensor<12x48xf32>
    })");
  auto expected = [](const Inputs &in) {
    Tensor flipped({in[1].shape[1], in[1].shape[0]});
    for (int64_t n = 0; n < in[1].shape[0]; ++n)
      for (int64_t k = 0; k < in[1].shape[1]; ++k)
        flipped.at(k, n) = in[1].at(n, k);
    return scalar::matmul(in[0], flipped);
  };
  check(program,
        {"op0: tile(0,16,0) promote(1) tile(4,0,1) vectorize",
         "op0: tile(0,16,10) promote(1) tile(5,8,1) vectorize",
         "op0: tile(0,16,10) promote(1) tile(5,7,3) vectorize",
         "op0: tile(0,20,0) promote(1) tile(4,10,1) vectorize",
         "op0: tile(0,13,0) promote(1) tile(4,0,1) vectorize",
         "op0: tile(6,24,0) promote(0) promote(1) tile(1,8,1) vectorize",
         "op0: tile(6,24,0) promote(0) promote(1)"},
        expected, 20);
  useThreads(2);
  check(program,
        {"op0: tile_parallel(6,24,0) promote(1) tile(3,8,1) vectorize"},
        expected, 20);
}

/// An accumulator must be read, not overwritten.
TEST_F(Schedules, AccumulatesOntoAnArgument) {
  Program program = loadText(R"(
    func.func @accumulate(%a: tensor<10x13xf32>, %b: tensor<13x22xf32>,
                          %c: tensor<10x22xf32>) -> tensor<10x22xf32> {
      %d = linalg.matmul ins(%a, %b : tensor<10x13xf32>, tensor<13x22xf32>)
                         outs(%c : tensor<10x22xf32>) -> tensor<10x22xf32>
      return %d : tensor<10x22xf32>
    })");
  check(
      program,
      {"", "op0: tile(4,16,1) vectorize", "op0: tile_parallel(3,0,0)",
       "op0: tile_parallel(4,0,0) tile(3,16,1) vectorize"},
      [](const Inputs &in) {
        return scalar::add(scalar::matmul(in[0], in[1]), in[2]);
      },
      13);
}

/// A producer that two operations read, both fused and left alone.
TEST_F(Schedules, AResultWithTwoUses) {
  Program program = loadText(R"(
    #row = affine_map<(d0, d1) -> (d0, d1)>
    func.func @diamond(%a: tensor<11x21xf32>) -> tensor<11x21xf32> {
      %empty = tensor.empty() : tensor<11x21xf32>
      %square = linalg.mul ins(%a, %a : tensor<11x21xf32>, tensor<11x21xf32>)
                           outs(%empty : tensor<11x21xf32>) -> tensor<11x21xf32>
      %sum = linalg.add ins(%square, %a : tensor<11x21xf32>, tensor<11x21xf32>)
                        outs(%empty : tensor<11x21xf32>) -> tensor<11x21xf32>
      %both = linalg.add ins(%square, %sum : tensor<11x21xf32>, tensor<11x21xf32>)
                         outs(%empty : tensor<11x21xf32>) -> tensor<11x21xf32>
      return %both : tensor<11x21xf32>
    })");
  check(
      program,
      {"", "op2: tile_fuse(4,16) vectorize; op1: vectorize; op0: vectorize",
       "op2: tile(1,16) vectorize; op1: tile(2,8) vectorize; "
       "op0: tile_parallel(3,0)",
       "op2: flatten tile(64) vectorize; op1: flatten vectorize; "
       "op0: flatten tile(32) vectorize",
       "op2: tile(4,8) vectorize; op1: flatten tile(10); op0: tile(1,0) "
       "vectorize",
       "op2: flatten stream vectorize; op1: tile(2,0) vectorize"},
      [](const Inputs &in) {
        Tensor result = in[0];
        for (double &x : result.values)
          x = 2 * x * x + x;
        return result;
      },
      2);
}

} // namespace
} // namespace mlirgym
