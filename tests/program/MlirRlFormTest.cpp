#include "Loading.h"
#include "program/normalform/Normalize.h"

using namespace mlirgym;
using namespace mlirgym::test;
using testing::HasSubstr;
using testing::Not;

static constexpr llvm::StringLiteral timed = R"mlir(
func.func private @nanoTime() -> i64 attributes {llvm.emit_c_interface}
func.func @main(%a: tensor<4x8xf64>, %c: tensor<4x8xf64>) -> (tensor<4x8xf64>, i64)
    attributes {llvm.emit_c_interface} {
  %t0 = func.call @nanoTime() : () -> i64
  %r = linalg.exp {tag = "operation_0"} ins(%a : tensor<4x8xf64>) outs(%c : tensor<4x8xf64>) -> tensor<4x8xf64>
  %t1 = func.call @nanoTime() : () -> i64
  %d = arith.subi %t1, %t0 : i64
  return %r, %d : tensor<4x8xf64>, i64
}
)mlir";

TEST(MlirRlFormTest, StripsTheTimingCode) {
  Program program = load(timed);
  EXPECT_THAT(program.text().str(), Not(HasSubstr("nanoTime")));
  EXPECT_THAT(program.text().str(), Not(HasSubstr("subi")));
  ASSERT_EQ(program.operations().size(), 1u);
  EXPECT_EQ(program.operations()[0].kind, "linalg.exp");
  EXPECT_EQ(program.operations()[0].tag, "op0");
}

TEST(MlirRlFormTest, IsTheSameProgramAsWithoutTiming) {
  Program plain = load(R"mlir(
func.func @f(%x: tensor<4x8xf64>) -> tensor<4x8xf64> {
  %e = tensor.empty() : tensor<4x8xf64>
  %r = linalg.exp ins(%x : tensor<4x8xf64>) outs(%e : tensor<4x8xf64>) -> tensor<4x8xf64>
  return %r : tensor<4x8xf64>
})mlir");
  EXPECT_EQ(load(timed).key(), plain.key());
}

TEST(MlirRlFormTest, ReadsTheFormOnMemrefs) {
  Program program = load(R"mlir(
func.func private @nanoTime() -> i64
func.func @main(%a: memref<4x8xf64>, %b: memref<8x6xf64>, %c: memref<4x6xf64>) -> i64 {
  %t0 = func.call @nanoTime() : () -> i64
  linalg.matmul ins(%a, %b : memref<4x8xf64>, memref<8x6xf64>) outs(%c : memref<4x6xf64>)
  %t1 = func.call @nanoTime() : () -> i64
  %d = arith.subi %t1, %t0 : i64
  return %d : i64
})mlir");
  ASSERT_EQ(program.arguments().size(), 3u);
  EXPECT_TRUE(program.arguments()[2].isInput); // the matmul accumulates
  EXPECT_TRUE(program.arguments()[2].isOutput);
}

TEST(MlirRlFormTest, TakesNoTimeForTimesOfTimes) {
  // 2^64 ways lead from the last difference to the clock.
  std::string text = R"mlir(
func.func private @nanoTime() -> i64
func.func @main(%a: tensor<4xf64>, %c: tensor<4xf64>) -> (tensor<4xf64>, i64) {
  %d0 = func.call @nanoTime() : () -> i64
  %r = linalg.exp ins(%a : tensor<4xf64>) outs(%c : tensor<4xf64>) -> tensor<4xf64>
)mlir";
  for (unsigned i = 0; i < 64; ++i) {
    std::string before = "%d" + std::to_string(i);
    text += "  %d" + std::to_string(i + 1) + " = arith.subi " + before + ", " +
            before + " : i64\n";
  }
  Program program = load(text + "  return %r, %d64 : tensor<4xf64>, i64\n}\n");
  ASSERT_EQ(program.operations().size(), 1u);
  EXPECT_THAT(program.text().str(), Not(HasSubstr("subi")));
}

TEST(MlirRlFormTest, RefusesATimeThatIsUsed) {
  EXPECT_THAT(errorOf(R"mlir(
func.func private @nanoTime() -> i64
func.func @main(%a: tensor<4xi64>) -> tensor<4xi64> {
  %t = func.call @nanoTime() : () -> i64
  %r = linalg.fill ins(%t : i64) outs(%a : tensor<4xi64>) -> tensor<4xi64>
  return %r : tensor<4xi64>
})mlir"),
              HasSubstr("test.mlir:4:8: the time of @nanoTime is used in the "
                        "payload; only return it"));
}
