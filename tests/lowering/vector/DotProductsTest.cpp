//===- lowering/vector/DotProductsTest.cpp - Sums of short products -------===//
#include "lowering/target/VectorUnit.h"
#include "tests/lowering/LoweringFixture.h"
#include <cstring>
#include <numeric>

namespace mlirgym {
namespace {

using lowering::DotInstructions;
using testing::ElementsAreArray;

/// How the bytes of each factor are extended.
using Extensions = std::pair<const char *, const char *>;

class DotsOfBytes : public LoweringTest,
                    public testing::WithParamInterface<Extensions> {};

/// 37 is a multiple of no group, and 13 rows and 45 columns fill no register.
TEST_P(DotsOfBytes, AreExactForAllBytes) {
  constexpr int rows = 13, columns = 45, depth = 37;
  const auto [left, right] = GetParam();
  Program program = loadText(fillIn(R"(
    func.func @dots(%a: tensor<13x37xi8>, %b: tensor<37x45xi8>,
                    %c: tensor<13x45xi32>) -> tensor<13x45xi32> {
      %zero = arith.constant 0 : i32
      %init = linalg.fill ins(%zero : i32) outs(%c : tensor<13x45xi32>) -> tensor<13x45xi32>
      %d = linalg.generic {
          indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                           affine_map<(m, n, k) -> (k, n)>,
                           affine_map<(m, n, k) -> (m, n)>],
          iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%a, %b : tensor<13x37xi8>, tensor<37x45xi8>)
          outs(%init : tensor<13x45xi32>) {
      ^bb0(%x: i8, %y: i8, %sum: i32):
        %wide = LEFT %x : i8 to i32
        %other = RIGHT %y : i8 to i32
        %product = arith.muli %wide, %other : i32
        %next = arith.addi %sum, %product : i32
        linalg.yield %next : i32
      } -> tensor<13x45xi32>
      return %d : tensor<13x45xi32>
    })",
                                    {{"LEFT", left}, {"RIGHT", right}}));
  // All 256 bytes, and pairs of extremes.
  std::vector<char> a(rows * depth), b(depth * columns);
  std::iota(a.begin(), a.end(), char(0));
  std::iota(b.begin(), b.end(), char(-77));
  std::fill_n(a.begin(), 2 * depth, char(-128));
  std::fill_n(b.begin() + columns, 4 * columns, char(-128));
  auto extended = [](char byte, llvm::StringRef extension) {
    return extension == "arith.extsi" ? int32_t(int8_t(byte))
                                      : int32_t(uint8_t(byte));
  };
  std::vector<int32_t> expected(rows * columns);
  for (int m = 0; m < rows; ++m)
    for (int n = 0; n < columns; ++n)
      for (int k = 0; k < depth; ++k)
        expected[m * columns + n] += extended(a[m * depth + k], left) *
                                     extended(b[k * columns + n], right);
  for (const char *schedule :
       {"op0: tile(1,0,0) vectorize", "op0: tile(4,32,8) vectorize",
        "op0: tile(3,16,5) vectorize", "op0: tile(5,8,0) vectorize",
        "op0: tile(6,0,0) tile(0,16,12) promote(1) vectorize",
        "op0: tile(0,4,4) vectorize"}) {
    SCOPED_TRACE(schedule);
    std::optional<std::vector<char>> output = runOn(program, schedule, {a, b});
    ASSERT_TRUE(output);
    std::vector<int32_t> sums(rows * columns);
    ASSERT_EQ(output->size(), sums.size() * sizeof(int32_t));
    std::memcpy(sums.data(), output->data(), output->size());
    EXPECT_THAT(sums, ElementsAreArray(expected));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, DotsOfBytes,
    testing::Values(Extensions("arith.extsi", "arith.extsi"),
                    Extensions("arith.extui", "arith.extsi"),
                    Extensions("arith.extsi", "arith.extui"),
                    Extensions("arith.extui", "arith.extui")));

TEST_F(LoweringTest, DotsOfBfloats) {
  Program program = loadText(R"(
    func.func @dots(%a: tensor<7x201xbf16>, %b: tensor<201x37xbf16>,
                    %c: tensor<7x37xf32>) -> tensor<7x37xf32> {
      %zero = arith.constant 0.0 : f32
      %init = linalg.fill ins(%zero : f32) outs(%c : tensor<7x37xf32>) -> tensor<7x37xf32>
      %d = linalg.matmul ins(%a, %b : tensor<7x201xbf16>, tensor<201x37xbf16>)
                         outs(%init : tensor<7x37xf32>) -> tensor<7x37xf32>
      return %d : tensor<7x37xf32>
    })");
  check(
      program,
      {"", "op0: tile(3,32,8) vectorize", "op0: tile(2,16,3) vectorize",
       "op0: tile(0,16,0) tile(0,0,16) promote(1) vectorize"},
      [](const auto &in) { return scalar::matmul(in[0], in[1]); }, 201);
}

TEST(DotInstructions, AreReadByTheirNames) {
  const DotInstructions some = {.i8 = true, .bf16 = true};
  EXPECT_EQ(some.names(), "i8,bf16");
  EXPECT_EQ(DotInstructions::named({"bf16", "i8", "f4"}), some);
  EXPECT_EQ(DotInstructions().names(), "");
}

} // namespace
} // namespace mlirgym
