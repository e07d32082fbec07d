#include "agents/tasks/Seam.h"
#include "agents/tasks/Task.h"
#include "kernels/KernelOutliner.h"
#include "program/Program.h"
#include "tests/kernels/KernelTests.h"
#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace mlirgym {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class SeamTest : public testing::Test {
protected:
  DividedProgram divide(const char *text) {
    return llvm::cantFail(divideIntoTasks(load(text, "program"), outliner));
  }
  static std::vector<Seam> seams(const DividedProgram &divided) {
    return seamsOf(*divided.fused, divided.tasks);
  }
  KernelOutliner outliner = llvm::cantFail(KernelOutliner::create());
};

TEST_F(SeamTest, AProductReadByAnother) {
  const DividedProgram divided = divide(twoProducts);
  std::vector<Seam> found = seams(divided);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].producer, 0u);
  EXPECT_EQ(found[0].consumer, 1u);
  EXPECT_EQ(found[0].bytes, 16 * 16 * 4);
  ASSERT_THAT(found[0].pairs, SizeIs(1));
  EXPECT_THAT(found[0].pairs[0].joined(), ElementsAre(0u, 1u, 2u));
  auto program = llvm::cantFail(join(found[0], *divided.fused, outliner));
  EXPECT_THAT(program->operations(), SizeIs(3));
}

TEST_F(SeamTest, EqualPairsAreOneSeamAndNoPartIsInTwo) {
  // Four equal products in a row; the third one's operands are exchanged.
  const DividedProgram divided = divide(R"(
func.func @main(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%fill : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.matmul ins(%0, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%fill : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = linalg.matmul ins(%b, %1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%fill : tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = linalg.matmul ins(%b, %2 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%fill : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
})");
  ASSERT_THAT(divided.tasks, SizeIs(1));
  std::vector<Seam> found = seams(divided);
  ASSERT_THAT(found, SizeIs(1));
  ASSERT_THAT(found[0].pairs, SizeIs(2));
  EXPECT_THAT(found[0].pairs[0].joined(), ElementsAre(0u, 1u));
  EXPECT_THAT(found[0].pairs[1].joined(), ElementsAre(2u, 3u));
  // (a b) b and b (b x) are different programs.
  llvm::cantFail(join(found[0], *divided.fused, outliner));
  ASSERT_THAT(found[0].pairs, SizeIs(1));
  EXPECT_THAT(found[0].pairs[0].joined(), ElementsAre(0u, 1u));
}

TEST_F(SeamTest, WhatOthersReadIsNoSeam) {
  const DividedProgram divided = divide(R"(
func.func @main(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%fill : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.matmul ins(%0, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%fill : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
})");
  EXPECT_THAT(seams(divided), IsEmpty());
}
} // namespace
} // namespace mlirgym
