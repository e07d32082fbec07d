//===- lowering/buffer/PreparedConstantsTest.cpp - Copied once ------------===//
#include "execution/Execution.h"
#include "lowering/KernelCompiler.h"
#include "lowering/LoweringStage.h"
#include "outcome/Measurement.h"
#include "tests/execution/ExecutionFolder.h"
#include "tests/lowering/LoweringFixture.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Bytes of small integers of either sign.
template <typename T> std::vector<char> integers(size_t number, int seed) {
  std::vector<T> values(number);
  for (T &value : values)
    value = static_cast<T>((seed = (seed * 37 + 11) % 101) % 13 - 6);
  std::vector<char> bytes(number * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// A product of 13 rows with 21 x 40 constant weights.
template <typename T, typename Sum> struct ConstantProduct {
  static constexpr size_t rows = 13, depth = 21, columns = 40;

  ConstantProduct(llvm::StringRef type, llvm::StringRef sum) {
    text = fillIn(R"(
      func.func @product(%a: tensor<13x21xTYPE>) -> tensor<13x40xSUM> {
        %b = arith.constant dense<"0xWEIGHTS"> : tensor<21x40xTYPE>
        %zero = arith.constant ZERO : SUM
        %empty = tensor.empty() : tensor<13x40xSUM>
        %init = linalg.fill ins(%zero : SUM) outs(%empty : tensor<13x40xSUM>) -> tensor<13x40xSUM>
        %c = linalg.matmul ins(%a, %b : tensor<13x21xTYPE>, tensor<21x40xTYPE>)
                           outs(%init : tensor<13x40xSUM>) -> tensor<13x40xSUM>
        return %c : tensor<13x40xSUM>
      })",
                  {{"WEIGHTS", llvm::toHex({weights.data(), weights.size()})},
                   {"TYPE", type},
                   {"SUM", sum},
                   {"ZERO", sum == "i32" ? "0" : "0.0"}});
    std::vector<T> left(rows * depth), right(depth * columns);
    std::memcpy(left.data(), input.data(), input.size());
    std::memcpy(right.data(), weights.data(), weights.size());
    std::vector<Sum> sums(rows * columns);
    for (size_t m = 0; m < rows; ++m)
      for (size_t n = 0; n < columns; ++n)
        for (size_t k = 0; k < depth; ++k)
          sums[m * columns + n] +=
              Sum(left[m * depth + k]) * Sum(right[k * columns + n]);
    expected.resize(sums.size() * sizeof(Sum));
    std::memcpy(expected.data(), sums.data(), expected.size());
  }

  std::vector<char> input = integers<T>(rows * depth, 3),
                    weights = integers<T>(depth * columns, 5);
  std::string text;
  std::vector<char> expected;
};

class PreparedConstants : public ExecutionFolder {
protected:
  /// Calls each schedule once, then several times on several inputs.
  void check(const std::string &text, const std::vector<char> &input,
             const std::vector<char> &expected) {
    options.threads = 2;
    auto execution = llvm::cantFail(Execution::create(options));
    auto program = std::make_shared<const Program>(
        llvm::cantFail(ProgramLoader().loadText(text, "product")));
    for (const char *schedule :
         {"op0: tile_fuse(0,16,0) promote(1) tile_fuse(4,0,0) tile(0,0,3) "
          "vectorize",
          "op0: tile_fuse(4,0,0) tile_fuse(0,8,0) tile(0,0,4) promote(1) "
          "vectorize",
          "op0: tile(0,0,5) promote(1) tile(0,12,0) promote(1)",
          "op0: tile_parallel_fuse(8,16,0) promote(1) promote(0) tile(4,0,4) "
          "vectorize",
          "op0: tile_parallel_fuse(0,20,0) tile_fuse(0,8,0) promote(1) "
          "tile_fuse(4,0,0) tile(0,0,7) vectorize"}) {
      SCOPED_TRACE(schedule);
      auto result = llvm::cantFail(execution->call(
          {.program = program, .schedule = parse(schedule)}, {input}));
      ASSERT_TRUE(result.measurement.ok()) << result.measurement.message;
      ASSERT_EQ(result.outputs.size(), 1u);
      EXPECT_TRUE(std::ranges::equal(result.outputs.front(), expected));
      const Measurement measured =
          llvm::cantFail(execution->measure(program, parse(schedule)));
      EXPECT_TRUE(measured.ok()) << measured.message;
    }
  }
};

TEST_F(PreparedConstants, OfFloats) {
  const ConstantProduct<float, float> product("f32", "f32");
  check(product.text, product.input, product.expected);
}

TEST_F(PreparedConstants, OfBytes) {
  const ConstantProduct<int8_t, int32_t> product("i8", "i32");
  check(product.text, product.input, product.expected);
}

TEST_F(LoweringTest, AKernelHasNoCopyOfAConstantOfItsOwn) {
  const ConstantProduct<float, float> product("f32", "f32");
  const Program program = loadText(product.text);
  const std::string text = llvm::cantFail(compiler().dump(
      program.text(), program.entry(),
      llvm::cantFail(toTransformScript(
          program, parse("op0: tile_fuse(0,16,0) promote(1) tile_fuse(4,0,0) "
                         "tile(0,0,7) vectorize"))),
      LoweringStage::Bufferized));
  const size_t kernel = text.find("func.func @payload(");
  ASSERT_NE(kernel, std::string::npos);
  EXPECT_THAT(text.substr(0, kernel), HasSubstr("memref.copy"));
  EXPECT_THAT(text.substr(kernel), Not(HasSubstr("memref.copy")));
  EXPECT_THAT(text.substr(kernel), Not(HasSubstr("memref.alloc")));
}

} // namespace
} // namespace mlirgym
