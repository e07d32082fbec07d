#include "agents/tasks/Task.h"
#include "actions/Schedule.h"
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "kernels/KernelOutliner.h"
#include "lowering/LoweringStage.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include "tests/kernels/KernelTests.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace mlirgym {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

DividedProgram divide(const std::shared_ptr<const Program> &program) {
  auto outliner = llvm::cantFail(KernelOutliner::create());
  return llvm::cantFail(divideIntoTasks(program, outliner));
}

TEST(TaskTest, OperationsJoinThoseThatReadThemElementByElement) {
  EXPECT_THAT(partsOf(*generate("softmax_8_24")),
              ElementsAre(ElementsAre(0u, 1u, 2u, 3u)));
  EXPECT_THAT(partsOf(*generate("matmul_bias_relu_24_16_32")),
              ElementsAre(ElementsAre(0u, 1u)));
  // A product reads its operands several times.
  EXPECT_THAT(partsOf(*load(twoProducts, "two")),
              ElementsAre(ElementsAre(0u, 1u), ElementsAre(2u)));
}

TEST(TaskTest, APartHasOneSumOfProducts) {
  auto program = load(R"(
func.func @main(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%fill : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.matmul ins(%b, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%fill : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = linalg.add ins(%0, %1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
})",
                      "sum");
  EXPECT_THAT(partsOf(*program),
              ElementsAre(ElementsAre(0u), ElementsAre(1u, 2u)));
}

TEST(TaskTest, ResultsOfTheProgramEndAPart) {
  auto program = load(R"(
func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %empty = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.abs ins(%0 : tensor<8xf32>) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
})",
                      "both");
  EXPECT_THAT(partsOf(*program), ElementsAre(ElementsAre(0u), ElementsAre(1u)));
}

/// Two layers with different weights.
std::string layers() {
  std::string weights;
  for (int layer = 1; layer <= 2; ++layer) {
    std::string rows;
    for (int row = 0; row < 16; ++row) {
      std::string columns;
      for (int column = 0; column < 16; ++column)
        columns += (column == 0 ? "" : ", ") +
                   std::to_string(layer * (row - column)) + ".0";
      rows += (row == 0 ? "[" : ", [") + columns + "]";
    }
    weights += "  %w" + std::to_string(layer) + " = arith.constant dense<[" +
               rows + "]> : tensor<16x16xf32>\n";
  }
  return "func.func @main(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {\n" +
         weights + R"(
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x16xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x16xf32>) -> tensor<16x16xf32>
  %0 = linalg.matmul ins(%x, %w1 : tensor<16x16xf32>, tensor<16x16xf32>) outs(%fill : tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = linalg.matmul ins(%0, %w2 : tensor<16x16xf32>, tensor<16x16xf32>) outs(%fill : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
})";
}

TEST(TaskTest, EqualPartsAreOneTaskWhateverTheirWeights) {
  const std::vector<Task> tasks = divide(load(layers(), "layers")).tasks;
  ASSERT_THAT(tasks, SizeIs(1));
  EXPECT_THAT(tasks[0].parts, ElementsAre(ElementsAre(0u), ElementsAre(1u)));
  EXPECT_EQ(tasks[0].program->name(), "layers_op0");
  // Two inputs and a result; the weights are not part of the text.
  EXPECT_THAT(tasks[0].program->arguments(), SizeIs(3));
  EXPECT_FALSE(tasks[0].program->text().contains("dense"));
}

TEST(TaskTest, EachPartHasTheScheduleOfItsTask) {
  auto program = load(layers(), "layers");
  const DividedProgram divided = divide(program);
  ASSERT_THAT(divided.tasks, SizeIs(1));
  const std::string script =
      llvm::cantFail(stitch(divided, scheduleOf("op0: tile(4,4,0)")));
  EXPECT_THAT(script, HasSubstr("mlirgym.op = \"op0\""));
  EXPECT_THAT(script, HasSubstr("mlirgym.op = \"op1\""));
  EXPECT_EQ(llvm::cantFail(stitch(divided, Schedule())), "");
}

TEST(TaskTest, ElementwiseOperationsAreFusedFirst) {
  auto program = load(R"(
func.func @main(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.exp ins(%a : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.abs ins(%0 : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = linalg.matmul ins(%1, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%fill : tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = linalg.tanh ins(%2 : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %4 = linalg.add ins(%3, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
})",
                      "layer");
  const DividedProgram divided = divide(program);
  EXPECT_THAT(divided.program->operations(), SizeIs(5));
  EXPECT_THAT(divided.fused->operations(), SizeIs(3));
  ASSERT_THAT(divided.tasks, SizeIs(2));
  EXPECT_THAT(divided.tasks[0].parts, ElementsAre(ElementsAre(0u)));
  EXPECT_THAT(divided.tasks[1].parts, ElementsAre(ElementsAre(1u, 2u)));
  ExecutionRequest request{program};
  request.script = llvm::cantFail(
      stitch(divided, {scheduleOf("op0: tile(4,4) vectorize"),
                       scheduleOf("op1: tile_fuse(4,0) vectorize")}));
  auto execution = llvm::cantFail(Execution::create({}));
  const Measurement measured = llvm::cantFail(execution->measure(request));
  EXPECT_TRUE(measured.ok()) << measured.message;
}

TEST(TaskTest, NothingIsFusedFromOnePartIntoAnother) {
  auto program = load(twoProducts, "two");
  const DividedProgram divided = divide(program);
  ASSERT_THAT(divided.tasks, SizeIs(2));
  // In the whole program the second product would be fused with the others.
  ExecutionRequest request{program};
  request.script =
      llvm::cantFail(stitch(divided, {scheduleOf("op1: tile_fuse(4,0)"),
                                      scheduleOf("op0: tile(4,4,0)")}));
  auto execution = llvm::cantFail(Execution::create({}));
  const std::string scheduled =
      llvm::cantFail(execution->lower(request, LoweringStage::Scheduled));
  EXPECT_THAT(scheduled, HasSubstr("@payload"));
  EXPECT_THAT(scheduled, Not(HasSubstr("call @")));
  EXPECT_EQ(llvm::StringRef(scheduled).count("scf.for"), 3u);
  const Measurement measured = llvm::cantFail(execution->measure(request));
  EXPECT_TRUE(measured.ok()) << measured.message;
}
} // namespace
} // namespace mlirgym
