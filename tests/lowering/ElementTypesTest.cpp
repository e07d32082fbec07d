//===- lowering/ElementTypesTest.cpp - Every type that programs have ------===//
#include "LoweringFixture.h"

namespace mlirgym {
namespace {

using scalar::Tensor;
using Inputs = std::vector<Tensor>;

class ElementTypes : public LoweringTest,
                     public testing::WithParamInterface<ElementType> {
protected:
  std::string named(llvm::StringRef family) const {
    return (family + "_" + nameOfElement(GetParam())).str();
  }
};

TEST_P(ElementTypes, Matmul) {
  check(
      named("matmul_13_29_21"),
      {"", "op0: tile(4,16,1) vectorize", "op0: tile(5,0,3)",
       "op0: tile_parallel(6,0,0) tile(3,8,1) vectorize"},
      [](const Inputs &in) { return scalar::matmul(in[0], in[1]); }, 29);
}

TEST_P(ElementTypes, Pointwise) {
  check(
      named("relu_9_37"), {"", "op0: tile(1,16) vectorize", "op0: tile(2,5)"},
      [](const Inputs &in) { return scalar::relu(in[0]); }, 0);
  check(
      named("add_5_3_19"), {"", "op0: tile(1,1,0) vectorize"},
      [](const Inputs &in) { return scalar::add(in[0], in[1]); }, 0);
}

TEST_P(ElementTypes, StridedMaximum) {
  check(
      named("pooling_nchw_max_2_3_17_17_3_8_8"),
      {"", "op0: tile(1,1,1,0,1,1) vectorize"},
      [](const Inputs &in) { return scalar::maxPoolNchw(in[0], 3, 2); }, 0);
}

TEST_P(ElementTypes, Convolution) {
  check(
      named("conv_2d_nhwc_hwcf_2_9_9_3_10_3_3_7_7"),
      {"", "op0: tile(1,1,4,8,1,1,1) vectorize"},
      [](const Inputs &in) { return scalar::convNhwc(in[0], in[1], 1); }, 27);
}

std::string nameOfType(const testing::TestParamInfo<ElementType> &info) {
  return nameOfElement(info.param).str();
}
INSTANTIATE_TEST_SUITE_P(All, ElementTypes,
                         testing::Values(ElementType::F64, ElementType::F32,
                                         ElementType::F16, ElementType::BF16,
                                         ElementType::I64, ElementType::I32,
                                         ElementType::I8),
                         nameOfType);

class FloatTypes : public ElementTypes {};

TEST_P(FloatTypes, Exponential) {
  check(
      named("softmax_5_23"), {"", "op3: vectorize; op1: tile(1,8) vectorize"},
      [](const Inputs &in) { return scalar::softmax(in[0]); }, 23);
}

INSTANTIATE_TEST_SUITE_P(All, FloatTypes,
                         testing::Values(ElementType::F64, ElementType::F32,
                                         ElementType::F16, ElementType::BF16),
                         nameOfType);

/// Products of a narrow type that are summed in a wide one.
TEST_F(LoweringTest, SumsBytesInWords) {
  Program program = loadText(R"(
    func.func @widening(%a: tensor<7x33xi8>, %b: tensor<33x18xi8>,
                        %c: tensor<7x18xi32>) -> tensor<7x18xi32> {
      %zero = arith.constant 0 : i32
      %init = linalg.fill ins(%zero : i32) outs(%c : tensor<7x18xi32>) -> tensor<7x18xi32>
      %d = linalg.matmul ins(%a, %b : tensor<7x33xi8>, tensor<33x18xi8>)
                         outs(%init : tensor<7x18xi32>) -> tensor<7x18xi32>
      return %d : tensor<7x18xi32>
    })");
  check(
      program,
      {"", "op0: tile(3,16,1) vectorize", "op0: tile(1,8,2) vectorize"},
      [](const Inputs &in) { return scalar::matmul(in[0], in[1]); }, 33);
}

/// And of a narrow floating-point type: better than its own sums could be.
TEST_F(LoweringTest, SumsHalvesInSingles) {
  Program program = loadText(R"(
    func.func @widening(%a: tensor<7x200xf16>, %b: tensor<200x18xf16>,
                        %c: tensor<7x18xf32>) -> tensor<7x18xf32> {
      %zero = arith.constant 0.0 : f32
      %init = linalg.fill ins(%zero : f32) outs(%c : tensor<7x18xf32>) -> tensor<7x18xf32>
      %d = linalg.matmul ins(%a, %b : tensor<7x200xf16>, tensor<200x18xf16>)
                         outs(%init : tensor<7x18xf32>) -> tensor<7x18xf32>
      return %d : tensor<7x18xf32>
    })");
  check(
      program, {"", "op0: tile(3,16,1) vectorize"},
      [](const Inputs &in) { return scalar::matmul(in[0], in[1]); }, 200);
}

} // namespace
} // namespace mlirgym
